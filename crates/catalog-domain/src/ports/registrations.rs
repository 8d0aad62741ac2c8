//! Where requests for access are kept until somebody decides.

use super::StoreError;
use crate::account::NewAccount;
use crate::identifiers::AccountId;

/// What came of a request for access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
    /// The account of the address.
    pub account: AccountId,
    /// Whether it was made just now. If not, nothing of it but its count of attempts has changed.
    pub is_new: bool,
    /// How many pending accounts were forgotten to stay within the bound.
    pub forgotten: u64,
}

/// Keeps requests for access.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait Registrations: Send + Sync {
    /// Makes a pending account, or counts the attempt when the login has an account already. The statements are the same in
    /// both cases, so that the time tells nobody which it was. Then the pending accounts beyond the newest `most_pending` ones
    /// are forgotten, by id.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    fn register(&self, account: &NewAccount, most_pending: u32) -> Result<Registration, StoreError>;
}
