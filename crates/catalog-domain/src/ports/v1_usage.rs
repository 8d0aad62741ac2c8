//! The record of who still calls v1, for administrators.

use super::store_error::StoreError;
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;

/// Whose requests are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum V1Caller {
    /// An account.
    Account(AccountId),
    /// Nobody: the token or the password was missing or refused.
    Nobody,
    /// Accounts beyond those that a server counts separately.
    Others,
}

/// The requests of one caller to one route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct V1Usage {
    /// The caller.
    pub caller: V1Caller,
    /// The pattern of the route, never a path.
    pub route: Box<str>,
    /// How many requests, whatever was answered.
    pub requests: u64,
    /// When the last of them was answered.
    pub last_used_at: Timestamp,
}

/// Records the requests to v1, one row for each caller and route. The counts of several servers add up.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait V1UsageStore: Send + Sync {
    /// Adds to what is recorded: all of `usage` or none of it. No revision is made: servers do not cache it.
    fn add_v1_usage(&self, usage: &[V1Usage]) -> Result<(), StoreError>;

    /// Everything that is recorded, in no particular order.
    fn v1_usage(&self) -> Result<Vec<V1Usage>, StoreError>;
}
