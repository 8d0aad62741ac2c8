//! The secret of an invitation, and what is stored of it.

use crate::values::timestamp::Timestamp;
use std::fmt;

/// The secret of an invitation. Never stored, logged or printed except in the one response that hands it out.
#[derive(Clone, PartialEq, Eq)]
pub struct InvitationToken(String);

impl InvitationToken {
    /// Wraps the text of a token.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for hashing and for the link only.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for InvitationToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("InvitationToken(hidden)")
    }
}

/// The hash of an invitation's token, which is all that is stored of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationHash(String);

impl InvitationHash {
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

/// An invitation to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvitation {
    /// The hash that identifies it.
    pub hash: InvitationHash,
    /// When it expires.
    pub expires_at: Timestamp,
}
