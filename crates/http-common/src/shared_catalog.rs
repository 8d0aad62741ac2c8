//! The current catalog, swapped whole: a request keeps the one it began with.

use arc_swap::ArcSwap;
use catalog_domain::catalog::Catalog;
use catalog_domain::identifiers::CatalogRevision;
use std::sync::Arc;
use tokio::sync::watch;

/// Holds the catalog that new requests are answered from.
#[derive(Debug)]
pub struct SharedCatalog {
    current: ArcSwap<Catalog>,
    /// Tells those who wait for a newer catalog; the catalog itself is in `current` by then.
    revision: watch::Sender<CatalogRevision>,
}

impl SharedCatalog {
    /// Starts with `catalog`.
    #[must_use]
    pub fn new(catalog: Catalog) -> Self {
        Self { revision: watch::Sender::new(catalog.revision()), current: ArcSwap::from_pointee(catalog) }
    }

    /// The catalog as it is now.
    #[must_use]
    pub fn current(&self) -> Arc<Catalog> {
        self.current.load_full()
    }

    /// Puts `catalog` in the place of the present one.
    pub fn replace(&self, catalog: Catalog) {
        let revision = catalog.revision();
        self.current.store(Arc::new(catalog));
        self.revision.send_replace(revision);
    }

    /// Returns when the current catalog is at `revision` or newer. Waits without end: give it a timeout.
    pub async fn reaches(&self, revision: CatalogRevision) {
        let mut announced = self.revision.subscribe();
        // Waiting fails when the sender is gone, and the sender is this very value.
        let _ = announced.wait_for(|current| *current >= revision).await;
    }
}
