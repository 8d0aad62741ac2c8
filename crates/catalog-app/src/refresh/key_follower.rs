//! Follows a rotation of the store's signing secret, so that no server has to be restarted.

use crate::callers::VerifiedTokens;
use catalog_domain::ports::{SigningSecrets, StoreError, StoreSettings};
use std::sync::Arc;

/// What signs tokens and seals cursors, with keys that can be replaced.
pub trait SigningKeys: Send + Sync {
    /// Goes on with `secrets`, and returns the fingerprint of the current one.
    fn replace(&self, secrets: &SigningSecrets) -> String;
}

/// Keeps the keys of a server equal to the store's secrets.
pub struct SigningKeyFollower {
    settings: Arc<dyn StoreSettings>,
    keys: Arc<dyn SigningKeys>,
    /// Tokens that were verified with the keys before.
    verified: Arc<VerifiedTokens>,
    known: SigningSecrets,
}

impl SigningKeyFollower {
    /// Follows `settings` from `known` on, with which `keys` were made.
    pub fn new(
        settings: Arc<dyn StoreSettings>,
        keys: Arc<dyn SigningKeys>,
        verified: Arc<VerifiedTokens>,
        known: SigningSecrets,
    ) -> Self {
        Self { settings, keys, verified, known }
    }

    /// Reads the secrets, and goes on with them where they differ.
    pub(super) fn refresh(&mut self) -> Result<(), StoreError> {
        let Some(stored) = self.settings.signing_secrets()? else { return Ok(()) };
        if stored != self.known {
            let (key, revoked) = (self.keys.replace(&stored), stored.previous.is_none());
            self.verified.forget();
            tracing::info!(key, revoked, "the signing secret was rotated");
            self.known = stored;
        }
        Ok(())
    }
}
