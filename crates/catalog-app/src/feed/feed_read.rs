//! Reading the change feed: from memory where the last events have everything, else from the store.

use super::Feed;
use super::ahead_log::AheadLog;
use super::throttled_change_log::{SHORT_RANGE, ThrottledChangeLog};
use crate::catalog::FeedView;
use crate::runtime::{BackgroundError, call_store};
use catalog_domain::change::{FeedLog, FeedRequest};
use catalog_index::ChangeTail;
use std::sync::Arc;

/// A request of the feed, and the last events as of the moment of its horizon.
#[derive(Clone)]
pub struct FeedRead {
    /// The request.
    pub request: FeedRequest,
    feed: Feed,
    tail: Arc<ChangeTail>,
}

impl FeedRead {
    pub(super) fn new(feed: Feed, request: FeedRequest, view: FeedView) -> Self {
        Self { request, feed, tail: view.tail }
    }

    /// The last events, if they are all that the request needs.
    pub fn tail(&self) -> Option<&ChangeTail> {
        self.tail.length_of(&self.request).map(|_| &*self.tail)
    }

    /// What `read` makes of the log. It is called at once when that is quick, else on a blocking thread.
    ///
    /// # Errors
    /// Those of [`call_store`].
    pub async fn read<T: Send + 'static>(
        self,
        read: impl FnOnce(&FeedRequest, FeedLog<'_>) -> T + Send + 'static,
    ) -> Result<T, BackgroundError> {
        let Self { request, feed, tail } = self;
        let length = tail.length_of(&request);
        if length.is_some_and(|length| length <= SHORT_RANGE) {
            return Ok(read(&request, tail.log()));
        }
        let read = move || {
            let log = if length.is_some() { tail.log() } else { feed.0.log() };
            let bounds = AheadLog::new(log.bounds, tail.cursor_ahead(&request));
            let bounds = ThrottledChangeLog::new(&bounds, &feed.0.long_counts);
            read(&request, FeedLog { bounds: &bounds, ..log })
        };
        call_store(read).await
    }
}
