//! What the change feed is served from.

pub(crate) mod change_waits;
pub(crate) mod feed_services;
pub(crate) mod settle_window;
pub(crate) mod throttled_change_log;

pub use change_waits::{ChangeWait, ChangeWaits};
pub use feed_services::FeedServices;
pub use throttled_change_log::{LongCounts, SHORT_RANGE, ThrottledChangeLog};
