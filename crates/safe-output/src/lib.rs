//! What programs write where others could interfere: files for their owner only that are no link of somebody else, and
//! texts of others that a terminal shows and does not obey.

mod printable;
pub mod private_files;

pub use printable::Printable;
