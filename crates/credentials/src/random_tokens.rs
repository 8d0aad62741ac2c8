//! The tokens of invitations and sessions: random, and stored as a hash. The ids of jobs: random, too.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use catalog_domain::accounts::{InvitationHash, InvitationToken, SessionHash, SessionToken};
use catalog_domain::imports::JobId;
use catalog_domain::ports::{CredentialsError, InvitationTokens, JobIds, SessionTokens};
use sha2::{Digest, Sha256};

/// The random bytes of a secret that is stored as a hash: too many to be guessed, so that a plain hash is enough.
const SECRET_BYTES: usize = 32;

/// Makes tokens of invitations from the operating system's randomness and hashes them with SHA-256.
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

/// Makes tokens of sessions from the operating system's randomness and hashes them with SHA-256.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomSessions;

impl SessionTokens for RandomSessions {
    fn generate(&self) -> Result<SessionToken, CredentialsError> {
        random_secret().map(SessionToken::new)
    }

    fn hash(&self, token: &SessionToken) -> SessionHash {
        SessionHash::new(hash_of(token.expose()))
    }

    fn form_token(&self, token: &SessionToken) -> String {
        // The prefix makes it another hash than the one that is stored.
        hash_of(&format!("form {}", token.expose()))
    }
}

/// Makes ids of jobs from the operating system's randomness.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomJobIds;

impl JobIds for RandomJobIds {
    fn make_id(&self) -> Result<JobId, CredentialsError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| CredentialsError(error.into()))?;
        Ok(JobId::new(bytes))
    }
}

/// A new secret from the operating system's randomness, which needs no escaping in a URL or a cookie.
fn random_secret() -> Result<String, CredentialsError> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| CredentialsError(error.into()))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

pub(crate) fn hash_of(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(secret))
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

    #[test]
    fn the_token_of_forms_is_neither_the_session_nor_its_hash() {
        let (one, other) = (RandomSessions.generate().unwrap(), RandomSessions.generate().unwrap());
        assert_ne!(one, other);
        let form_token = RandomSessions.form_token(&one);
        assert_eq!(form_token, RandomSessions.form_token(&one));
        assert_ne!(form_token, RandomSessions.form_token(&other));
        assert_ne!(form_token, RandomSessions.hash(&one).as_str());
        assert!(!form_token.contains(one.expose()));
    }
}
