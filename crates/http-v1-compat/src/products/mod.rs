//! Lists of products as JSON text: the same way for every shape that v1 has for a product.

mod answer;
mod choice;
mod read;
mod shape;
mod stream;

pub(crate) use answer::{Absent, answer_list, answer_single};
pub(crate) use choice::ProductChoice;
pub(crate) use read::{read_products, shown};
pub(crate) use shape::{ProductShape, ShownProduct};
pub(crate) use stream::answer_section_products;
