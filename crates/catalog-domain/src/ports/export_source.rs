//! Reading everything that imports have written, to write it out again.

use super::import_store::{ProductRecord, ResourceSet};
use super::store_error::StoreError;
use crate::catalog::facts::Warehouse;
use crate::pricing::price_level::PriceLevel;
use crate::products::product_type::ProductType;
use crate::sections::section::Section;
use std::ops::ControlFlow;

/// Reads one state of the catalog completely, a few products at a time.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
pub trait ExportSource: Send + Sync {
    /// Passes everything to `take`, until that breaks off: what others refer to comes before them, products last.
    fn read_all(&self, take: &mut dyn FnMut(StoredItem) -> ControlFlow<()>) -> Result<(), StoreError>;
}

/// Something that imports have written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredItem {
    /// The number of products, first of all, for progress.
    ProductCount(u64),
    /// A price level. They come in order of first appearance.
    PriceLevel(PriceLevel),
    /// A warehouse.
    Warehouse(Warehouse),
    /// A product type.
    ProductType(ProductType),
    /// A section, active or not.
    Section(Box<Section>),
    /// A product, active or not. One that another product has taken the source id from, and which is therefore
    /// inactive, is left out.
    Product(Box<ProductRecord>, Option<ResourceSet>),
}
