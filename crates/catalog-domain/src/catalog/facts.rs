//! What a catalog is built from: plain facts that a store returns in one consistent snapshot.

use crate::change::cursor::{FeedPosition, LogEpoch};
use crate::pricing::price_level::PriceLevel;
use crate::products::product::Product;
use crate::products::product_type::ProductType;
use crate::sections::section::Section;
use crate::values::identifiers::CatalogRevision;
use crate::values::timestamp::Timestamp;
use std::sync::Arc;

/// A warehouse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warehouse {
    /// The id that stocks refer to.
    pub id: Arc<str>,
    /// The name.
    pub name: Box<str>,
}

/// The end of the change log at a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPosition {
    /// The epoch of the log.
    pub epoch: LogEpoch,
    /// The last event that the revision includes.
    pub last: FeedPosition,
    /// When the revision was committed, by the clock of the machine that imported it; `None` in an empty store.
    pub committed_at: Option<Timestamp>,
}

impl Default for LogPosition {
    fn default() -> Self {
        Self { epoch: LogEpoch("".into()), last: FeedPosition::BEGINNING, committed_at: None }
    }
}

/// One revision of all data that is held in memory, in no particular order unless stated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogFacts {
    /// The revision of the snapshot.
    pub revision: CatalogRevision,
    /// The end of the change log at that revision.
    pub log_position: LogPosition,
    /// All sections, active or not: an inactive one hides its subtree.
    pub sections: Vec<Arc<Section>>,
    /// All active products, public or not.
    pub products: Vec<Arc<Product>>,
    /// Every price level that the store knows, in order of first appearance.
    pub price_levels: Vec<PriceLevel>,
    /// All warehouses.
    pub warehouses: Vec<Warehouse>,
    /// All product types.
    pub product_types: Vec<ProductType>,
}

/// What changed since a revision, read in one consistent snapshot: applied to the catalog of that revision, it gives
/// the catalog of this one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogDelta {
    /// The revision of the snapshot.
    pub revision: CatalogRevision,
    /// The end of the change log at that revision.
    pub log_position: LogPosition,
    /// All sections, active or not; `None` when none of them was written since.
    pub sections: Option<Vec<Arc<Section>>>,
    /// The active products that were written or had an event since.
    pub changed: Vec<Arc<Product>>,
    /// The stock numbers of the inactive products that were written since, whether or not they were active before.
    pub inactive: Vec<Box<str>>,
    /// Every price level that the store knows, in order of first appearance.
    pub price_levels: Vec<PriceLevel>,
    /// All warehouses.
    pub warehouses: Vec<Warehouse>,
    /// All product types.
    pub product_types: Vec<ProductType>,
}
