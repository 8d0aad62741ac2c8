//! The tokens of sessions: random, and stored as a hash.

use crate::{hash_of, random_secret};
use catalog_domain::accounts::{SessionHash, SessionToken};
use catalog_domain::ports::{CredentialsError, SessionTokens};

/// Makes tokens from the operating system's randomness and hashes them with SHA-256.
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

#[cfg(test)]
mod tests {
    use super::*;

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
