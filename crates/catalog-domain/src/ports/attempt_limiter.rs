//! Counting of attempts.

use super::store_error::StoreError;
use crate::accounts::attempts::{AttemptSource, AttemptVerdict};
use crate::values::timestamp::Timestamp;

/// Counts the attempts of each source at one kind of action, such as logins, against one limit.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait AttemptLimiter: Send + Sync {
    /// Counts an attempt of `source` at `now` and returns whether it is allowed. Counting and deciding are one step: of
    /// attempts at the same moment, no more are allowed than the limit. May block.
    ///
    /// # Errors
    /// [`StoreError`] when the attempt cannot be counted; it must then be refused.
    fn attempt(&self, source: AttemptSource, now: Timestamp) -> Result<AttemptVerdict, StoreError>;

    /// Seconds until `source` may try again, if it is known without asking a store that an attempt at `now` would be
    /// refused. Nothing is counted, and this never blocks.
    fn known_refusal(&self, source: AttemptSource, now: Timestamp) -> Option<u32>;
}
