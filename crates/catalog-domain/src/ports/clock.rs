//! What time it is.

use crate::timestamp::Timestamp;

/// A clock. Tests use one that stands still.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait Clock: Send + Sync {
    /// The present moment in UTC.
    fn now(&self) -> Timestamp;
}
