//! Callers: from a token or a session to an account that may call (`docs/contract.md#authentication`).

mod keys;
mod noted_uses;
mod sessions;
mod verified_tokens;

pub use verified_tokens::VerifiedTokens;

use crate::accounts::AccountDirectory;
use crate::runtime::{Requester, try_call_store};
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{
    AccessChange, ApiKeyId, AttemptSource, CallerAccount, CallerApiKey, Operation, OperationRefusal, TokenRefusal,
    authorize_token, is_meant_as_key, may,
};
use catalog_domain::ports::{
    ApiKeyStore, ApiKeyTexts, AttemptLimiter, Clock, CredentialsError, IssuedToken, SessionStore, SessionTokens,
    TokenGrant, TokenSigner, VerifiedToken,
};
use catalog_domain::pricing::Viewer;
use catalog_domain::values::{AccountId, SectionId, Timestamp};
use noted_uses::NotedUses;
use sessions::RecentSessions;
use std::sync::Arc;

/// An authenticated caller.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The account, in its state at the time of the request.
    pub account: Arc<CallerAccount>,
    /// How this caller sees the catalog.
    pub viewer: Viewer,
    /// The key of the request, or the one that its token was issued for; `None` when the caller has given a password.
    pub key: Option<CallerApiKey>,
    /// When the token, the session or the key ends; `None`: never.
    pub expires_at: Option<Timestamp>,
}

impl Caller {
    /// The requester that this caller's work is accounted to.
    pub fn requester(&self) -> Requester {
        Requester::Account(self.account.id)
    }

    /// Whether this caller may do `operation`.
    ///
    /// # Errors
    /// [`OperationRefusal`] says why not.
    pub fn may(&self, operation: Operation) -> Result<(), OperationRefusal> {
        may(operation, self.account.role, self.key.as_ref().map(|key| key.right))
    }
}

/// Why a caller was refused.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// No token or key, or one that is malformed, forged, expired or revoked.
    #[error("no valid access token")]
    NoValidToken,
    /// A key whose checksum says that it was mistyped.
    #[error("a mistyped key")]
    MistypedKey,
    /// Too many wrong keys came from there.
    #[error("too many wrong keys")]
    TooManyAttempts {
        /// Seconds until the source may try again.
        retry_after_seconds: u32,
    },
    /// The account is not approved or was disabled.
    #[error("the account is not active")]
    AccessDisabled,
    /// The check failed.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// Identifies callers: by the tokens and keys of programs, and by the sessions of people.
pub struct Callers {
    ports: CallerPorts,
    recent_sessions: RecentSessions,
    key_uses: NotedUses<ApiKeyId>,
    /// Who was there, and which section each looked at, if it did.
    visits: NotedUses<(AccountId, Option<SectionId>)>,
}

/// The ports of callers.
#[derive(Clone)]
pub struct CallerPorts {
    /// The accounts that may have tokens, in memory.
    pub directory: Arc<AccountDirectory>,
    /// Access tokens.
    pub tokens: Arc<dyn TokenSigner>,
    /// Keys in the store.
    pub keys: Arc<dyn ApiKeyStore>,
    /// What keys look like.
    pub key_texts: Arc<dyn ApiKeyTexts>,
    /// Counts wrong keys.
    pub wrong_keys: Arc<dyn AttemptLimiter>,
    /// Sessions of the pages for people.
    pub sessions: Arc<dyn SessionStore>,
    /// The secrets of sessions.
    pub session_tokens: Arc<dyn SessionTokens>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl Callers {
    /// The callers that `ports` know.
    pub fn new(ports: CallerPorts) -> Self {
        Self { ports, recent_sessions: RecentSessions::default(), key_uses: NotedUses::new(), visits: NotedUses::new() }
    }

    /// Authenticates the caller by what `source` has sent: a token or a key.
    ///
    /// # Errors
    /// [`AuthError`] when it is refused.
    pub async fn authenticate(&self, credential: Option<&str>, source: AttemptSource) -> Result<Caller, AuthError> {
        let credential = credential.ok_or(AuthError::NoValidToken)?;
        if is_meant_as_key(credential) {
            return self.authenticate_key(credential, source).await;
        }
        let token = self.ports.tokens.verify(credential, self.ports.clock.now()).ok_or(AuthError::NoValidToken)?;
        match token.grant.key {
            Some(key) => self.authenticate_key_token(token, key, source).await,
            None => self.authorize(token).await,
        }
    }

    /// A new token with that content.
    ///
    /// # Errors
    /// [`CredentialsError`] when it cannot be signed.
    pub fn issue_token(&self, grant: TokenGrant) -> Result<IssuedToken, CredentialsError> {
        self.ports.tokens.issue(grant, self.ports.clock.now(), None)
    }

    /// What has changed of the access of `caller` since it was authenticated; `None` when nothing has. To be asked on
    /// the way by whatever takes long: a change that another server made is known within a second.
    pub fn access_change(&self, caller: &Caller) -> Option<AccessChange> {
        let key = caller.key.as_ref().map(|key| key.id);
        self.ports.directory.access_change(&caller.account, key, self.ports.clock.now())
    }

    /// The same, once the account was read from the store again: whatever changed before this call counts.
    pub async fn reread_access(&self, caller: &Caller) -> Result<Option<AccessChange>, ServiceFailure> {
        let (directory, account) = (Arc::clone(&self.ports.directory), caller.account.id);
        try_call_store(move || directory.reread(account)).await?;
        Ok(self.access_change(caller))
    }

    /// Completes when `caller` has lost the access that the token or the key gave, other than by the passing of time.
    pub async fn access_ended(&self, caller: &Caller) {
        self.access_changed(caller, AccessChange::Ended).await;
    }

    /// Completes when `least` or something more serious has changed of the access of `caller`: at once, not with its
    /// next request. The end of a key by time is noticed with the next change of an account.
    pub async fn access_changed(&self, caller: &Caller, least: AccessChange) {
        let mut changes = self.ports.directory.subscribe();
        while self.access_change(caller).is_none_or(|change| change < least)
            && self.ports.directory.next_change(&mut changes).await
        {}
    }

    /// Why the access of a caller has ended.
    pub fn refusal_of_ended(&self) -> AuthError {
        self.ports.directory.check_fresh().map_or_else(AuthError::Failure, |()| AuthError::NoValidToken)
    }

    /// The caller with a token or session of that content, for which no key was used.
    async fn authorize(&self, token: VerifiedToken) -> Result<Caller, AuthError> {
        self.ports.directory.check_fresh()?;
        let account = self.ports.directory.find(token.grant.account).await?;
        match (authorize_token(&token, account.as_deref()).map(drop), account) {
            (Ok(()), Some(account)) => {
                Ok(Caller { viewer: account.viewer(), account, key: None, expires_at: Some(token.expires_at) })
            }
            (Err(TokenRefusal::AccessDisabled), _) => Err(AuthError::AccessDisabled),
            (Err(TokenRefusal::InvalidToken), _) | (Ok(()), None) => Err(AuthError::NoValidToken),
        }
    }
}
