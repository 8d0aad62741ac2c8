//! Settings that a store holds.

use super::store_error::StoreError;
use crate::values::url_group::StorefrontHost;
use std::fmt;

/// Secret bytes for signing. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    /// The fewest bytes that a secret may have.
    pub const MINIMUM_BYTES: usize = 32;

    /// Wraps secret bytes; `None` when there are fewer than [`SigningSecret::MINIMUM_BYTES`].
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Option<Self> {
        (bytes.len() >= Self::MINIMUM_BYTES).then_some(Self(bytes))
    }

    /// The bytes, for signing and storing only.
    #[must_use]
    pub fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SigningSecret(hidden)")
    }
}

/// Settings that belong to the data, not to a server.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait StoreSettings: Send + Sync {
    /// The storefront host that the first import stored; `None` before it.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    fn storefront(&self) -> Result<Option<StorefrontHost>, StoreError>;

    /// The store's own signing secret. `candidate` becomes it when there is none yet; of several callers at once, all
    /// get the same secret.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read or written.
    fn signing_secret(&self, candidate: &SigningSecret) -> Result<SigningSecret, StoreError>;
}
