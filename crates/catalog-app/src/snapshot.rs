//! The state of the application at one moment, as plain values. The metrics, the portal's page about the server and
//! `catalog doctor` are renderings of it.

use crate::App;
use crate::refresh::{NotReady, RefreshHealth};
use crate::runtime::{BackgroundWork, ResponseBytes, WorkStatus, background_work};
use catalog_domain::ports::MailStatus;
use catalog_domain::values::{CatalogRevision, StorefrontHost, Timestamp};
use catalog_index::Catalog;
use std::time::{Duration, Instant};

/// The state of the application.
#[derive(Debug, Clone)]
pub struct AppSnapshot {
    /// The catalog that is served.
    pub catalog: CatalogSnapshot,
    /// Its change feed.
    pub feed: FeedSnapshot,
    /// Whether memory agrees with the store; the reason why the server is not ready otherwise.
    pub readiness: Result<(), NotReady>,
    /// How long ago memory and store last agreed; `None` before they first did.
    pub refresh_age: Option<Duration>,
    /// Refreshes that failed since the process began.
    pub refresh_failures: u64,
    /// Requests that wait for the store.
    pub background: BackgroundWork,
    /// Expensive requests.
    pub work: WorkStatus,
    /// Responses that clients have not taken yet.
    pub responses: ResponseBytes,
    /// Mail.
    pub mail: MailStatus,
}

/// What is public in a catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogSnapshot {
    /// Its revision.
    pub revision: CatalogRevision,
    /// The storefront whose sections are public.
    pub storefront: StorefrontHost,
    /// When the last import was committed; `None` before the first.
    pub committed_at: Option<Timestamp>,
    /// Public sections.
    pub sections: usize,
    /// Public products.
    pub products: usize,
}

/// The state of the change feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedSnapshot {
    /// The last event that it shows.
    pub last_event: i64,
    /// Events that are held back for the settle time.
    pub held_back: i64,
    /// Events that are held in memory.
    pub memory_events: usize,
    /// The bytes that they take.
    pub memory_bytes: usize,
    /// Requests that wait for changes.
    pub waiting: usize,
}

impl App {
    /// The state now; `refresh` knows whether memory agrees with the store.
    pub fn snapshot(&self, refresh: &RefreshHealth) -> AppSnapshot {
        let now = Instant::now();
        let view = self.catalog.shared().feed_view();
        AppSnapshot {
            catalog: CatalogSnapshot::of(&self.catalog.current()),
            feed: FeedSnapshot {
                last_event: view.horizon.released.0,
                held_back: view.horizon.included.0.saturating_sub(view.horizon.released.0),
                memory_events: view.tail.len(),
                memory_bytes: view.tail.bytes(),
                waiting: self.feed.waits().count(),
            },
            readiness: refresh.check(now),
            refresh_age: refresh.age(now),
            refresh_failures: refresh.failures(),
            background: background_work(),
            work: self.work.pool().status(),
            responses: self.work.response_budget().status(),
            mail: self.accounts.mail_status(),
        }
    }
}

impl CatalogSnapshot {
    /// That of `catalog`.
    pub fn of(catalog: &Catalog) -> Self {
        Self {
            revision: catalog.revision(),
            storefront: catalog.storefront().clone(),
            committed_at: catalog.log_position().committed_at,
            sections: catalog.sections().len(),
            products: catalog.product_count(),
        }
    }
}
