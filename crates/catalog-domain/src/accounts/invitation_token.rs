//! The secret of an invitation, and what is stored of it.

use super::secret_text::secret_text;
use crate::values::timestamp::Timestamp;

secret_text! {
    /// The secret of an invitation. Never stored, logged or printed except in the one response that hands it out.
    InvitationToken,
    /// The hash of an invitation's token, which is all that is stored of it.
    InvitationHash
}

/// An invitation to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvitation {
    /// The hash that identifies it.
    pub hash: InvitationHash,
    /// When it expires.
    pub expires_at: Timestamp,
    /// It replaces an earlier one only if that expires by then; `None`: whenever that expires.
    pub replaces_until: Option<Timestamp>,
}
