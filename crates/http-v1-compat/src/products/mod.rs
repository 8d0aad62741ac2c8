//! Lists of products as JSON text: one way for all product bodies of v1.

mod read;
mod requested;
mod response;
mod shape;
mod stream;

pub(crate) use read::{read_products, shown};
pub(crate) use requested::RequestedProducts;
pub(crate) use response::{Absent, respond_list, respond_single};
pub(crate) use shape::{ProductShape, ShownProduct};
pub(crate) use stream::respond_section_products;
