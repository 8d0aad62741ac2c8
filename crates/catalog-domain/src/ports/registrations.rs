//! Requests for access until an administrator decides.

use super::store_error::StoreError;
use crate::accounts::account::NewAccount;
use crate::values::identifiers::AccountId;

/// The outcome of a request for access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
    /// The account of the address.
    pub account: AccountId,
    /// Whether it was made just now. If not, only its count of attempts has changed.
    pub is_new: bool,
    /// How many pending accounts were deleted to stay within the bound.
    pub forgotten: u64,
}

/// Stores requests for access.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait Registrations: Send + Sync {
    /// Makes a pending account, or counts the attempt when the login has an account already. The statements are the
    /// same in both cases, so that the time reveals nothing. Then the pending accounts beyond the newest `most_pending`
    /// ones are deleted, by id.
    fn register(&self, account: &NewAccount, most_pending: u32) -> Result<Registration, StoreError>;
}
