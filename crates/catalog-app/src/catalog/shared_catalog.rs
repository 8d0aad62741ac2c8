//! The current catalog, swapped whole: a request uses the one it began with.

use super::past_offers::{PastOffers, ReplacedOffers};
use crate::feed::settle_window::SettleWindow;
use arc_swap::ArcSwap;
use catalog_domain::change::FeedHorizon;
use catalog_domain::ports::Clock;
use catalog_domain::values::CatalogRevision;
use catalog_index::{Catalog, ChangeTail, TailLimit};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Holds the catalog for new requests, and knows how far the change feed may follow it.
pub struct SharedCatalog {
    current: ArcSwap<Catalog>,
    /// Never ahead of `current`, nor behind what any client has seen of it.
    feed: Mutex<FollowingFeed>,
    past_offers: PastOffers,
    clock: Arc<dyn Clock>,
    /// Notifies tasks that wait for a newer catalog; the catalog itself is in `current` by then.
    revision: watch::Sender<CatalogRevision>,
}

/// What the change feed knows of the current catalog.
struct FollowingFeed {
    release: SettleWindow,
    /// Ends where the catalog ends.
    tail: Arc<ChangeTail>,
}

/// The change feed at one moment.
#[derive(Debug, Clone)]
pub struct FeedView {
    /// How far the feed may go.
    pub horizon: FeedHorizon,
    /// The last events, up to the last that the catalog includes: of the same history as the horizon.
    pub tail: Arc<ChangeTail>,
}

impl SharedCatalog {
    /// Starts with `catalog`. The events of catalogs that replace it are held back for `settle`, so that other servers
    /// have swapped them in by then, too.
    pub fn new(catalog: Catalog, settle: Duration, clock: Arc<dyn Clock>) -> Self {
        Self {
            feed: Mutex::new(FollowingFeed {
                release: SettleWindow::new(catalog.log_position(), settle),
                tail: Arc::new(ChangeTail::starting_at(catalog.log_position(), TailLimit::NOTHING)),
            }),
            past_offers: PastOffers::starting_at(catalog.log_position().last.number),
            clock,
            revision: watch::Sender::new(catalog.revision()),
            current: ArcSwap::from_pointee(catalog),
        }
    }

    /// The catalog as it is now.
    pub fn current(&self) -> Arc<Catalog> {
        self.current.load_full()
    }

    /// Replaces the present catalog by `catalog`, without any events of its log.
    pub fn replace(&self, catalog: Catalog) {
        let tail = ChangeTail::starting_at(catalog.log_position(), TailLimit::NOTHING);
        self.replace_with(catalog, tail);
    }

    /// Replaces the present catalog by `catalog`, and the last events by `tail`. A tail that ends elsewhere is not
    /// used.
    pub fn replace_with(&self, catalog: Catalog, tail: ChangeTail) {
        self.past_offers.restart(catalog.log_position().last.number);
        self.swap(catalog, tail);
    }

    /// The same with the present catalog's update, which replaces these offers.
    pub fn update_to(&self, catalog: Catalog, tail: ChangeTail, replaced: ReplacedOffers) {
        // Whoever sees the new offers must find the old ones.
        self.past_offers.add(replaced, catalog.log_position().last.number);
        self.swap(catalog, tail);
    }

    /// The offers that were replaced.
    pub(crate) fn past_offers(&self) -> &PastOffers {
        &self.past_offers
    }

    fn swap(&self, catalog: Catalog, tail: ChangeTail) {
        let (revision, head) = (catalog.revision(), catalog.log_position().clone());
        let own_tail = Some(tail).filter(|tail| tail.ends_at(&head));
        let tail = own_tail.unwrap_or_else(|| ChangeTail::starting_at(&head, TailLimit::NOTHING));
        // A request that has seen the new catalog and reads the horizon waits here until the horizon includes it.
        // Freeing what is replaced takes longer, and happens after the lock is released.
        let mut feed = self.feed.lock();
        let _old = (self.current.swap(Arc::new(catalog)), std::mem::replace(&mut feed.tail, Arc::new(tail)));
        feed.release.on_swap(&head, Instant::now(), self.clock.now());
        drop(feed);
        self.revision.send_replace(revision);
    }

    /// Replaces the last events by `tail`, which begins earlier or later. One that ends elsewhere than the catalog is
    /// not used.
    pub fn replace_tail(&self, tail: ChangeTail) {
        let mut feed = self.feed.lock();
        let is_own = tail.ends_at(self.current.load().log_position());
        let _old = is_own.then(|| std::mem::replace(&mut feed.tail, Arc::new(tail)));
        drop(feed);
    }

    /// How far the change feed may go now, and the events that are in memory. Both belong to the same catalog, which no
    /// client has seen a successor of.
    pub fn feed_view(&self) -> FeedView {
        let mut feed = self.feed.lock();
        FeedView { horizon: feed.release.horizon(Instant::now()), tail: Arc::clone(&feed.tail) }
    }

    /// How far the change feed may go now.
    pub fn feed_horizon(&self) -> FeedHorizon {
        self.feed.lock().release.horizon(Instant::now())
    }

    /// When the next events that are held back are released; `None` when there are none.
    pub(crate) fn next_release(&self) -> Option<Instant> {
        self.feed.lock().release.next_release()
    }

    /// Notifies of every catalog that is swapped in from now on.
    pub fn subscribe(&self) -> watch::Receiver<CatalogRevision> {
        self.revision.subscribe()
    }

    /// Returns when the current catalog is at `revision` or newer. Waits indefinitely: give it a timeout.
    pub async fn reaches(&self, revision: CatalogRevision) {
        let mut announced = self.revision.subscribe();
        // Waiting fails only when the sender is gone, and this value owns it.
        let _ = announced.wait_for(|current| *current >= revision).await;
    }
}

#[cfg(test)]
mod tests;
