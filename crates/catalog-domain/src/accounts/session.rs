//! Sessions: who is signed in to the pages for people.
//!
//! A session has the same content as a token, and is authorized by the same rule, [`super::authorize_token`]: so it
//! ends when the account's tokens end. Unlike a token it is stored, so that signing out ends it, too.

use std::fmt;

/// How long somebody stays signed in, in seconds: 12 hours.
pub const SESSION_LIFETIME_SECONDS: i64 = 12 * 60 * 60;

/// The secret of a session, which only its browser has. Never stored, logged or printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(String);

impl SessionToken {
    /// Wraps the text of a token.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for hashing and for the cookie only.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SessionToken(hidden)")
    }
}

/// The hash of a session's token, which is all that is stored of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SessionHash(String);

impl SessionHash {
    /// Wraps a hash in text form.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The hash for the store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
