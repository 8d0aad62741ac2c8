//! A new password, chosen by the person who knows the present one.

use crate::auth::event_record::record_in_background;
use crate::auth::login::{AttemptError, check_login, decided};
use crate::services::Services;
use actix_web::web::Data;
use catalog_app::accounts::{AuditActor, CheckOrigin, audit_password_change};
use catalog_domain::accounts::{
    Account, AttemptSource, LoginAttempt, LoginError, LoginOutcome, LoginRealm, LoginRefusal,
};
use catalog_domain::values::AccountId;

/// Gives the account with that login a new password, if `present` is the one it has; this ends its tokens and sessions.
/// The check counts, and is audited, like a login. `new` must have been checked.
///
/// # Errors
/// [`AttemptError`] when it is refused or cannot be decided.
pub async fn change_password(
    services: &Data<Services>,
    source: AttemptSource,
    (login, present): (String, String),
    new: String,
) -> Result<Result<Account, LoginRefusal>, AttemptError> {
    let attempt = LoginAttempt { login, password: present, realm: LoginRealm::Everybody };
    let origin = CheckOrigin::of_login(source, &attempt.login);
    let account = match check_login(services, source, attempt).await? {
        LoginOutcome::Accepted(account) => account.id,
        LoginOutcome::Refused(refusal) => return Ok(Err(refusal)),
    };
    let queued = services.clone();
    let changed = services.password_hash_queue.run(&origin, move || store(&queued, account, &new));
    let changed =
        decided(changed.await)?.ok_or_else(|| catalog_app::ServiceFailure::internal("the account is gone"))?;
    let event = audit_password_change(AuditActor::Owner(account), account, services.clock.now());
    record_in_background(services, vec![event]).await;
    Ok(Ok(changed))
}

fn store(services: &Services, account: AccountId, password: &str) -> Result<Option<Account>, LoginError> {
    let hash = services.passwords.hash(password)?;
    let changed = services.account_store.update_password(account, &hash, services.clock.now())?;
    // Existing tokens and sessions end here at once.
    services.accounts.reread(account)?;
    Ok(changed)
}
