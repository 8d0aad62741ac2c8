//! What the change feed is served from.

pub(crate) mod change_announcer;
pub(crate) mod change_waits;
pub(crate) mod feed_position;
pub(crate) mod feed_read;
pub(crate) mod feed_services;
pub(crate) mod settle_window;
pub(crate) mod throttled_change_log;

pub use change_announcer::announce_changes;
pub use change_waits::{ChangeWait, ChangeWaits};
pub use feed_position::{FeedRequestError, feed_request, sync_point};
pub use feed_read::FeedRead;
pub use feed_services::FeedServices;
pub use throttled_change_log::LongCounts;
