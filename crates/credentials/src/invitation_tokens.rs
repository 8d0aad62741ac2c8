//! The tokens of invitations: random, and stored as a hash.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use catalog_domain::accounts::{InvitationHash, InvitationToken};
use catalog_domain::ports::{CredentialsError, InvitationTokens};
use rand::TryRngCore;
use sha2::{Digest, Sha256};

/// The random bytes of a token: too many to be guessed, so that a plain hash of them is enough.
const TOKEN_BYTES: usize = 32;

/// Makes tokens from the operating system's randomness and hashes them with SHA-256.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomInvitations;

impl InvitationTokens for RandomInvitations {
    fn generate(&self) -> Result<InvitationToken, CredentialsError> {
        let mut bytes = [0; TOKEN_BYTES];
        rand::rngs::OsRng.try_fill_bytes(&mut bytes).map_err(|error| CredentialsError(error.into()))?;
        Ok(InvitationToken::new(URL_SAFE_NO_PAD.encode(bytes)))
    }

    fn hash(&self, token: &InvitationToken) -> InvitationHash {
        InvitationHash::new(URL_SAFE_NO_PAD.encode(Sha256::digest(token.expose())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_fit_into_a_url_and_are_not_their_hashes() {
        let (one, other) = (RandomInvitations.generate().unwrap(), RandomInvitations.generate().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.expose().len(), 43);
        assert!(one.expose().bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')));
        let hash = RandomInvitations.hash(&one);
        assert_eq!(hash, RandomInvitations.hash(&one));
        assert_ne!(hash, RandomInvitations.hash(&other));
        assert!(!hash.as_str().contains(one.expose()));
        let empty = RandomInvitations.hash(&InvitationToken::new(String::new()));
        assert_eq!(empty.as_str(), "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", "SHA-256");
    }
}
