//! Who is who (part 4.1).

mod check_token;
mod issue_token;

pub(crate) use check_token::*;
pub(crate) use issue_token::*;
