//! Lists of products as JSON text: the same way for every shape that v1 has for a product.

mod choice;
mod shape;
mod stream;
mod write;

pub(crate) use choice::ProductChoice;
pub(crate) use shape::{ProductShape, ShownProduct};
pub(crate) use stream::answer_section_products;
pub(crate) use write::{Absent, answer_list, answer_single, read_products, shown};
