//! `catalog user approve`, `disable`, `enable`, `invite` and `set`: changes of one account.

use super::password::read_password;
use super::profile::ProfileArguments;
use super::record;
use crate::output::{print_line, printable};
use crate::settings::{DatabaseConfig, PasswordConfig, PublicUrlConfig};
use anyhow::{Context, anyhow, bail};
use catalog_app::accounts::{
    AuditActor, audit_account_change, audit_account_erased, audit_invitation, audit_password_change,
};
use catalog_app::text::iso_time;
use catalog_domain::accounts::{
    Account, AccountChange, AccountProfile, AccountStatus, InvitationLinks, erased_email, invite, needs_invitation,
};
use catalog_domain::ports::{AccountStore, Clock, PasswordHasher};
use clap::Args;
use credentials::{RandomInvitations, SystemClock};
use store_diesel::Store;

#[derive(Args)]
pub(super) struct StatusArguments {
    /// The login
    email: String,
    #[command(flatten)]
    pub(super) database: DatabaseConfig,
}

#[derive(Args)]
pub(super) struct InvitingArguments {
    /// The login
    email: String,
    #[command(flatten)]
    public_url: PublicUrlConfig,
    #[command(flatten)]
    pub(super) database: DatabaseConfig,
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
    passwords: PasswordConfig,
    #[command(flatten)]
    pub(super) database: DatabaseConfig,
}

/// Approves a pending account, and prints the link on which the person sets a password.
///
/// # Errors
/// When there is no such account, it was disabled, or the store fails.
pub(super) fn approve(arguments: &InvitingArguments, accounts: &Store) -> anyhow::Result<()> {
    let account = find_changeable(&arguments.email, accounts)?;
    if account.profile.status == AccountStatus::Disabled {
        bail!("the account {} was disabled; `catalog user enable` lets it in again", account.profile.email);
    }
    set_status(&account, AccountStatus::Active, accounts)?;
    print_line(&format!(
        "its price level is {}; `catalog user set {} --price-level LEVEL` changes it",
        printable(account.profile.price_level.name()),
        account.profile.email
    ))?;
    invite_if_needed(&account, &arguments.public_url.links, accounts)
}

/// Prints a new link on which the person sets a password; an earlier one stops working.
///
/// # Errors
/// When there is no such account, it is not active, or the store fails.
pub(super) fn make_invitation(arguments: &InvitingArguments, accounts: &Store) -> anyhow::Result<()> {
    let account = find_changeable(&arguments.email, accounts)?;
    let (email, status) = (&account.profile.email, account.profile.status);
    match status {
        AccountStatus::Pending => bail!("the account {email} waits for approval; `catalog user approve` lets it in"),
        AccountStatus::Disabled => bail!("the account {email} was disabled; `catalog user enable` lets it in again"),
        AccountStatus::Active => print_invitation(&account, &arguments.public_url.links, accounts),
    }
}

/// Disables an account.
///
/// # Errors
/// When there is no such account, or the store fails.
pub(super) fn disable(arguments: &StatusArguments, accounts: &Store) -> anyhow::Result<()> {
    set_status(&find_changeable(&arguments.email, accounts)?, AccountStatus::Disabled, accounts)
}

/// Erases an account for good.
///
/// # Errors
/// When there is no such account, it may not be erased, or the store fails.
pub(super) fn erase(arguments: &StatusArguments, accounts: &Store) -> anyhow::Result<()> {
    let (account, now) = (find(&arguments.email, accounts)?, SystemClock.now());
    accounts.erase(account.id, None, now)??;
    record(accounts, &[audit_account_erased(AuditActor::CommandLine, account.id, now)]);
    Ok(print_line(&format!("{} is {} now", account.profile.email, erased_email(account.id)))?)
}

/// Enables a disabled account; prints a link for one that has no password.
///
/// # Errors
/// When there is no such account, it was never approved, or the store fails.
pub(super) fn enable(arguments: &InvitingArguments, accounts: &Store) -> anyhow::Result<()> {
    let account = find_changeable(&arguments.email, accounts)?;
    if account.profile.status == AccountStatus::Pending {
        bail!("the account {} is waiting for approval; `catalog user approve` lets it in", account.profile.email);
    }
    set_status(&account, AccountStatus::Active, accounts)?;
    invite_if_needed(&account, &arguments.public_url.links, accounts)
}

/// Changes the fields named by flags.
///
/// # Errors
/// When no flag or a bad one was given, there is no such account, or the store fails.
pub(super) fn set(arguments: &SetArguments, store: impl FnOnce() -> anyhow::Result<Store>) -> anyhow::Result<()> {
    if arguments.profile.is_empty() && !arguments.password_stdin {
        bail!("nothing to set: see `catalog user set --help`");
    }
    let password = arguments.password_stdin.then(|| read_password(std::io::stdin().lock())).transpose()?;
    let accounts = store()?;
    arguments.profile.check()?;
    let account = find_changeable(&arguments.email, &accounts)?;
    arguments.profile.check_level(&accounts)?;
    if password.is_some() && account.profile.status == AccountStatus::Pending {
        bail!("the account {} waits for approval and can have no password before it", account.profile.email);
    }
    if !arguments.profile.is_empty() {
        update(&account, &accounts, |profile| arguments.profile.apply(profile))?;
    }
    if let Some(password) = password {
        let hash = arguments.passwords.hasher()?.hash(&password)?;
        let now = SystemClock.now();
        accounts.update_password(account.id, &hash, now)?.context("the account is gone")?;
        record(&accounts, &[audit_password_change(AuditActor::CommandLine, account.id, now)]);
    }
    Ok(print_line(&format!("changed {}", account.profile.email))?)
}

fn find(email: &str, accounts: &dyn AccountStore) -> anyhow::Result<Account> {
    accounts.find_by_login(email)?.with_context(|| format!("there is no account with the login {email}"))
}

fn find_changeable(email: &str, accounts: &dyn AccountStore) -> anyhow::Result<Account> {
    let account = find(email, accounts)?;
    account.permit_change().map_err(|refusal| anyhow!("{} {refusal}", account.profile.email))?;
    Ok(account)
}

fn set_status(account: &Account, status: AccountStatus, accounts: &Store) -> anyhow::Result<()> {
    if account.profile.status != status {
        update(account, accounts, |profile| profile.status = status)?;
    }
    Ok(print_line(&format!("{} is {}", account.profile.email, status.name()))?)
}

/// Prints a link for `account`, which was just enabled, unless it has a password or a link already.
fn invite_if_needed(account: &Account, links: &InvitationLinks, accounts: &Store) -> anyhow::Result<()> {
    let account = accounts.find(account.id)?.context("the account is gone")?;
    let let_in = AccountChange { is_active: Some(true), ..AccountChange::default() };
    if needs_invitation(&let_in, &account, SystemClock.now()) {
        return print_invitation(&account, links, accounts);
    }
    match account.invitation_expires_at {
        Some(expires_at) if account.password_hash.is_none() => Ok(print_line(&format!(
            "its invitation is valid until {}; `catalog user invite` makes a new one",
            iso_time(expires_at)
        ))?),
        _ => Ok(()),
    }
}

/// Makes an invitation and prints it. It goes to standard output only: the link grants setting the password.
fn print_invitation(account: &Account, links: &InvitationLinks, accounts: &Store) -> anyhow::Result<()> {
    let made = invite(account.id, None, accounts, &RandomInvitations, &SystemClock)?;
    let (_, invitation) = made.context("the account is not active any more")?;
    let event = audit_invitation(AuditActor::CommandLine, account.id, invitation.expires_at, SystemClock.now());
    record(accounts, &[event]);
    print_line(&format!("invitation: {}", links.link(&invitation.token)))?;
    Ok(print_line(&format!("valid until: {}", iso_time(invitation.expires_at)))?)
}

fn update(account: &Account, accounts: &Store, change: impl Fn(&mut AccountProfile)) -> anyhow::Result<()> {
    let mut before = None;
    let mut noted = |profile: &mut AccountProfile| {
        before = Some(profile.clone());
        change(profile);
    };
    let updated = accounts.update_profile(account.id, &mut noted, SystemClock.now())?;
    let updated = updated.context("the account is gone")?;
    if let Some(before) = before {
        record(accounts, &audit_account_change(AuditActor::CommandLine, &before, &updated));
    }
    Ok(())
}
