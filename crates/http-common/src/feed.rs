//! What the change feed is served from.

pub(crate) mod change_announcer;
pub(crate) mod feed_position;
pub(crate) mod feed_read;

pub use change_announcer::announce_changes;
pub use feed_position::{FeedRequestError, feed_request, sync_point};
pub use feed_read::FeedRead;
