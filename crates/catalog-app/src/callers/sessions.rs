//! Sessions of the pages for people: started by a login, ended by signing out, by time, or with the account's tokens.

use super::{AuthError, Caller, Callers};
use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{SESSION_LIFETIME_SECONDS, SessionHash, SessionToken};
use catalog_domain::ports::{SessionTokens, TokenGrant, VerifiedToken, Visits};
use catalog_domain::values::{AccountId, SectionId, Timestamp};
use quick_cache::sync::Cache;
use std::sync::Arc;

/// How many sessions are cached, at about 200 bytes each.
const MAXIMUM_CACHED: usize = 4_096;

/// How long a session is believed without asking the store, in seconds: another server may have ended it.
const CACHE_SECONDS: i64 = 1;

/// How far the clock of the server that started a session may be ahead, in seconds: as for tokens.
const CLOCK_LEEWAY_SECONDS: i64 = 60;

/// The sessions that were looked up a moment ago.
pub(super) struct RecentSessions(Cache<SessionHash, RecentSession>);

#[derive(Clone, Copy)]
struct RecentSession {
    content: VerifiedToken,
    read_at: Timestamp,
}

impl Default for RecentSessions {
    fn default() -> Self {
        Self(Cache::new(MAXIMUM_CACHED))
    }
}

impl RecentSessions {
    /// The content of a session that was read less than [`CACHE_SECONDS`] ago and has not expired.
    fn find(&self, session: &SessionHash, now: Timestamp) -> Option<VerifiedToken> {
        let RecentSession { content, read_at } = self.0.get(session)?;
        let is_recent = read_at <= now && now < read_at.plus_seconds(CACHE_SECONDS);
        (is_recent && now < content.expires_at).then_some(content)
    }
}

/// Whether a session was started at or before `now`: one that was started while a clock was ahead is refused. Every
/// session lasts equally long, so its end tells its beginning.
fn has_begun(content: &VerifiedToken, now: Timestamp) -> bool {
    content.expires_at <= now.plus_seconds(SESSION_LIFETIME_SECONDS + CLOCK_LEEWAY_SECONDS)
}

impl Callers {
    /// Makes and hashes the secrets of sessions.
    pub fn session_tokens(&self) -> &dyn SessionTokens {
        &*self.ports.session_tokens
    }

    /// Starts a session for `grant`, and returns its token, which is shown to the browser only.
    ///
    /// # Errors
    /// [`ServiceFailure`] when it cannot be stored, or there is no randomness.
    pub async fn start_session(&self, grant: TokenGrant) -> Result<SessionToken, ServiceFailure> {
        let (store, tokens) = (Arc::clone(&self.ports.sessions), &self.ports.session_tokens);
        let (token, now) = (tokens.generate()?, self.ports.clock.now());
        let content = VerifiedToken { grant, expires_at: now.plus_seconds(SESSION_LIFETIME_SECONDS) };
        let session = tokens.hash(&token);
        try_call_store(move || store.start_session(&session, content, now)).await?;
        Ok(token)
    }

    /// Authenticates a caller by the token of a session. The store is asked at most once a second for each session.
    ///
    /// # Errors
    /// [`AuthError`] when the session has ended, or the account accepts it no longer.
    pub async fn authenticate_session(&self, token: &SessionToken) -> Result<Caller, AuthError> {
        let (session, now) = (self.ports.session_tokens.hash(token), self.ports.clock.now());
        if let Some(content) = self.recent_sessions.find(&session, now) {
            return self.authorize(content).await;
        }
        let (store, sought) = (Arc::clone(&self.ports.sessions), session.clone());
        let found = try_call_store(move || store.find_session(&sought, now)).await?;
        let content = found.filter(|content| has_begun(content, now)).ok_or(AuthError::NoValidToken)?;
        self.recent_sessions.0.insert(session, RecentSession { content, read_at: now });
        self.authorize(content).await
    }

    /// Notes that `account` is there, and the section that it looks at, if it does.
    pub fn note_visit(&self, account: AccountId, section: Option<SectionId>) {
        let store = Arc::clone(&self.ports.sessions);
        let write = move |visits: &[_], at| store.note_visits(visits, at);
        self.visits.note((account, section), self.ports.clock.now(), write);
    }

    /// The visits of the person of a session.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn visits(&self, token: &SessionToken) -> Result<Visits, ServiceFailure> {
        let (store, session) = (Arc::clone(&self.ports.sessions), self.ports.session_tokens.hash(token));
        try_call_store(move || store.find_visits(&session)).await
    }

    /// Ends a session: at once on this server, within a second on others.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be written; the session then goes on.
    pub async fn end_session(&self, token: &SessionToken) -> Result<(), ServiceFailure> {
        let session = self.ports.session_tokens.hash(token);
        let (store, ended) = (Arc::clone(&self.ports.sessions), session.clone());
        try_call_store(move || store.end_session(&ended)).await?;
        self.recent_sessions.0.remove(&session);
        Ok(())
    }
}
