//! The change feed.

use catalog_documents::{ProductChangeEvent, ProductChangesMeta};
use serde::Deserialize;

/// A page of changes.
#[derive(Debug, Clone, Deserialize)]
pub struct ChangePage {
    /// The revision of the catalog of the response. Read the products of the events
    /// [no older than that](crate::CatalogClient::products_not_older).
    #[serde(skip)]
    pub revision: u64,
    /// The events, oldest first.
    pub items: Vec<ProductChangeEvent>,
    /// About the page.
    pub meta: ProductChangesMeta,
}
