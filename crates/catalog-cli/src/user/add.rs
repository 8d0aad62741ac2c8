//! `catalog user add`: an account that is active at once.

use super::password::{generate_password, read_password};
use super::profile::ProfileArguments;
use super::record;
use crate::output::print_line;
use crate::settings::{DatabaseConfig, PasswordConfig};
use anyhow::bail;
use catalog_app::accounts::{AuditActor, audit_account_made};
use catalog_domain::accounts::{AccountProfile, AccountStatus, NewAccount, check_email};
use catalog_domain::ports::{AccountStore, Clock, PasswordHasher};
use catalog_domain::pricing::{PriceLevel, Role};
use clap::Args;
use credentials::SystemClock;
use store_diesel::Store;

#[derive(Args)]
pub(super) struct AddArguments {
    /// The login
    email: String,
    /// Read the password from standard input instead of generating one and printing it
    #[arg(long)]
    password_stdin: bool,
    #[command(flatten)]
    profile: ProfileArguments,
    #[command(flatten)]
    passwords: PasswordConfig,
    #[command(flatten)]
    pub(super) database: DatabaseConfig,
}

/// Makes the account. `store` opens the store once the arguments are valid.
///
/// # Errors
/// When an argument is bad, the login is taken, or the store fails.
pub(super) fn run(arguments: &AddArguments, store: impl FnOnce() -> anyhow::Result<Store>) -> anyhow::Result<()> {
    let mut profile = blank_profile(&arguments.email)?;
    arguments.profile.check()?;
    arguments.profile.apply(&mut profile);
    let (password, is_generated) = match arguments.password_stdin {
        true => (read_password(std::io::stdin().lock())?, false),
        false => (generate_password()?, true),
    };
    let password_hash = Some(arguments.passwords.hasher()?.hash(&password)?);
    let account = NewAccount { profile, password_hash, created_at: SystemClock.now() };
    let store = store()?;
    arguments.profile.check_level(&store)?;
    let Some(account) = store.insert(&account)? else {
        bail!("there is already an account with the login {}", arguments.email);
    };
    record(&store, &[audit_account_made(AuditActor::CommandLine, &account)]);
    print_line(&format!("added {} ({}, active)", account.profile.email, account.profile.role.name()))?;
    if is_generated {
        print_line(&format!("password: {password}"))?;
    }
    Ok(())
}

/// An active user's profile with defaults.
pub(crate) fn blank_profile(email: &str) -> anyhow::Result<AccountProfile> {
    let email = email.trim();
    if let Err(problem) = check_email(email) {
        bail!("{email:?} {problem}");
    }
    Ok(AccountProfile {
        email: email.to_owned(),
        name: String::new(),
        company: String::new(),
        phone: None,
        comment: None,
        role: Role::User,
        status: AccountStatus::Active,
        price_level: PriceLevel::retail(),
        configurator_access: false,
        language: None,
    })
}
