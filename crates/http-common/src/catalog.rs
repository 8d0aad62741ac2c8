//! The catalog in memory, the parts of products that the store has, and lists of products as text.

pub(crate) mod list_page;
pub(crate) mod product_details;
pub(crate) mod product_list_writer;

pub use list_page::{find_page, find_total};
pub use product_details::{DetailedCatalog, read_details};
pub use product_list_writer::ProductListWriter;
