//! Lists of products as JSON text: one way for all product bodies of v1.

pub(crate) mod read;
pub(crate) mod requested;
pub(crate) mod response;
pub(crate) mod shape;
pub(crate) mod stream;
