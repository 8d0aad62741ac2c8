//! Sessions of the pages for people.

use super::credentials::{CredentialsError, VerifiedToken};
use super::store_error::StoreError;
use crate::accounts::session::{SessionHash, SessionToken};
use crate::values::identifiers::{AccountId, SectionId};
use crate::values::timestamp::Timestamp;

/// The most sections of an account that are stored: those that it looked at last.
pub const MOST_VISITED_SECTIONS: usize = 8;

/// What is known of the visits of a person by the beginning of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Visits {
    /// The last request before the session began; `None` when it is the first.
    pub before: Option<Timestamp>,
    /// The sections that the person looked at, in any session, the latest first.
    pub sections: Vec<SectionId>,
}

/// Stores sessions, and only the hashes of their tokens.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait SessionStore: Send + Sync {
    /// Stores a session, and deletes those that have expired at `now`.
    fn start_session(&self, session: &SessionHash, content: VerifiedToken, now: Timestamp) -> Result<(), StoreError>;

    /// The content of a session; `None` when there is none, or it has expired at `now`. Whether its account still
    /// accepts it is decided by [`crate::accounts::authorize_token`].
    fn find_session(&self, session: &SessionHash, now: Timestamp) -> Result<Option<VerifiedToken>, StoreError>;

    /// The visits of the account of a session. Without such a session there are none.
    fn find_visits(&self, session: &SessionHash) -> Result<Visits, StoreError>;

    /// Notes that active accounts were there at `at`, and which section each looked at, if it did. What is noted later
    /// is the latest.
    fn note_visits(&self, visits: &[(AccountId, Option<SectionId>)], at: Timestamp) -> Result<(), StoreError>;

    /// Deletes a session, if it is there.
    fn end_session(&self, session: &SessionHash) -> Result<(), StoreError>;
}

/// Makes and hashes the secrets of sessions.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait SessionTokens: Send + Sync {
    /// A new unguessable token.
    ///
    /// # Errors
    /// [`CredentialsError`] when there is no randomness.
    fn generate(&self) -> Result<SessionToken, CredentialsError>;

    /// The hash that is stored. It is deterministic.
    fn hash(&self, token: &SessionToken) -> SessionHash;

    /// The text that forms of the session carry. It is deterministic, and reveals neither the token nor its hash.
    fn form_token(&self, token: &SessionToken) -> String;
}
