//! `catalog user approve`, `disable`, `enable` and `set`: changes of one account.

use super::password::read_password;
use super::profile::ProfileArguments;
use crate::config::DatabaseArguments;
use crate::output::print_line;
use anyhow::{Context, bail};
use catalog_domain::account::{Account, AccountProfile, AccountStatus};
use catalog_domain::ports::{AccountStore, Clock, PasswordHasher};
use clap::Args;
use credentials::{BcryptHasher, SystemClock};
use http_common::{AuditActor, audit_account_change, audit_password_change};

#[derive(Args)]
pub(super) struct StatusArguments {
    /// The login
    email: String,
    #[command(flatten)]
    pub(super) database: DatabaseArguments,
}

#[derive(Args)]
pub(super) struct SetArguments {
    /// The login
    email: String,
    /// Read a new password from standard input; tokens issued before stop working
    #[arg(long)]
    password_stdin: bool,
    #[command(flatten)]
    profile: ProfileArguments,
    #[command(flatten)]
    pub(super) database: DatabaseArguments,
}

/// Lets in an account that is waiting.
///
/// # Errors
/// When there is no such account, it was disabled, or the store fails.
pub(super) fn approve(arguments: &StatusArguments, accounts: &dyn AccountStore) -> anyhow::Result<()> {
    let account = find(&arguments.email, accounts)?;
    if account.profile.status == AccountStatus::Disabled {
        bail!("the account {} was disabled; `catalog user enable` lets it in again", account.profile.email);
    }
    set_status(&account, AccountStatus::Active, accounts)
}

/// Shuts an account out.
///
/// # Errors
/// When there is no such account, or the store fails.
pub(super) fn disable(arguments: &StatusArguments, accounts: &dyn AccountStore) -> anyhow::Result<()> {
    set_status(&find(&arguments.email, accounts)?, AccountStatus::Disabled, accounts)
}

/// Lets a disabled account in again.
///
/// # Errors
/// When there is no such account, it was never approved, or the store fails.
pub(super) fn enable(arguments: &StatusArguments, accounts: &dyn AccountStore) -> anyhow::Result<()> {
    let account = find(&arguments.email, accounts)?;
    if account.profile.status == AccountStatus::Pending {
        bail!("the account {} is waiting for approval; `catalog user approve` lets it in", account.profile.email);
    }
    set_status(&account, AccountStatus::Active, accounts)
}

/// Changes what the flags name.
///
/// # Errors
/// When no flag or a bad one was given, there is no such account, or the store fails.
pub(super) fn set<S: AccountStore>(
    arguments: &SetArguments,
    store: impl FnOnce() -> anyhow::Result<S>,
) -> anyhow::Result<()> {
    if arguments.profile.is_empty() && !arguments.password_stdin {
        bail!("nothing to set: see `catalog user set --help`");
    }
    let password = arguments.password_stdin.then(|| read_password(std::io::stdin().lock())).transpose()?;
    let accounts = store()?;
    arguments.profile.check()?;
    let account = find(&arguments.email, &accounts)?;
    if !arguments.profile.is_empty() {
        update(&account, &accounts, |profile| arguments.profile.apply(profile))?;
    }
    if let Some(password) = password {
        let hash = BcryptHasher::new(BcryptHasher::DEFAULT_COST)?.hash(&password)?;
        accounts.update_password(account.id, &hash, SystemClock.now())?.context("the account is gone")?;
        audit_password_change(AuditActor::CommandLine, account.id);
    }
    Ok(print_line(&format!("changed {}", account.profile.email))?)
}

fn find(email: &str, accounts: &dyn AccountStore) -> anyhow::Result<Account> {
    accounts.find_by_login(email)?.with_context(|| format!("there is no account with the login {email}"))
}

fn set_status(account: &Account, status: AccountStatus, accounts: &dyn AccountStore) -> anyhow::Result<()> {
    if account.profile.status != status {
        update(account, accounts, |profile| profile.status = status)?;
    }
    Ok(print_line(&format!("{} is {}", account.profile.email, status.name()))?)
}

/// Changes the profile as it is in the store by then, and leaves a mark in the audit trail.
fn update(account: &Account, accounts: &dyn AccountStore, change: impl Fn(&mut AccountProfile)) -> anyhow::Result<()> {
    let mut before = None;
    let mut noted = |profile: &mut AccountProfile| {
        before = Some(profile.clone());
        change(profile);
    };
    let updated = accounts.update_profile(account.id, &mut noted, SystemClock.now())?;
    let updated = updated.context("the account is gone")?;
    if let Some(before) = before {
        audit_account_change(AuditActor::CommandLine, &before, &updated);
    }
    Ok(())
}
