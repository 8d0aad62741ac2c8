//! Sessions of people who are signed in to the portal.
//!
//! A session has the same content as a token, and is authorized by the same rule, [`super::authorize_token`]: so it
//! ends when the account's tokens end. Unlike a token it is stored, so that signing out ends it, too.

use super::secret_text::secret_text;

/// How long somebody stays signed in, in seconds: 12 hours.
pub const SESSION_LIFETIME_SECONDS: i64 = 12 * 60 * 60;

secret_text! {
    /// The secret of a session, which only its browser has. Never stored, logged or printed.
    SessionToken,
    /// The hash of a session's token, which is all that is stored of it.
    SessionHash
}
