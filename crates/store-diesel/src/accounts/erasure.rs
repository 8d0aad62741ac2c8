//! Erases an account, in steps that can be repeated: SQLite has two files, and no transaction over both.

use super::find;
use super::invitations::NewPassword;
use super::revision::grow_account_revision;
use crate::connection::StoreConnection;
use crate::jobs::{load_jobs, update_jobs};
use crate::prelude::*;
use crate::rows::account_row::{NO_PASSWORD, ProfileChanges};
use crate::schema::{account_events, account_keys, account_visits, accounts, import_jobs, import_runs, sessions};
use crate::store::Store;
use catalog_domain::accounts::{
    Account, AccountProfile, AccountStatus, ERASED_REASON, ErasureRefusal, ErasureState, PasswordHash, erased_email,
    may_erase,
};
use catalog_domain::imports::JobState;
use catalog_domain::ports::{JobScope, StoreError};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::{AccountId, Timestamp};

pub(super) fn erase(
    store: &Store,
    id: AccountId,
    by: Option<AccountId>,
    at: Timestamp,
) -> Result<Result<(), ErasureRefusal>, StoreError> {
    let email = match store.change_accounts(|connection| disable(connection, id, by, at))? {
        Ok(account) => account.profile.email,
        Err(refusal) => return Ok(Err(refusal)),
    };
    // From here on no import of the account begins, so none can record its address any more.
    store.change(|connection| {
        let runs = import_runs::table.filter(import_runs::run_by.eq(&email));
        diesel::update(runs).set(import_runs::run_by.eq(erased_email(id))).execute(connection)
    })?;
    store.change_accounts(|connection| forget(connection, id, at))?;
    // It is erased whether or not the files could be rewritten now.
    if !store.forget_deleted().unwrap_or(false) {
        tracing::warn!(
            account = id.0,
            "the files of the store are in use and may still hold what was erased; erase the account again"
        );
    }
    Ok(Ok(()))
}

fn disable(
    connection: &mut StoreConnection,
    id: AccountId,
    by: Option<AccountId>,
    at: Timestamp,
) -> Result<Result<Account, ErasureRefusal>, StoreError> {
    // The revision is taken first: it also serialises administrators who erase each other.
    let revision = grow_account_revision(connection)?;
    let Some(account) = find(connection, id)? else { return Ok(Err(ErasureRefusal::UnknownAccount)) };
    let others: i64 = accounts::table
        .filter(accounts::id.ne(id.0).and(accounts::role.eq(Role::Administrator.name())))
        .filter(accounts::status.eq(AccountStatus::Active.name()))
        .count()
        .get_result(connection)?;
    let is_running = |state: JobState| state == JobState::Running;
    let is_importing =
        load_jobs(connection)?.iter().any(|stored| stored.job.author.account == id && is_running(stored.job.state));
    if let Err(refusal) = may_erase(&account, by, ErasureState { has_other_administrator: others > 0, is_importing }) {
        return Ok(Err(refusal));
    }
    update_jobs(connection, JobScope::Present, |jobs| jobs.cancel_all_of(id, ERASED_REASON, at))?;
    diesel::update(accounts::table.find(id.0))
        .set((
            accounts::status.eq(AccountStatus::Disabled.name()),
            accounts::token_generation.eq(accounts::token_generation + 1),
            accounts::revision.eq(revision),
        ))
        .execute(connection)?;
    Ok(Ok(account))
}

fn forget(connection: &mut StoreConnection, id: AccountId, at: Timestamp) -> Result<(), StoreError> {
    let revision = grow_account_revision(connection)?;
    let email = erased_email(id);
    let nobody = AccountProfile {
        email: email.clone(),
        name: String::new(),
        company: String::new(),
        phone: None,
        comment: None,
        role: Role::User,
        status: AccountStatus::Disabled,
        price_level: PriceLevel::retail(),
        configurator_access: false,
        language: None,
    };
    let account = diesel::update(accounts::table.find(id.0));
    account
        .set((
            ProfileChanges::new(&nobody, at)?,
            (accounts::login_key.eq(&email), accounts::email.eq(&email), accounts::registration_attempts.eq(0)),
        ))
        .execute(connection)?;
    let no_password = PasswordHash::new(NO_PASSWORD.to_owned());
    let account = diesel::update(accounts::table.find(id.0));
    account.set(NewPassword::new(&no_password, at, revision)).execute(connection)?;
    let jobs = diesel::update(import_jobs::table.filter(import_jobs::account_id.eq(id.0)));
    jobs.set((
        import_jobs::email.eq(&email),
        import_jobs::key_name.eq(None::<String>),
        import_jobs::idempotency_key.eq(None::<String>),
    ))
    .execute(connection)?;
    let keys = account_keys::table.filter(account_keys::account_id.eq(id.0));
    diesel::delete(keys).execute(connection)?;
    let sessions = sessions::table.filter(sessions::account_id.eq(id.0));
    diesel::delete(sessions).execute(connection)?;
    diesel::delete(account_visits::table.find(id.0)).execute(connection)?;
    let events = account_events::table.filter(account_events::account_id.eq(id.0));
    diesel::delete(events).execute(connection).map(drop)
}
