//! The source of the accounts that servers cache.

use super::store_error::StoreError;
use crate::accounts::account::CallerAccount;
use crate::accounts::key_text::ApiKeyId;
use crate::values::identifiers::{AccountId, AccountRevision};

/// A state of the accounts that a server has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountPosition {
    /// The revision.
    pub revision: AccountRevision,
    /// A random number that belongs to the revision: a store that was restored from a backup may have had another
    /// revision of the same number.
    pub mark: i64,
}

/// The accounts that may have tokens (see [`CallerAccount::may_have_tokens`]) at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSnapshot {
    /// From where changes can be requested; `None` when the store does not know.
    pub position: Option<AccountPosition>,
    /// The accounts, by id ascending.
    pub accounts: Vec<CallerAccount>,
}

/// What changed about the accounts that may have tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountChanges {
    /// The present position of the store.
    pub position: AccountPosition,
    /// New and changed ones, as they are now.
    pub changed: Vec<CallerAccount>,
    /// Accounts that changed and have no tokens now. Most of them never had any.
    pub without_tokens: Vec<AccountId>,
}

/// Reads the part of the accounts that servers cache.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait AccountSource: Send + Sync {
    /// All accounts that may have tokens, read in one snapshot.
    fn load_accounts(&self) -> Result<AccountSnapshot, StoreError>;

    /// What changed since `known`, read in one snapshot. `None` when the store does not know: that state is not, or no
    /// longer, one of its own, or a change was made since by an earlier version of this program, which does not mark
    /// its changes.
    fn account_changes_since(&self, known: AccountPosition) -> Result<Option<AccountChanges>, StoreError>;

    /// The account with that id, whether or not it may have tokens; `None` when there is none.
    fn find_caller(&self, id: AccountId) -> Result<Option<CallerAccount>, StoreError>;

    /// The account that `key` belongs to; `None` when there is no such key.
    fn find_key_owner(&self, key: ApiKeyId) -> Result<Option<AccountId>, StoreError>;
}
