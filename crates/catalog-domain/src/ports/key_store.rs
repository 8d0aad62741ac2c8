//! Keys of accounts.

use super::credentials::CredentialsError;
use super::store_error::StoreError;
use crate::accounts::key::{ApiKey, EndingApiKey};
use crate::accounts::key_text::{ApiKeyHash, ApiKeyId, ApiKeyText};
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;

/// What became of a new key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiKeyAdded {
    /// It is stored.
    Added,
    /// The account has [`crate::accounts::MOST_KEYS`] already that have not ended.
    TooMany,
    /// There is no such account, or it is not active.
    NotActive,
}

/// Stores the keys of accounts, and only the hashes of their secrets. A key that is added or deleted makes a new
/// account revision and is a change of its account, so that servers follow it; a use does not.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait ApiKeyStore: Send + Sync {
    /// Adds `key`, which was made just now, to an active account, and forgets the account's oldest ended keys beyond
    /// [`crate::accounts::MOST_ENDED_KEYS`]. Nothing is written unless it is added.
    fn add_key(&self, key: &ApiKey) -> Result<ApiKeyAdded, StoreError>;

    /// The keys of an account, the newest first, ended ones as well.
    fn keys_of(&self, account: AccountId) -> Result<Vec<ApiKey>, StoreError>;

    /// The keys of every account, by account, the newest first.
    fn all_keys(&self) -> Result<Vec<ApiKey>, StoreError>;

    /// Deletes a key of `account` and returns it; `None` when the account has no such key.
    fn delete_key(&self, account: AccountId, key: ApiKeyId) -> Result<Option<ApiKey>, StoreError>;

    /// Notes that each of `keys` was used at `at`, unless a later use was noted, or there is no such key.
    fn note_key_uses(&self, keys: &[ApiKeyId], at: Timestamp) -> Result<(), StoreError>;

    /// At most `most` keys of active accounts whose owners are to be mailed at `now`, by their end: those for which
    /// [`crate::accounts::CallerApiKey::has_news_of_end`]. Each is returned once, whichever server asks, and this makes
    /// no account revision.
    fn take_ending_keys(&self, now: Timestamp, most: usize) -> Result<Vec<EndingApiKey>, StoreError>;
}

/// A key that somebody presents. Whether there is such a key, its text does not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresentedApiKey {
    /// Its id.
    pub id: ApiKeyId,
    /// The hash of the whole.
    pub hash: ApiKeyHash,
}

/// Makes and reads keys.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait ApiKeyTexts: Send + Sync {
    /// A new unguessable key.
    ///
    /// # Errors
    /// [`CredentialsError`] when there is no randomness.
    fn generate(&self) -> Result<(ApiKeyText, PresentedApiKey), CredentialsError>;

    /// The key with that text; `None` for a text that is no key, or a mistyped one: its checksum tells.
    fn read(&self, text: &str) -> Option<PresentedApiKey>;
}
