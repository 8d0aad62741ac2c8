//! Changes of accounts by administrators.

use crate::audit::{AuditActor, audit_account_change};
use crate::service_failure::ServiceFailure;
use crate::services::Services;
use crate::store_call::try_call_store;
use actix_web::web::Data;
use catalog_domain::account::{Account, AccountProfile};
use catalog_domain::account_change::{AccountChange, AccountChangeError};
use catalog_domain::identifiers::AccountId;
use catalog_domain::ports::StoreError;

/// Why an account was not changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountUpdateError {
    /// It may not be changed so.
    #[error(transparent)]
    Refused(#[from] AccountChangeError),
    /// It could not be kept.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// Changes `user` by the will of `administrator` and returns the account as it is then; `None` when there is none. When
/// this returns, this server goes by the new state; others follow when they next look at the store.
///
/// # Errors
/// [`AccountUpdateError`] when the change is refused or cannot be kept.
pub async fn update_account(
    services: &Data<Services>,
    administrator: AccountId,
    user: AccountId,
    change: AccountChange,
) -> Result<Option<Account>, AccountUpdateError> {
    change.permit(user, administrator)?;
    let services = services.clone();
    let Some((before, account)) = try_call_store(move || update(&services, user, &change)).await? else {
        return Ok(None);
    };
    audit_account_change(AuditActor::Administrator(administrator), &before, &account);
    Ok(Some(account))
}

/// Changes the account in the store and in the directory; returns the profile before and the account after.
fn update(
    services: &Services,
    user: AccountId,
    change: &AccountChange,
) -> Result<Option<(AccountProfile, Account)>, StoreError> {
    let mut before = None;
    let mut apply = |profile: &mut AccountProfile| {
        before = Some(profile.clone());
        change.apply(profile);
    };
    let updated = services.account_store.update_profile(user, &mut apply, services.clock.now())?;
    if updated.is_some() {
        services.accounts.reread(user)?;
    }
    Ok(before.zip(updated))
}
