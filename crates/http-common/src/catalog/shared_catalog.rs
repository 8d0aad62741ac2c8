//! The current catalog, swapped whole: a request uses the one it began with.

use crate::feed::settle_window::SettleWindow;
use arc_swap::ArcSwap;
use catalog_domain::catalog::Catalog;
use catalog_domain::change::FeedHorizon;
use catalog_domain::ports::Clock;
use catalog_domain::values::CatalogRevision;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Holds the catalog for new requests, and knows how far the change feed may follow it.
pub struct SharedCatalog {
    current: ArcSwap<Catalog>,
    /// Never ahead of `current`, nor behind what any client has seen of it.
    release: Mutex<SettleWindow>,
    clock: Arc<dyn Clock>,
    /// Notifies tasks that wait for a newer catalog; the catalog itself is in `current` by then.
    revision: watch::Sender<CatalogRevision>,
}

impl SharedCatalog {
    /// Starts with `catalog`. The events of catalogs that replace it are held back for `settle`, so that other servers
    /// have swapped them in by then, too.
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

    /// Replaces the present catalog by `catalog`.
    pub fn replace(&self, catalog: Catalog) {
        let (revision, head) = (catalog.revision(), catalog.log_position().clone());
        // A request that has seen the new catalog and reads the horizon waits here until the horizon includes it.
        // Freeing the old one takes longer, and happens after the lock is released.
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

    /// When the next events that are held back are released; `None` when there are none.
    #[must_use]
    pub fn next_release(&self) -> Option<Instant> {
        self.release().next_release()
    }

    /// Notifies of every catalog that is swapped in from now on.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<CatalogRevision> {
        self.revision.subscribe()
    }

    /// Returns when the current catalog is at `revision` or newer. Waits indefinitely: give it a timeout.
    pub async fn reaches(&self, revision: CatalogRevision) {
        let mut announced = self.revision.subscribe();
        // Waiting fails only when the sender is gone, and this value owns it.
        let _ = announced.wait_for(|current| *current >= revision).await;
    }

    fn release(&self) -> MutexGuard<'_, SettleWindow> {
        // A panic under this lock leaves nothing inconsistent.
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
