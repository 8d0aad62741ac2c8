//! bcrypt, signed tokens and the system clock behind the domain's ports
