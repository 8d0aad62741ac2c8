//! The tokens of invitations: random, and stored as a hash.

use crate::{hash_of, random_secret};
use catalog_domain::accounts::{InvitationHash, InvitationToken};
use catalog_domain::ports::{CredentialsError, InvitationTokens};

/// Makes tokens from the operating system's randomness and hashes them with SHA-256.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomInvitations;

impl InvitationTokens for RandomInvitations {
    fn generate(&self) -> Result<InvitationToken, CredentialsError> {
        random_secret().map(InvitationToken::new)
    }

    fn hash(&self, token: &InvitationToken) -> InvitationHash {
        InvitationHash::new(hash_of(token.expose()))
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
