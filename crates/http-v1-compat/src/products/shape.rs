//! The interface of product bodies.

use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::pricing::Viewer;
use catalog_domain::products::Product;
use catalog_index::Catalog;
use http_common::json::JsonWriter;
use serde::Serialize;
use std::hash::Hash;

#[derive(Debug, Clone, Copy)]
pub(crate) struct ShownProduct<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) product: &'a Product,
    pub(crate) detail: &'a ProductDetail,
    pub(crate) viewer: &'a Viewer,
}

/// A form in which v1 shows a product.
pub(crate) trait ProductShape: Copy + Hash + Send + Sync + 'static {
    type Body<'a>: Serialize;

    /// The form that a request for that documentation asks for.
    fn new(include_documentation: bool) -> Self;

    fn wanted(self) -> PartSelection;

    fn body(self, product: ShownProduct<'_>) -> Self::Body<'_>;

    /// Appends the product in this form to `json`: equal to serde's output, possibly faster.
    fn write(self, product: ShownProduct<'_>, json: &mut JsonWriter) -> serde_json::Result<()> {
        json.value(&self.body(product)).map(|_| ())
    }
}
