//! What a shape of a product has to say about itself.

use catalog_domain::catalog::Catalog;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::product::Product;
use catalog_domain::viewer::Viewer;
use http_common::JsonWriter;
use serde::Serialize;
use std::hash::Hash;

/// A product with everything that its shapes are made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShownProduct<'a> {
    /// The catalog that the product is from.
    pub(crate) catalog: &'a Catalog,
    /// The product.
    pub(crate) product: &'a Product,
    /// The parts that the shape wanted.
    pub(crate) detail: &'a ProductDetail,
    /// Who looks at it.
    pub(crate) viewer: &'a Viewer,
}

/// A shape in which v1 shows a product.
pub(crate) trait ProductShape: Copy + Hash + Send + 'static {
    /// The JSON.
    type Body<'a>: Serialize;

    /// The parts that it needs.
    fn wanted(self) -> PartSelection;

    /// The product in this shape.
    fn body(self, product: ShownProduct<'_>) -> Self::Body<'_>;

    /// Adds the product in this shape to `json`: what serde makes of the body, perhaps in a quicker way.
    ///
    /// # Errors
    /// Those of the body.
    fn write(self, product: ShownProduct<'_>, json: &mut JsonWriter) -> serde_json::Result<()> {
        json.value(&self.body(product)).map(|_| ())
    }
}
