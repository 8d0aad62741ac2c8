//! The change feed: its pages and counts, the positions in it, and waiting for the next change.

mod ahead_log;
pub(crate) mod change_announcer;
pub(crate) mod change_waits;
pub(crate) mod feed_position;
pub(crate) mod feed_read;
mod offer_changes;
mod product_streams;
pub(crate) mod settle_window;
mod stream_pace;
pub(crate) mod throttled_change_log;

pub use change_waits::{ChangeWait, ChangeWaits, ReadPermit};
pub use feed_position::{ChangesStart, FeedRequestError};
pub use feed_read::FeedRead;
pub use offer_changes::{ChangedProduct, OfferChanges, OfferChangesWanted};
pub use product_streams::{ProductStream, ProductStreams, StreamEnd};

use crate::catalog::SharedCatalog;
use catalog_domain::change::FeedLog;
use catalog_domain::ports::{ChangeLog, ChangeLogBounds, Clock, CursorSealer};
use std::sync::Arc;
use throttled_change_log::LongCounts;

/// The change feed. Clones share everything.
#[derive(Clone)]
pub struct Feed(Arc<Parts>);

/// The ports of the feed, and its settings.
#[derive(Clone)]
pub struct FeedPorts {
    /// The catalog that the feed follows.
    pub catalog: Arc<SharedCatalog>,
    /// The events.
    pub events: Arc<dyn ChangeLog>,
    /// Their positions in the log.
    pub bounds: Arc<dyn ChangeLogBounds>,
    /// Seals cursors against changes by clients.
    pub cursors: Arc<dyn CursorSealer>,
    /// Events older than this are not retained, in days.
    pub retention_days: u32,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

struct Parts {
    ports: FeedPorts,
    /// The counts over long ranges that are made now.
    long_counts: LongCounts,
    waits: Arc<ChangeWaits>,
    streams: Arc<ProductStreams>,
}

impl Feed {
    /// The feed behind `ports`.
    pub fn new(ports: FeedPorts) -> Self {
        Self(Arc::new(Parts {
            ports,
            long_counts: LongCounts::default(),
            waits: Arc::default(),
            streams: Arc::default(),
        }))
    }

    /// Seals cursors against changes by clients.
    pub fn cursors(&self) -> &Arc<dyn CursorSealer> {
        &self.0.ports.cursors
    }

    /// Events older than this are not retained, in days.
    pub fn retention_days(&self) -> u32 {
        self.0.ports.retention_days
    }

    /// The requests that wait for changes.
    pub fn waits(&self) -> &Arc<ChangeWaits> {
        &self.0.waits
    }

    /// The snapshots that are being sent.
    pub fn streams(&self) -> &Arc<ProductStreams> {
        &self.0.streams
    }
}

impl Parts {
    fn log(&self) -> FeedLog<'_> {
        FeedLog { events: &*self.ports.events, bounds: &*self.ports.bounds }
    }
}
