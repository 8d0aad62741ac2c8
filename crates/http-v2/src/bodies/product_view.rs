//! The inputs for rendering a product.

use crate::params::ProductParts;
use catalog_domain::pricing::Viewer;
use catalog_index::Catalog;

#[derive(Debug, Clone, Copy)]
pub(crate) struct ProductView<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) viewer: &'a Viewer,
    pub(crate) parts: ProductParts,
}
