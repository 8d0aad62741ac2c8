//! Accounts as administrators list them.

use super::store_error::StoreError;
use crate::accounts::account::{Account, AccountStatus};
use crate::values::identifiers::AccountId;

/// Which accounts are listed. Absent fields do not filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AccountFilter {
    /// Only those in this state.
    pub status: Option<AccountStatus>,
    /// Only those with a pending request for a new password, or only the others.
    pub password_requested: Option<bool>,
}

/// A part of a list of accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountPage {
    /// The accounts of the page, by id ascending.
    pub accounts: Vec<Account>,
    /// How many accounts the whole list has.
    pub total: u64,
}

/// Lists accounts, never all of them at once.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait AccountList: Send + Sync {
    /// At most `limit` accounts after the first `offset` ones, by id ascending, and the size of the whole list, both of
    /// one moment.
    fn list_page(&self, filter: AccountFilter, offset: u64, limit: u32) -> Result<AccountPage, StoreError>;

    /// At most `limit` accounts whose id is above `after`, by id ascending. For reading a list from end to end: an
    /// account that is added or removed meanwhile shifts no other one.
    fn list_after(
        &self,
        filter: AccountFilter,
        after: Option<AccountId>,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError>;
}
