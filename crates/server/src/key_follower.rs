//! Follows a rotation of the store's signing secret, so that no server has to be restarted.

use catalog_app::callers::VerifiedTokens;
use catalog_domain::ports::{SigningSecrets, StoreError, StoreSettings};
use credentials::{RotatingKeys, secret_fingerprint};
use std::sync::Arc;

/// Keeps the keys of a server equal to the store's secrets.
pub(crate) struct KeyFollower {
    settings: Arc<dyn StoreSettings>,
    keys: Arc<RotatingKeys>,
    /// Tokens that were verified with the keys before.
    verified: Arc<VerifiedTokens>,
    known: SigningSecrets,
}

impl KeyFollower {
    /// Follows `settings` from `known` on, with which `keys` were made.
    pub(crate) fn new(
        settings: Arc<dyn StoreSettings>,
        keys: Arc<RotatingKeys>,
        verified: Arc<VerifiedTokens>,
        known: SigningSecrets,
    ) -> Self {
        Self { settings, keys, verified, known }
    }

    /// Reads the secrets, and goes on with them where they differ.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub(crate) fn refresh(&mut self) -> Result<(), StoreError> {
        let Some(stored) = self.settings.signing_secrets()? else { return Ok(()) };
        if stored != self.known {
            self.keys.replace(&stored.clone().into());
            self.verified.forget();
            let (key, revoked) = (secret_fingerprint(&stored.current), stored.previous.is_none());
            tracing::info!(key, revoked, "the signing secret was rotated");
            self.known = stored;
        }
        Ok(())
    }
}
