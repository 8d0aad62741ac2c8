//! Logging in and requesting access. Each attempt is counted before any expensive work, passwords are checked in the
//! password queue, and each attempt is audited.

use crate::auth::event_record::record;
use crate::services::Services;
use actix_web::web::Data;
use catalog_app::ServiceFailure;
use catalog_app::accounts::{
    CheckOrigin, PasswordHashQueueError, audit_login, audit_pending_forgotten, audit_registration,
    audit_too_many_attempts, sign_in_event,
};
use catalog_app::runtime::try_call_store;
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

/// Checks a login that comes from `source`. Right or wrong, it counts against the source's limit, and attempts beyond
/// the limit are refused before the password is checked.
///
/// # Errors
/// [`AttemptError`] when it is refused or cannot be decided.
pub async fn check_login(
    services: &Data<Services>,
    source: AttemptSource,
    attempt: LoginAttempt,
) -> Result<LoginOutcome, AttemptError> {
    count(services, &services.attempts.logins, source, "login").await?;
    let (realm, origin) = (attempt.realm, CheckOrigin::of_login(source, &attempt.login));
    let queued_checks = services.clone();
    let checked = services.password_hash_queue.run(&origin, move || check(&queued_checks, source, &attempt));
    let outcome = decided(checked.await)?;
    if matches!(outcome, LoginOutcome::Accepted(_)) {
        services.password_hash_queue.remember(&origin);
    }
    audit_login(source, realm, &outcome);
    Ok(outcome)
}

/// Makes a pending account without a password; counts the attempt when the address has an account already. A client
/// cannot distinguish the two: the store does the same work in either case, and nothing is returned.
///
/// # Errors
/// [`AttemptError`] when it is refused or the account cannot be stored.
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
    if registration.is_new {
        services.account_services.mail.count_request();
    }
    if registration.forgotten > 0 {
        audit_pending_forgotten(registration.forgotten, most);
    }
    Ok(())
}

/// Counts an attempt and refuses it when it exceeds the limit. Counting may use a store, so it runs on a blocking
/// thread.
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

/// The result of queued password work.
pub(crate) fn decided<T>(outcome: Result<Result<T, LoginError>, PasswordHashQueueError>) -> Result<T, ServiceFailure> {
    Ok(outcome??)
}

fn check(services: &Services, source: AttemptSource, attempt: &LoginAttempt) -> Result<LoginOutcome, LoginError> {
    let Services { account_store, passwords, clock, accounts, .. } = services;
    let outcome = log_in(attempt, &**account_store, &**passwords, &**clock)?;
    if let LoginOutcome::Accepted(account) = &outcome {
        // An account that was enabled on another server a moment ago may be cached in its former state; its new token
        // must work here at once.
        accounts.catch_up_with(account)?;
        record(services, &[sign_in_event(source, account.id, clock.now())]);
    }
    Ok(outcome)
}
