//! Authentication: checking a password, and checking a token against its account (`docs/contract.md#authentication`).

use crate::accounts::account::{Account, AccountStatus, CallerAccount};
use crate::accounts::key::CallerApiKey;
use crate::ports::account_store::AccountStore;
use crate::ports::credentials::{Clock, CredentialsError, PasswordHasher, TokenGrant, VerifiedToken};
use crate::ports::key_store::PresentedApiKey;
use crate::ports::store_error::StoreError;
use crate::pricing::viewer::Role;
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;
use std::fmt;
use std::time::Duration;

crate::named! {
    /// The login route that is used.
    pub enum LoginRealm {
        /// Open to every active account.
        Everybody = "everybody",
        /// Open to administrators only. Other accounts are refused as if the password were wrong.
        Administrators = "administrators",
    }
}

/// The outcome of a login.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoginOutcome {
    /// The password is right and the account is active.
    Accepted(Box<Account>),
    /// No token is issued.
    Refused(LoginRefusal),
}

/// A refused login. All of it is for the audit log; [`LoginRefusal::public`] is for the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoginRefusal {
    /// The account that the login names; `None` for an unknown login.
    pub account: Option<AccountId>,
    /// The reason.
    pub reason: LoginRefusalReason,
}

crate::named! {
    /// Why a login was refused.
    pub enum LoginRefusalReason {
        /// There is no such login.
        UnknownLogin = "unknown_login",
        /// The password is wrong.
        WrongPassword = "wrong_password",
        /// The account has no password yet.
        NoPassword = "no_password",
        /// The password is right, but the route is for administrators only.
        NotAnAdministrator = "not_an_administrator",
        /// The password is right, but the account is not approved yet.
        Pending = "pending",
        /// The password is right, but the account was disabled.
        Disabled = "disabled",
    }
}

/// The part of a refusal that the client may learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicRefusal {
    /// There is no such login, or the password is wrong; a caller cannot distinguish them.
    WrongCredentials,
    /// The password is right, but the account is not approved yet or was disabled.
    AccessDisabled,
}

impl LoginRefusal {
    /// The public form: the existence of an account is revealed only to clients with the right password.
    pub fn public(&self) -> PublicRefusal {
        use LoginRefusalReason::{Disabled, NoPassword, NotAnAdministrator, Pending, UnknownLogin, WrongPassword};
        match self.reason {
            UnknownLogin | WrongPassword | NoPassword | NotAnAdministrator => PublicRefusal::WrongCredentials,
            Pending | Disabled => PublicRefusal::AccessDisabled,
        }
    }
}

/// Why a login could not be decided.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// The accounts could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The password could not be checked.
    #[error(transparent)]
    Credentials(#[from] CredentialsError),
}

/// Credentials as submitted.
#[derive(Clone, PartialEq, Eq)]
pub struct LoginAttempt {
    /// The e-mail address, in any case.
    pub login: String,
    /// The password. Never printed.
    pub password: String,
    /// The route.
    pub realm: LoginRealm,
}

impl fmt::Debug for LoginAttempt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The login is left out too: people type passwords into the wrong field.
        formatter.debug_struct("LoginAttempt").field("realm", &self.realm).finish_non_exhaustive()
    }
}

/// Checks a login and password. An unknown login, and an account without a password, take as long as a wrong password.
/// A password whose hash is weaker than the current cost is rehashed, unless it was changed in the meantime: then the
/// stored password counts, and the old one is not restored. Slow on purpose: never call it on an async thread.
///
/// # Errors
/// [`LoginError`] when the store or the hasher fails.
pub fn log_in(
    attempt: &LoginAttempt,
    accounts: &dyn AccountStore,
    hasher: &dyn PasswordHasher,
    clock: &dyn Clock,
) -> Result<LoginOutcome, LoginError> {
    let (account, verified) = match check(attempt, accounts, hasher)? {
        LoginOutcome::Accepted(account) => match &account.password_hash {
            Some(verified) if hasher.is_outdated(verified) => (account.clone(), verified.clone()),
            _ => return Ok(LoginOutcome::Accepted(account)),
        },
        refused @ LoginOutcome::Refused(_) => return Ok(refused),
    };
    let hash = hasher.hash(&attempt.password)?;
    match accounts.rehash_password(account.id, &verified, &hash, clock.now()) {
        // The account may have been changed while its password was checked.
        Ok(Some(updated)) => Ok(judge(updated, true, attempt.realm)),
        // The password was changed meanwhile, or another login rehashed it first. Only the stored hash decides; if that
        // is weak too, the next login replaces it.
        Ok(None) => check(attempt, accounts, hasher),
        // A store that is not writable, for a moment or because it was moved, must not prevent logins.
        Err(StoreError::Unavailable(_) | StoreError::Moved(_)) => Ok(LoginOutcome::Accepted(account)),
        Err(error) => Err(error.into()),
    }
}

/// Whether accounts that were compared with their store so long ago are too old to let anybody in
/// (`docs/contract.md#access-without-the-store`). Without a limit they never are.
///
/// ```
/// use catalog_domain::accounts::is_access_stale;
/// use std::time::Duration;
/// let limit = Some(Duration::from_secs(60));
/// assert!(is_access_stale(Duration::from_secs(60), limit));
/// assert!(!is_access_stale(Duration::from_secs(59), limit));
/// assert!(!is_access_stale(Duration::MAX, None));
/// ```
pub fn is_access_stale(unconfirmed: Duration, longest: Option<Duration>) -> bool {
    longest.is_some_and(|longest| unconfirmed >= longest)
}

/// Compares an attempt with the account as it is stored now.
fn check(
    attempt: &LoginAttempt,
    accounts: &dyn AccountStore,
    hasher: &dyn PasswordHasher,
) -> Result<LoginOutcome, LoginError> {
    let account = accounts.find_by_login(&attempt.login)?;
    let stored = account.as_ref().and_then(|account| account.password_hash.as_ref());
    let is_right = hasher.verify(&attempt.password, stored)?;
    let unknown = LoginRefusal { account: None, reason: LoginRefusalReason::UnknownLogin };
    Ok(account.map_or(LoginOutcome::Refused(unknown), |account| judge(account, is_right, attempt.realm)))
}

/// The outcome for `account` at `realm` with a password that is right or not.
fn judge(account: Account, is_right: bool, realm: LoginRealm) -> LoginOutcome {
    match objection(&account, is_right, realm) {
        Some(reason) => LoginOutcome::Refused(LoginRefusal { account: Some(account.id), reason }),
        None => LoginOutcome::Accepted(Box::new(account)),
    }
}

/// The reason to refuse `account`; `None` when there is none.
fn objection(account: &Account, is_right: bool, realm: LoginRealm) -> Option<LoginRefusalReason> {
    if account.password_hash.is_none() {
        return Some(LoginRefusalReason::NoPassword);
    }
    if !is_right {
        return Some(LoginRefusalReason::WrongPassword);
    }
    if realm == LoginRealm::Administrators && account.profile.role != Role::Administrator {
        return Some(LoginRefusalReason::NotAnAdministrator);
    }
    match account.profile.status {
        AccountStatus::Active => None,
        AccountStatus::Pending => Some(LoginRefusalReason::Pending),
        AccountStatus::Disabled => Some(LoginRefusalReason::Disabled),
    }
}

/// The content of a token for `account`.
pub fn grant_for(account: &Account) -> TokenGrant {
    TokenGrant { account: account.id, generation: account.token_generation, key: None }
}

/// Why the bearer of a validly signed token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenRefusal {
    /// The token is no longer valid: the account is gone, or the token was revoked.
    InvalidToken,
    /// The account is not active (`docs/contract.md#account-states`).
    AccessDisabled,
}

/// Whether the bearer of `token` may act as `account`, which is the account it names in its present state. A token for
/// a key is good as long as the account has the key, which is returned.
///
/// # Errors
/// [`TokenRefusal`] says why not.
pub fn authorize_token<'a>(
    token: &VerifiedToken,
    account: Option<&'a CallerAccount>,
) -> Result<Option<&'a CallerApiKey>, TokenRefusal> {
    let account = account.filter(|account| account.id == token.grant.account).ok_or(TokenRefusal::InvalidToken)?;
    let key = match token.grant.key {
        Some(id) => Some(account.key(id).ok_or(TokenRefusal::InvalidToken)?),
        None => None,
    };
    if !account.is_active() {
        return Err(TokenRefusal::AccessDisabled);
    }
    if key.is_none() && account.token_generation != token.grant.generation {
        return Err(TokenRefusal::InvalidToken);
    }
    Ok(key)
}

/// The key of `account` that was `presented` at `now`, if its bearer may act as the account.
///
/// # Errors
/// [`TokenRefusal`] says why not.
pub fn authorize_key<'a>(
    presented: &PresentedApiKey,
    account: Option<&'a CallerAccount>,
    now: Timestamp,
) -> Result<&'a CallerApiKey, TokenRefusal> {
    let account = account.ok_or(TokenRefusal::InvalidToken)?;
    // How much of two hashes is equal helps nobody to find a key.
    let key = account.key(presented.id).filter(|key| key.hash == presented.hash && !key.has_ended(now));
    let key = key.ok_or(TokenRefusal::InvalidToken)?;
    if account.is_active() { Ok(key) } else { Err(TokenRefusal::AccessDisabled) }
}

#[cfg(test)]
mod tests;
