//! Who gets in: checking a password, and checking a token against the account it was issued to (part 5).

use crate::account::Account;
use crate::ports::{AccountStore, Clock, CredentialsError, PasswordHasher, StoreError, TokenGrant, VerifiedToken};

/// The answer to a login.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoginOutcome {
    /// The password is right and the account is active.
    Accepted(Box<Account>),
    /// There is no such login, or the password is wrong; a caller cannot tell which.
    WrongCredentials,
    /// The password is right, but the account is not approved yet or was disabled.
    AccessDisabled,
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

/// Checks a login and password. An unknown login takes as long as a wrong password. A password that was hashed more
/// weakly than is usual now is hashed anew. Slow on purpose: never call it on an async thread.
///
/// # Errors
/// [`LoginError`] when the store or the hasher fails.
pub fn log_in(
    login: &str,
    password: &str,
    accounts: &dyn AccountStore,
    hasher: &dyn PasswordHasher,
    clock: &dyn Clock,
) -> Result<LoginOutcome, LoginError> {
    let account = accounts.find_by_login(login)?;
    let is_right = hasher.verify(password, account.as_ref().map(|account| &account.password_hash))?;
    let Some(account) = account.filter(|_| is_right) else { return Ok(LoginOutcome::WrongCredentials) };
    if !account.is_active() {
        return Ok(LoginOutcome::AccessDisabled);
    }
    if hasher.is_outdated(&account.password_hash) {
        let hash = hasher.hash(password)?;
        let updated = accounts.update_password(account.id, &hash, false, clock.now())?;
        return Ok(updated.map_or(LoginOutcome::WrongCredentials, |account| LoginOutcome::Accepted(Box::new(account))));
    }
    Ok(LoginOutcome::Accepted(Box::new(account)))
}

/// What a token for `account` has to say.
#[must_use]
pub fn grant_for(account: &Account) -> TokenGrant {
    TokenGrant { account: account.id, generation: account.token_generation }
}

/// Why the bearer of a validly signed token is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdmissionRefusal {
    /// The token is no longer worth anything: the account is gone, or the token was revoked.
    InvalidToken,
    /// The account is not active (part 7: 403).
    AccessDisabled,
}

/// Whether the bearer of `token` may act as `account`, which is the account it names as it stands now.
///
/// # Errors
/// [`AdmissionRefusal`] says why not.
pub fn admit(token: &VerifiedToken, account: Option<&Account>) -> Result<(), AdmissionRefusal> {
    let account = account.filter(|account| account.id == token.grant.account).ok_or(AdmissionRefusal::InvalidToken)?;
    if !account.is_active() {
        return Err(AdmissionRefusal::AccessDisabled);
    }
    if account.token_generation != token.grant.generation {
        return Err(AdmissionRefusal::InvalidToken);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
