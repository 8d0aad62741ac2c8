//! What the change feed is served from.

use catalog_domain::change::FeedLog;
use catalog_domain::ports::{ChangeLog, ChangeLogBounds, CursorSealer};
use std::fmt;
use std::sync::Arc;

/// The log of changes, and what its readers need.
pub struct FeedServices {
    /// The events.
    pub events: Arc<dyn ChangeLog>,
    /// Where they stand.
    pub bounds: Arc<dyn ChangeLogBounds>,
    /// Makes cursors that clients cannot alter.
    pub cursors: Arc<dyn CursorSealer>,
    /// Events older than this are not kept, in days.
    pub retention_days: u32,
}

impl FeedServices {
    /// The ports that feeds are read through.
    #[must_use]
    pub fn log(&self) -> FeedLog<'_> {
        FeedLog { events: &*self.events, bounds: &*self.bounds }
    }
}

impl fmt::Debug for FeedServices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FeedServices").field("retention_days", &self.retention_days).finish_non_exhaustive()
    }
}
