//! Callers: from a token or a session to an account that may call (`docs/contract.md#authentication`).

mod sessions;
mod verified_tokens;

pub use verified_tokens::VerifiedTokens;

use crate::accounts::AccountDirectory;
use crate::runtime::Requester;
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{CallerAccount, TokenRefusal, authorize_token};
use catalog_domain::ports::{
    Clock, CredentialsError, IssuedToken, SessionStore, SessionTokens, TokenGrant, TokenSigner, VerifiedToken,
};
use catalog_domain::pricing::Viewer;
use sessions::RecentSessions;
use std::fmt;
use std::sync::Arc;

/// An authenticated caller.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The account, in its state at the time of the request.
    pub account: Arc<CallerAccount>,
    /// How this caller sees the catalog.
    pub viewer: Viewer,
    /// The token of the request.
    pub token: VerifiedToken,
}

impl Caller {
    /// The requester that this caller's work is accounted to.
    #[must_use]
    pub fn requester(&self) -> Requester {
        Requester::Account(self.account.id)
    }
}

/// Why a caller was refused.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// No token, or one that is malformed, forged, expired or revoked.
    #[error("no valid access token")]
    NoValidToken,
    /// The account is not approved or was disabled.
    #[error("the account is not active")]
    AccessDisabled,
    /// The check failed.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// Who calls: by the tokens of programs, and by the sessions of people.
pub struct Callers {
    ports: CallerPorts,
    recent_sessions: RecentSessions,
}

/// The ports of callers.
#[derive(Clone)]
pub struct CallerPorts {
    /// The accounts that may have tokens, in memory.
    pub directory: Arc<AccountDirectory>,
    /// Access tokens.
    pub tokens: Arc<dyn TokenSigner>,
    /// Sessions of the pages for people.
    pub sessions: Arc<dyn SessionStore>,
    /// The secrets of sessions.
    pub session_tokens: Arc<dyn SessionTokens>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl Callers {
    /// The callers that `ports` know.
    #[must_use]
    pub fn new(ports: CallerPorts) -> Self {
        Self { ports, recent_sessions: RecentSessions::default() }
    }

    /// Authenticates the caller by `token`.
    ///
    /// # Errors
    /// [`AuthError`] when the token is refused.
    pub async fn authenticate(&self, token: Option<&str>) -> Result<Caller, AuthError> {
        let token = token.and_then(|token| self.ports.tokens.verify(token, self.ports.clock.now()));
        self.authorize(token.ok_or(AuthError::NoValidToken)?).await
    }

    /// A new token with that content.
    ///
    /// # Errors
    /// [`CredentialsError`] when it cannot be signed.
    pub fn issue_token(&self, grant: TokenGrant) -> Result<IssuedToken, CredentialsError> {
        self.ports.tokens.issue(grant, self.ports.clock.now())
    }

    /// Completes when `account` has lost the access that it had with its tokens.
    pub async fn access_ended(&self, account: &CallerAccount) {
        self.ports.directory.access_ended(account).await;
    }

    /// The caller with a token or session of that content.
    async fn authorize(&self, token: VerifiedToken) -> Result<Caller, AuthError> {
        let account = self.ports.directory.find(token.grant.account).await?;
        match (authorize_token(&token, account.as_deref()), account) {
            (Ok(()), Some(account)) => Ok(Caller { viewer: account.viewer(), account, token }),
            (Err(TokenRefusal::AccessDisabled), _) => Err(AuthError::AccessDisabled),
            (Err(TokenRefusal::InvalidToken), _) | (Ok(()), None) => Err(AuthError::NoValidToken),
        }
    }
}

impl fmt::Debug for Callers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Callers").field("recent_sessions", &self.recent_sessions).finish_non_exhaustive()
    }
}
