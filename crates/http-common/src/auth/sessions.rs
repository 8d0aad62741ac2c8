//! Sessions of the pages for people: started by a login, ended by signing out, by time, or with the account's tokens.

use crate::auth::caller::{AuthError, Caller, authorize};
use crate::services::Services;
use catalog_app::ServiceFailure;
use catalog_app::runtime::try_call_store;
use catalog_domain::accounts::{SESSION_LIFETIME_SECONDS, SessionHash, SessionToken};
use catalog_domain::ports::{SessionStore, SessionTokens, TokenGrant, VerifiedToken};
use catalog_domain::values::Timestamp;
use quick_cache::sync::Cache;
use std::fmt;
use std::sync::Arc;

/// How many sessions are cached, at about 200 bytes each.
const MAXIMUM_CACHED: usize = 4_096;

/// How long a session is believed without asking the store, in seconds: another server may have ended it.
const CACHE_SECONDS: i64 = 1;

/// How far the clock of the server that started a session may be ahead, in seconds: as for tokens.
const CLOCK_LEEWAY_SECONDS: i64 = 60;

/// The ports of sessions, and the sessions that were looked up a moment ago.
pub struct Sessions {
    store: Arc<dyn SessionStore>,
    tokens: Arc<dyn SessionTokens>,
    recent: Cache<SessionHash, RecentSession>,
}

/// A session as the store had it.
#[derive(Clone, Copy)]
struct RecentSession {
    content: VerifiedToken,
    read_at: Timestamp,
}

impl Sessions {
    /// Sessions in `store`.
    #[must_use]
    pub fn new(store: Arc<dyn SessionStore>, tokens: Arc<dyn SessionTokens>) -> Self {
        Self { store, tokens, recent: Cache::new(MAXIMUM_CACHED) }
    }

    /// Makes and hashes secrets.
    #[must_use]
    pub fn tokens(&self) -> &dyn SessionTokens {
        &*self.tokens
    }

    /// The content of a session that was read less than [`CACHE_SECONDS`] ago and has not expired.
    fn recent(&self, session: &SessionHash, now: Timestamp) -> Option<VerifiedToken> {
        let RecentSession { content, read_at } = self.recent.get(session)?;
        let is_recent = read_at <= now && now < read_at.plus_seconds(CACHE_SECONDS);
        (is_recent && now < content.expires_at).then_some(content)
    }
}

/// Whether a session was started at or before `now`: one that was started while a clock was ahead is refused. Every
/// session lasts equally long, so its end tells its beginning.
fn has_begun(content: &VerifiedToken, now: Timestamp) -> bool {
    content.expires_at <= now.plus_seconds(SESSION_LIFETIME_SECONDS + CLOCK_LEEWAY_SECONDS)
}

impl fmt::Debug for Sessions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sessions").field("recent", &self.recent.len()).finish_non_exhaustive()
    }
}

/// Starts a session for `grant`, and returns its token, which is shown to the browser only.
///
/// # Errors
/// [`ServiceFailure`] when it cannot be stored, or there is no randomness.
pub async fn start_session(services: &Services, grant: TokenGrant) -> Result<SessionToken, ServiceFailure> {
    let (store, tokens) = (Arc::clone(&services.sessions.store), &services.sessions.tokens);
    let (token, now) = (tokens.generate()?, services.clock.now());
    let content = VerifiedToken { grant, expires_at: now.plus_seconds(SESSION_LIFETIME_SECONDS) };
    let session = tokens.hash(&token);
    try_call_store(move || store.start_session(&session, content, now)).await?;
    Ok(token)
}

/// Authenticates a caller by the token of a session. The store is asked at most once a second for each session.
///
/// # Errors
/// [`AuthError`] when the session has ended, or the account accepts it no longer.
pub async fn authenticate_session(services: &Services, token: &SessionToken) -> Result<Caller, AuthError> {
    let sessions = &services.sessions;
    let (session, now) = (sessions.tokens.hash(token), services.clock.now());
    if let Some(content) = sessions.recent(&session, now) {
        return authorize(services, content).await;
    }
    let (store, sought) = (Arc::clone(&sessions.store), session.clone());
    let found = try_call_store(move || store.find_session(&sought, now)).await?;
    let content = found.filter(|content| has_begun(content, now)).ok_or(AuthError::NoValidToken)?;
    sessions.recent.insert(session, RecentSession { content, read_at: now });
    authorize(services, content).await
}

/// Ends a session: at once on this server, within a second on others.
///
/// # Errors
/// [`ServiceFailure`] when the store cannot be written; the session then goes on.
pub async fn end_session(services: &Services, token: &SessionToken) -> Result<(), ServiceFailure> {
    let session = services.sessions.tokens.hash(token);
    let (store, ended) = (Arc::clone(&services.sessions.store), session.clone());
    try_call_store(move || store.end_session(&ended)).await?;
    services.sessions.recent.remove(&session);
    Ok(())
}
