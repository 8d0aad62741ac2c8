//! Lists of products as JSON text: one way for all product bodies of v1.

pub(crate) mod list;
pub(crate) mod read;
pub(crate) mod shape;
pub(crate) mod stream;
