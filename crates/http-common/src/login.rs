//! The ways in: logging in and asking for access. Each attempt is counted before it costs anything, passwords are
//! checked at the password desk, and each leaves its mark in the audit trail.

use crate::audit::{audit_login, audit_pending_forgotten, audit_registration, audit_too_many_attempts};
use crate::password_hash_queue::PasswordHashQueueError;
use crate::service_failure::ServiceFailure;
use crate::services::Services;
use crate::store_call::try_call_store;
use actix_web::web::Data;
use catalog_domain::account::{AccountProfile, NewAccount};
use catalog_domain::attempts::{AttemptSource, AttemptVerdict};
use catalog_domain::authentication::{LoginAttempt, LoginError, LoginOutcome, log_in};
use catalog_domain::ports::AttemptLimiter;
use std::sync::Arc;

/// Why an attempt was not decided.
#[derive(Debug, thiserror::Error)]
pub enum AttemptError {
    /// The source has used up its attempts.
    #[error("too many attempts")]
    TooManyAttempts {
        /// After so many seconds it may try again.
        retry_after_seconds: u32,
    },
    /// The password desk is full, or the store, the hasher or a thread failed.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// Checks a login that comes from `source`. Whether it is right or wrong, it counts against the source's limit, and
/// what is beyond the limit is turned away before the password is looked at.
///
/// # Errors
/// [`AttemptError`] when it is turned away or cannot be decided.
pub async fn check_login(
    services: &Data<Services>,
    source: AttemptSource,
    attempt: LoginAttempt,
) -> Result<LoginOutcome, AttemptError> {
    count(services, &services.attempts.logins, source, "login").await?;
    let realm = attempt.realm;
    let queued_checks = services.clone();
    let checked = services.password_hash_queue.run(move || check(&queued_checks, &attempt));
    let outcome = decided(checked.await)?;
    audit_login(source, realm, &outcome);
    Ok(outcome)
}

/// Makes an account that waits for approval, without a password; counts the attempt when the address has an account
/// already. A client cannot tell which: the store does the same work in either case, and there is nothing to return.
///
/// # Errors
/// [`AttemptError`] when it is turned away or the account cannot be kept.
pub async fn register(
    services: &Data<Services>,
    source: AttemptSource,
    profile: AccountProfile,
) -> Result<(), AttemptError> {
    count(services, &services.attempts.registrations, source, "registration").await?;
    let (registrations, most) =
        (Arc::clone(&services.account_services.registrations), services.account_services.most_pending);
    let account = NewAccount { profile, password_hash: None, created_at: services.clock.now() };
    let registration = try_call_store(move || registrations.register(&account, most)).await?;
    audit_registration(source, &registration);
    if registration.forgotten > 0 {
        audit_pending_forgotten(registration.forgotten, most);
    }
    Ok(())
}

/// Counts an attempt and turns it away when it is one too many. Counting may ask a store, so it hops like any blocking
/// work.
pub(crate) async fn count(
    services: &Services,
    limiter: &Arc<dyn AttemptLimiter>,
    source: AttemptSource,
    kind: &'static str,
) -> Result<(), AttemptError> {
    let (limiter, now) = (Arc::clone(limiter), services.clock.now());
    match try_call_store(move || limiter.attempt(source, now)).await? {
        AttemptVerdict::Allowed => Ok(()),
        AttemptVerdict::Refused { retry_after_seconds } => {
            audit_too_many_attempts(source, kind);
            Err(AttemptError::TooManyAttempts { retry_after_seconds })
        }
    }
}

/// What came of work at the desk.
pub(crate) fn decided<T>(outcome: Result<Result<T, LoginError>, PasswordHashQueueError>) -> Result<T, ServiceFailure> {
    Ok(outcome??)
}

fn check(services: &Services, attempt: &LoginAttempt) -> Result<LoginOutcome, LoginError> {
    let Services { account_store, passwords, clock, accounts, .. } = services;
    let outcome = log_in(attempt, &**account_store, &**passwords, &**clock)?;
    if let LoginOutcome::Accepted(account) = &outcome {
        // An account that was let in a moment ago elsewhere may be known here as it was before; its new token must work
        // here at once.
        accounts.catch_up_with(account)?;
    }
    Ok(outcome)
}
