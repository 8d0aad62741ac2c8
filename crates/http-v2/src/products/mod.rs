//! Products by stock number (part 4.3).

mod get_product;

pub(crate) use get_product::*;
