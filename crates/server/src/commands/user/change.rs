//! `catalog user approve`, `disable`, `enable` and `set`: changes of one account.

use super::password::read_password;
use super::profile::ProfileArguments;
use crate::config::DatabaseArguments;
use crate::output::print_line;
use anyhow::{Context, bail};
use catalog_domain::account::{Account, AccountStatus};
use catalog_domain::ports::{AccountStore, Clock, PasswordHasher};
use clap::Args;
use credentials::{BcryptHasher, SystemClock};

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
    set_status(account, AccountStatus::Active, accounts)
}

/// Shuts an account out.
///
/// # Errors
/// When there is no such account, or the store fails.
pub(super) fn disable(arguments: &StatusArguments, accounts: &dyn AccountStore) -> anyhow::Result<()> {
    set_status(find(&arguments.email, accounts)?, AccountStatus::Disabled, accounts)
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
    set_status(account, AccountStatus::Active, accounts)
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
    let account = find(&arguments.email, &accounts)?;
    let mut profile = account.profile.clone();
    arguments.profile.apply(&mut profile)?;
    if profile != account.profile {
        accounts.update_profile(account.id, &profile, SystemClock.now())?.context("the account is gone")?;
    }
    if let Some(password) = password {
        let hash = BcryptHasher::new(BcryptHasher::DEFAULT_COST)?.hash(&password)?;
        accounts.update_password(account.id, &hash, true, SystemClock.now())?.context("the account is gone")?;
    }
    Ok(print_line(&format!("changed {}", account.profile.email))?)
}

fn find(email: &str, accounts: &dyn AccountStore) -> anyhow::Result<Account> {
    accounts.find_by_login(email)?.with_context(|| format!("there is no account with the login {email}"))
}

fn set_status(account: Account, status: AccountStatus, accounts: &dyn AccountStore) -> anyhow::Result<()> {
    let mut profile = account.profile;
    if profile.status != status {
        profile.status = status;
        accounts.update_profile(account.id, &profile, SystemClock.now())?.context("the account is gone")?;
    }
    Ok(print_line(&format!("{} is {}", profile.email, status.name()))?)
}
