//! Settings that a store holds.

use super::store_error::StoreError;
use crate::values::timestamp::Timestamp;
use crate::values::url_group::StorefrontHost;
use std::fmt;

/// Secret bytes for signing. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    /// The fewest bytes that a secret may have.
    pub const MINIMUM_BYTES: usize = 32;

    /// Wraps secret bytes; `None` when there are fewer than [`SigningSecret::MINIMUM_BYTES`].
    pub fn new(bytes: Vec<u8>) -> Option<Self> {
        (bytes.len() >= Self::MINIMUM_BYTES).then_some(Self(bytes))
    }

    /// The bytes, for signing and storing only.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SigningSecret(hidden)")
    }
}

/// The signing secrets of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SigningSecrets {
    /// Signs.
    pub current: SigningSecret,
    /// When it became the current one; `None` when that was before times were stored.
    pub since: Option<Timestamp>,
    /// The secret before it, unless that was revoked.
    pub previous: Option<SigningSecret>,
}

/// What a rotation does to the secret that it replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplacedSecret {
    /// It becomes the previous one: tokens signed with it end with their lifetime, cursors with the next rotation.
    Keep,
    /// It is deleted, and so is the previous one: every token and cursor ends at once.
    Revoke,
}

/// Settings that belong to the data, not to a server.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait StoreSettings: Send + Sync {
    /// The storefront host that the first import stored; `None` before it.
    fn storefront(&self) -> Result<Option<StorefrontHost>, StoreError>;

    /// The store's own signing secrets. `candidate` becomes the current one at `now` when there is none yet; of several
    /// callers at once, all get the same secret.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read or written.
    fn signing_secret(&self, candidate: &SigningSecret, now: Timestamp) -> Result<SigningSecrets, StoreError>;

    /// The store's own signing secrets; `None` when there are none yet.
    fn signing_secrets(&self) -> Result<Option<SigningSecrets>, StoreError>;

    /// Makes `secret` the current one from `now` on, and a new revision of the accounts, by which running servers
    /// notice.
    fn rotate_signing_secret(
        &self,
        secret: &SigningSecret,
        replaced: ReplacedSecret,
        now: Timestamp,
    ) -> Result<SigningSecrets, StoreError>;
}
