//! The catalog in memory, lists of its products, and the parts of products that the store has.

pub(crate) mod list_page;
pub(crate) mod past_offers;
pub(crate) mod product_details;
mod revision_waits;
pub(crate) mod shared_catalog;
pub(crate) mod view_key;

pub use list_page::SelectionCache;
pub use past_offers::ReplacedOffers;
pub use product_details::DetailedCatalog;
pub use revision_waits::{RevisionError, RevisionWaits};
pub use shared_catalog::{FeedView, SharedCatalog};
pub use view_key::ViewKey;

use crate::runtime::{Work, try_call_store};
use crate::service_failure::ServiceFailure;
use catalog_domain::change::FeedHorizon;
use catalog_domain::ports::{EventSearch, ProductDetails, VisibilityFacts, VisibilityLookup};
use catalog_index::Catalog;
use std::sync::Arc;

/// What can be read of the catalog.
pub struct CatalogReads(CatalogPorts, RevisionWaits);

/// The ports of reading, and the catalog in memory.
#[derive(Clone)]
pub struct CatalogPorts {
    /// The current catalog.
    pub shared: Arc<SharedCatalog>,
    /// The heavy parts of products, in the store.
    pub details: Arc<dyn ProductDetails>,
    /// What decides on the visibility of one product, in the store: for people who ask why.
    pub visibility: Arc<dyn VisibilityLookup>,
    /// The products of filtered lists.
    pub selections: Arc<dyn SelectionCache>,
    /// Where long lists are selected.
    pub work: Work,
}

impl CatalogReads {
    /// Reads from `ports`.
    pub fn new(ports: CatalogPorts) -> Self {
        Self(ports, RevisionWaits::default())
    }

    /// The catalog as it is now.
    pub fn current(&self) -> Arc<Catalog> {
        self.0.shared.current()
    }

    /// How far the change feed may follow the catalog now.
    pub fn feed_horizon(&self) -> FeedHorizon {
        self.0.shared.feed_horizon()
    }

    /// The catalog that is swapped.
    pub fn shared(&self) -> &Arc<SharedCatalog> {
        &self.0.shared
    }

    /// What the store has about the visibility of `item`, a stock number or section id; what it has in general when
    /// that is empty.
    pub async fn look_up(&self, item: String) -> Result<VisibilityFacts, ServiceFailure> {
        let lookup = Arc::clone(&self.0.visibility);
        try_call_store(move || lookup.look_up(Some(&*item).filter(|item| !item.is_empty()), EventSearch::SHOWN)).await
    }
}
