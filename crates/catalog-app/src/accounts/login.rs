//! Logging in and requesting access. Each attempt is counted before any expensive work, passwords are checked in the
//! password queue, and each attempt is audited.

use super::audit::{audit_login, audit_pending_forgotten, audit_registration, audit_too_many_attempts, sign_in_event};
use super::password_hash_queue::CheckOrigin;
use super::{AccountPorts, Accounts};
use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{
    AccountProfile, AttemptSource, AttemptVerdict, LoginAttempt, LoginError, LoginOutcome, NewAccount, log_in,
};
use catalog_domain::ports::AttemptLimiter;
use std::sync::Arc;

/// Why an attempt was not decided.
#[derive(Debug, thiserror::Error)]
pub enum AttemptError {
    /// The source has used up its attempts.
    #[error("too many attempts")]
    TooManyAttempts {
        /// Seconds until it may try again.
        retry_after_seconds: u32,
    },
    /// The password queue is full, or the store, the hasher or a thread failed.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

impl Accounts {
    /// Checks a login that comes from `source`. Right or wrong, it counts against the source's limit, and attempts
    /// beyond the limit are refused before the password is checked.
    ///
    /// # Errors
    /// [`AttemptError`] when it is refused or cannot be decided.
    pub async fn check_login(
        &self,
        source: AttemptSource,
        attempt: LoginAttempt,
    ) -> Result<LoginOutcome, AttemptError> {
        self.count(&self.0.attempts.logins, source, "login").await?;
        let (realm, origin) = (attempt.realm, CheckOrigin::of_login(source, &attempt.login));
        let outcome = self.in_password_queue(&origin, move |ports| ports.check(source, &attempt)).await?;
        if matches!(outcome, LoginOutcome::Accepted(_)) {
            self.0.password_hash_queue.remember(&origin);
        }
        audit_login(source, realm, &outcome);
        Ok(outcome)
    }

    /// Makes a pending account without a password; counts the attempt when the address has an account already. A client
    /// cannot distinguish the two: the store does the same work in either case, and nothing is returned.
    ///
    /// # Errors
    /// [`AttemptError`] when it is refused or the account cannot be stored.
    pub async fn register(&self, source: AttemptSource, profile: AccountProfile) -> Result<(), AttemptError> {
        self.count(&self.0.attempts.registrations, source, "registration").await?;
        let account = NewAccount { profile, password_hash: None, created_at: self.0.clock.now() };
        let registration =
            self.at_store(move |ports| ports.registrations.register(&account, ports.most_pending)).await?;
        audit_registration(source, &registration);
        if registration.is_new {
            self.0.mail.count_request();
        }
        if registration.forgotten > 0 {
            audit_pending_forgotten(registration.forgotten, self.0.most_pending);
        }
        Ok(())
    }

    /// Counts an attempt and refuses it when it exceeds the limit. Counting may use a store, so it runs on a blocking
    /// thread.
    pub(super) async fn count(
        &self,
        limiter: &Arc<dyn AttemptLimiter>,
        source: AttemptSource,
        kind: &'static str,
    ) -> Result<(), AttemptError> {
        let (limiter, now) = (Arc::clone(limiter), self.0.clock.now());
        match try_call_store(move || limiter.attempt(source, now)).await? {
            AttemptVerdict::Allowed => Ok(()),
            AttemptVerdict::Refused { retry_after_seconds } => {
                audit_too_many_attempts(source, kind);
                Err(AttemptError::TooManyAttempts { retry_after_seconds })
            }
        }
    }
}

impl AccountPorts {
    fn check(&self, source: AttemptSource, attempt: &LoginAttempt) -> Result<LoginOutcome, LoginError> {
        let outcome = log_in(attempt, &*self.store, &*self.passwords, &*self.clock)?;
        if let LoginOutcome::Accepted(account) = &outcome {
            // An account that was enabled on another server a moment ago may be cached in its former state; its new
            // token must work here at once.
            self.directory.catch_up_with(account)?;
            self.record(&[sign_in_event(source, account.id, self.clock.now())]);
        }
        Ok(outcome)
    }
}
