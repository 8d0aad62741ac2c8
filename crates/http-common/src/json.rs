//! JSON: the envelope, text that is written piece by piece, and values in it.

pub(crate) mod envelope;
pub(crate) mod json_writer;
pub(crate) mod numbers;
pub(crate) mod product_list_writer;
pub(crate) mod resource_link;

pub use envelope::{Empty, Envelope, ErrorBody, ErrorDetail, SUCCESS_HEAD, SUCCESS_TAIL};
pub use json_writer::JsonWriter;
pub use numbers::as_text;
pub use product_list_writer::ProductListWriter;
pub use resource_link::{ResourceLink, resource_links};
