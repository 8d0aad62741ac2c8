//! The catalog in memory.

pub(crate) mod shared_catalog;

pub use shared_catalog::{FeedView, SharedCatalog};
