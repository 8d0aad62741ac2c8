//! The requester of work.

use catalog_domain::values::AccountId;

/// A unit of fair sharing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Requester {
    /// All callers with a token of this account.
    Account(AccountId),
    /// All callers without a token, together.
    Anonymous,
}

impl From<AccountId> for Requester {
    fn from(account: AccountId) -> Self {
        Self::Account(account)
    }
}
