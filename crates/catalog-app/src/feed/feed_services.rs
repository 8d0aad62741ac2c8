//! The sources of the change feed.

use crate::feed::change_waits::ChangeWaits;
use crate::feed::throttled_change_log::LongCounts;
use catalog_domain::change::FeedLog;
use catalog_domain::ports::{ChangeLog, ChangeLogBounds, CursorSealer};
use std::fmt;
use std::sync::Arc;

/// The change log and the settings of its readers.
pub struct FeedServices {
    /// The events.
    pub events: Arc<dyn ChangeLog>,
    /// Their positions in the log.
    pub bounds: Arc<dyn ChangeLogBounds>,
    /// Seals cursors against changes by clients.
    pub cursors: Arc<dyn CursorSealer>,
    /// Events older than this are not retained, in days.
    pub retention_days: u32,
    /// The counts over long ranges that are made now.
    pub long_counts: LongCounts,
    /// The requests that wait for changes.
    pub waits: Arc<ChangeWaits>,
}

impl FeedServices {
    /// The log in the store.
    pub fn log(&self) -> FeedLog<'_> {
        FeedLog { events: &*self.events, bounds: &*self.bounds }
    }
}

impl fmt::Debug for FeedServices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FeedServices").field("retention_days", &self.retention_days).finish_non_exhaustive()
    }
}
