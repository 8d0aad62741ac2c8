//! Passwords, tokens and sealed cursors, and the clock that they are checked by.

use super::store_error::Cause;
use crate::accounts::account::PasswordHash;
use crate::accounts::key_text::ApiKeyId;
use crate::change::cursor::FeedCursor;
use crate::values::fingerprint::Fingerprint;
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;

/// A failure of the cryptography itself, not of the value that was checked.
#[derive(Debug, thiserror::Error)]
#[error("credentials could not be processed")]
pub struct CredentialsError(#[source] pub Cause);

/// Hashes and verifies passwords. Slow on purpose: never call it on an async thread.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait PasswordHasher: Send + Sync {
    /// A fresh hash of `password`.
    ///
    /// # Errors
    /// [`CredentialsError`] when it cannot be hashed (longer than 72 bytes, no randomness).
    fn hash(&self, password: &str) -> Result<PasswordHash, CredentialsError>;

    /// Whether `password` is the one that `hash` was made from. With `None` (an unknown login) it takes as long as for
    /// a wrong password, and returns false.
    ///
    /// # Errors
    /// [`CredentialsError`] when the stored hash is malformed.
    #[cfg_attr(any(test, feature = "mocks"), mockall::concretize)]
    fn verify(&self, password: &str, hash: Option<&PasswordHash>) -> Result<bool, CredentialsError>;

    /// Whether `hash` is weaker than what [`PasswordHasher::hash`] makes now.
    fn is_outdated(&self, hash: &PasswordHash) -> bool;
}

/// The subject of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenGrant {
    /// The account.
    pub account: AccountId,
    /// The account's token generation when the token was issued; [`TokenGrant::OF_A_KEY`] of a token for a key.
    pub generation: i64,
    /// The key that the token was issued for, which it ends with; `None` for a token that a password was given for.
    pub key: Option<ApiKeyId>,
}

impl TokenGrant {
    /// The generation in tokens for keys, which do not depend on it. No account has it, so that a server of an earlier
    /// version, which does not know keys, refuses these tokens.
    pub const OF_A_KEY: i64 = -1;
}

/// A token that was just issued. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct IssuedToken {
    /// The token's text.
    pub text: String,
    /// When it stops being valid.
    pub expires_at: Timestamp,
    /// How long it is valid, in seconds.
    pub lifetime_seconds: i64,
}

impl std::fmt::Debug for IssuedToken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("IssuedToken").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

/// The content of a valid token. Role, level and flags are not in it: they are read from the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedToken {
    /// The subject.
    pub grant: TokenGrant,
    /// When it stops being valid.
    pub expires_at: Timestamp,
}

/// Issues and verifies access tokens.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait TokenSigner: Send + Sync {
    /// A token for `grant`, valid from `now` for the configured lifetime, but no longer than `until`.
    ///
    /// # Errors
    /// [`CredentialsError`] when it cannot be signed.
    fn issue(
        &self,
        grant: TokenGrant,
        now: Timestamp,
        until: Option<Timestamp>,
    ) -> Result<IssuedToken, CredentialsError>;

    /// The content of `token`; `None` when it is malformed, forged, expired at `now` or meant for another audience.
    fn verify(&self, token: &str, now: Timestamp) -> Option<VerifiedToken>;
}

/// A clock. Tests use a fixed one.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait Clock: Send + Sync {
    /// The present moment in UTC.
    fn now(&self) -> Timestamp;
}

/// Encodes cursors so that any change to them is noticed.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait CursorSealer: Send + Sync {
    /// The cursor as an opaque text that needs no escaping in a URL.
    fn seal(&self, cursor: &FeedCursor) -> String;

    /// The cursor that `text` was sealed from; `None` when it is malformed, altered or not ours.
    fn open(&self, text: &str) -> Option<FeedCursor>;

    /// What identifies the present keys: as long as it is the same, every cursor that was sealed is opened. Equal on
    /// every server with these keys.
    fn key_id(&self) -> Fingerprint;
}
