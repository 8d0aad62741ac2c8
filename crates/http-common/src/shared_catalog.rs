//! The current catalog, swapped whole: a request keeps the one it began with.

use crate::settle_window::SettleWindow;
use arc_swap::ArcSwap;
use catalog_domain::catalog::Catalog;
use catalog_domain::change::FeedHorizon;
use catalog_domain::identifiers::CatalogRevision;
use catalog_domain::ports::Clock;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Holds the catalog that new requests are answered from, and knows how far the change feed may follow it.
pub struct SharedCatalog {
    current: ArcSwap<Catalog>,
    /// Never ahead of `current`, nor behind what anybody has seen of it.
    release: Mutex<SettleWindow>,
    clock: Arc<dyn Clock>,
    /// Tells those who wait for a newer catalog; the catalog itself is in `current` by then.
    revision: watch::Sender<CatalogRevision>,
}

impl SharedCatalog {
    /// Starts with `catalog`. The events of catalogs that replace it are held back for `settle`, so that other servers
    /// show them by then, too.
    #[must_use]
    pub fn new(catalog: Catalog, settle: Duration, clock: Arc<dyn Clock>) -> Self {
        Self {
            release: Mutex::new(SettleWindow::new(catalog.log_position(), settle)),
            clock,
            revision: watch::Sender::new(catalog.revision()),
            current: ArcSwap::from_pointee(catalog),
        }
    }

    /// The catalog as it is now.
    #[must_use]
    pub fn current(&self) -> Arc<Catalog> {
        self.current.load_full()
    }

    /// Puts `catalog` in the place of the present one.
    pub fn replace(&self, catalog: Catalog) {
        let (revision, head) = (catalog.revision(), catalog.log_position().clone());
        // Who has seen the new catalog and asks for the horizon waits here until it knows of that catalog. To free the
        // old one takes longer, and waits until nobody waits any more.
        let mut release = self.release();
        let _old = self.current.swap(Arc::new(catalog));
        release.on_swap(&head, Instant::now(), self.clock.now());
        drop(release);
        self.revision.send_replace(revision);
    }

    /// How far the change feed may go now.
    #[must_use]
    pub fn feed_horizon(&self) -> FeedHorizon {
        self.release().horizon(Instant::now())
    }

    /// Returns when the current catalog is at `revision` or newer. Waits without end: give it a timeout.
    pub async fn reaches(&self, revision: CatalogRevision) {
        let mut announced = self.revision.subscribe();
        // Waiting fails when the sender is gone, and the sender is this very value.
        let _ = announced.wait_for(|current| *current >= revision).await;
    }

    fn release(&self) -> MutexGuard<'_, SettleWindow> {
        // Nothing is left half done where this lock is held.
        self.release.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for SharedCatalog {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SharedCatalog").field("revision", &*self.revision.borrow()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
