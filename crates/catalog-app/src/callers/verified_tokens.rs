//! Tokens that were verified recently: a signature stays valid until it expires.

use catalog_domain::ports::{CredentialsError, IssuedToken, TokenGrant, TokenSigner, VerifiedToken};
use catalog_domain::values::Timestamp;
use quick_cache::sync::Cache;
use std::sync::Arc;

/// How many tokens are cached, at about half a kilobyte each.
const MAXIMUM_TOKENS: usize = 8_192;

/// A signer that caches verified tokens. It does not decide on the account: that is looked up for every request, so a
/// revoked token is refused at once whether or not it is cached.
pub struct VerifiedTokens {
    signer: Arc<dyn TokenSigner>,
    known: Cache<Box<str>, KnownToken>,
}

#[derive(Clone, Copy)]
struct KnownToken {
    content: VerifiedToken,
    verified_at: Timestamp,
}

impl VerifiedTokens {
    /// Caches what `signer` verifies.
    pub fn new(signer: Arc<dyn TokenSigner>) -> Self {
        Self { signer, known: Cache::new(MAXIMUM_TOKENS) }
    }

    /// Verifies every token again: the keys were replaced.
    pub fn forget(&self) {
        self.known.clear();
    }
}

impl TokenSigner for VerifiedTokens {
    fn issue(
        &self,
        grant: TokenGrant,
        now: Timestamp,
        until: Option<Timestamp>,
    ) -> Result<IssuedToken, CredentialsError> {
        self.signer.issue(grant, now, until)
    }

    fn verify(&self, token: &str, now: Timestamp) -> Option<VerifiedToken> {
        // When the clock was set back since, the token may be one of the future.
        if let Some(known) = self.known.get(token).filter(|known| known.verified_at <= now) {
            return (now < known.content.expires_at).then_some(known.content);
        }
        let verified = self.signer.verify(token, now)?;
        self.known.insert(token.into(), KnownToken { content: verified, verified_at: now });
        Some(verified)
    }
}

#[cfg(test)]
mod tests;
