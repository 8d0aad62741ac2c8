//! For whom work is done.

use catalog_domain::identifiers::AccountId;

/// Who has a share of what the server can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Requester {
    /// Everybody who calls with a token of this account.
    Account(AccountId),
    /// Everybody who calls without a token, together.
    Anonymous,
}

impl From<AccountId> for Requester {
    fn from(account: AccountId) -> Self {
        Self::Account(account)
    }
}
