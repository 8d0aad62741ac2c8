//! The heavy parts of products, read on demand (`docs/contract.md#product-parts`).

use super::store_error::StoreError;
use crate::products::configurator::Configurator;
use crate::products::parts::{FeatureValue, Photo, ResourceLink, Seo};
use crate::values::identifiers::CatalogRevision;

/// The selected parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PartSelection {
    /// The full description.
    pub description: bool,
    /// The photos.
    pub photos: bool,
    /// Search-engine texts.
    pub seo: bool,
    /// Values of feature fields.
    pub features: bool,
    /// The configurator.
    pub configurator: bool,
    /// Documentation links.
    pub documentation: bool,
    /// Software links.
    pub software: bool,
}

impl PartSelection {
    /// Nothing: the store is not read.
    pub const NONE: Self = Self::all(false);
    /// Everything.
    pub const ALL: Self = Self::all(true);

    const fn all(is_wanted: bool) -> Self {
        Self {
            description: is_wanted,
            photos: is_wanted,
            seo: is_wanted,
            features: is_wanted,
            configurator: is_wanted,
            documentation: is_wanted,
            software: is_wanted,
        }
    }
}

/// The selected parts of one product; a part that was not selected has its empty value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProductDetail {
    /// The full description.
    pub description: Box<str>,
    /// The photos, in source order.
    pub photos: Box<[Photo]>,
    /// Search-engine texts.
    pub seo: Seo,
    /// Values of feature fields, public or not, in source order.
    pub features: Box<[FeatureValue]>,
    /// The configurator, if the product has one.
    pub configurator: Option<Configurator>,
    /// Documentation links, in source order.
    pub documentation: Box<[ResourceLink]>,
    /// Software links, in source order.
    pub software: Box<[ResourceLink]>,
}

/// The parts of several products, all of one snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductDetailBatch {
    /// The catalog revision of the snapshot.
    pub revision: CatalogRevision,
    /// The latest revision that changed one of the products: since then, the parts are these.
    /// [`CatalogRevision::EMPTY`] when the store has none of them.
    pub unchanged_since: CatalogRevision,
    /// One entry per requested stock number, in the requested order; `None` where the store has no such product.
    pub details: Vec<Option<ProductDetail>>,
}

impl ProductDetailBatch {
    /// Whether these are the parts that belong to the catalog of `revision`. An import of other products does not
    /// matter.
    pub fn belongs_to(&self, revision: CatalogRevision) -> bool {
        self.unchanged_since <= revision && revision <= self.revision
    }
}

/// Reads parts of products.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait ProductDetails: Send + Sync {
    /// The `wanted` parts of the products, in one snapshot: at most one query per part, however many products.
    fn read(&self, stock_numbers: &[Box<str>], wanted: PartSelection) -> Result<ProductDetailBatch, StoreError>;
}
