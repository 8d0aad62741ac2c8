//! The time.

use crate::timestamp::Timestamp;

/// A clock. Tests use a fixed one.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait Clock: Send + Sync {
    /// The present moment in UTC.
    fn now(&self) -> Timestamp;
}
