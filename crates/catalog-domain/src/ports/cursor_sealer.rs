//! Cursors as opaque texts that clients can store but not make or change (`docs/contract.md#cursors`).

use crate::change::FeedCursor;

/// Encodes cursors so that any change to them is noticed.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait CursorSealer: Send + Sync {
    /// The cursor as an opaque text that needs no escaping in a URL.
    fn seal(&self, cursor: &FeedCursor) -> String;

    /// The cursor that `text` was sealed from; `None` when it is malformed, altered or not ours.
    fn open(&self, text: &str) -> Option<FeedCursor>;
}
