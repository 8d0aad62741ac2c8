//! What the change feed is served from.

pub(crate) mod feed_services;
pub(crate) mod settle_window;
pub(crate) mod throttled_change_log;

pub use feed_services::FeedServices;
pub use throttled_change_log::ThrottledChangeLog;
