//! `catalog key`: keys of accounts without HTTP.

use crate::output::{OutputFormat, print_line, print_table, printable};
use crate::settings::DatabaseConfig;
use crate::store::{open_existing_store, open_store_to_show};
use crate::user::record;
use anyhow::{Context, bail};
use catalog_app::accounts::{AuditActor, audit_key_deleted, audit_key_made, documents};
use catalog_app::text::iso_time;
use catalog_domain::accounts::{
    Account, ApiKey, ApiKeyId, ApiKeyRequest, ApiKeyRight, DEFAULT_KEY_DAYS, MAXIMUM_KEY_DAYS, check_key_name, make_key,
};
use catalog_domain::ports::{AccountStore, ApiKeyStore, Clock};
use clap::{Args, Subcommand};
use credentials::{RandomApiKeys, SystemClock};
use store_diesel::Store;

/// The arguments of `catalog key`.
#[derive(Args)]
pub struct KeyArguments {
    #[command(subcommand)]
    action: KeyAction,
}

/// The operations on keys.
#[derive(Subcommand)]
enum KeyAction {
    /// Makes a key for an active account, and prints it alone on standard output: it is shown this once
    Add(AddArguments),
    /// Lists the keys of an account, without their secrets
    List(ListArguments),
    /// Deletes a key; it stops working on every server within a second
    Revoke(RevokeArguments),
}

#[derive(Args)]
struct AddArguments {
    /// The login
    email: String,
    /// What the key is called
    #[arg(long, value_parser = read_name)]
    name: String,
    /// What it may do, within what the account may: read, import or admin
    #[arg(long, default_value = "read", value_parser = read_right)]
    right: ApiKeyRight,
    /// After how many days it ends, or `never`
    #[arg(long, value_name = "DAYS", default_value_t = Days(Some(DEFAULT_KEY_DAYS)), value_parser = read_days)]
    expires_in_days: Days,
    #[command(flatten)]
    database: DatabaseConfig,
}

#[derive(Args)]
struct ListArguments {
    /// The login
    email: String,
    /// The output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    #[command(flatten)]
    database: DatabaseConfig,
}

#[derive(Args)]
struct RevokeArguments {
    /// The login
    email: String,
    /// The key's id, as `catalog key list` shows it
    key_id: String,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// After how many days a key ends; `None`: never.
#[derive(Debug, Clone, Copy)]
struct Days(Option<u32>);

impl std::fmt::Display for Days {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(days) => days.fmt(formatter),
            None => formatter.write_str("never"),
        }
    }
}

/// Applies it.
///
/// # Errors
/// When arguments are bad, there is no such account or key, or the store fails.
pub fn run(arguments: &KeyArguments) -> anyhow::Result<()> {
    match &arguments.action {
        KeyAction::Add(arguments) => add(arguments, &open_existing_store(&arguments.database)?),
        KeyAction::List(arguments) => list(arguments, &open_store_to_show(&arguments.database)?),
        KeyAction::Revoke(arguments) => revoke(arguments, &open_existing_store(&arguments.database)?),
    }
}

fn add(arguments: &AddArguments, store: &Store) -> anyhow::Result<()> {
    let account = find(&arguments.email, store)?;
    let AddArguments { name, right, expires_in_days, .. } = arguments;
    let request = ApiKeyRequest { name: name.clone(), right: *right, days: expires_in_days.0, address: None };
    let made = make_key(&request, (account.id, account.profile.role), store, &RandomApiKeys, &SystemClock)?;
    let (key, text) = made.with_context(|| format!("no key for {}", account.profile.email))?;
    record(store, &[audit_key_made(AuditActor::CommandLine, &key)]);
    Ok(print_line(text.expose())?)
}

fn list(arguments: &ListArguments, store: &Store) -> anyhow::Result<()> {
    let keys = store.keys_of(find(&arguments.email, store)?.id)?;
    match arguments.format {
        OutputFormat::Json => {
            let documents: Vec<_> = keys.iter().map(documents::key).collect();
            // A value has its fields by name.
            Ok(print_line(&serde_json::to_string_pretty(&serde_json::to_value(documents)?)?)?)
        }
        OutputFormat::Text => {
            let heading = ["ID", "RIGHT", "ENDS", "LAST USED", "NAME"].map(str::to_owned);
            let rows: Vec<_> = std::iter::once(heading).chain(keys.iter().map(row)).collect();
            Ok(print_table(&mut [0; 5], &rows)?)
        }
    }
}

fn revoke(arguments: &RevokeArguments, store: &Store) -> anyhow::Result<()> {
    let account = find(&arguments.email, store)?;
    let deleted = match ApiKeyId::parse(&arguments.key_id) {
        Some(id) => store.delete_key(account.id, id)?,
        None => None,
    };
    let email = &account.profile.email;
    // What was typed is not repeated: it may be a whole key.
    let Some(key) = deleted else { bail!("the account {email} has no key with that id; `catalog key list {email}`") };
    record(store, &[audit_key_deleted(AuditActor::CommandLine, &key, SystemClock.now())]);
    Ok(print_line(&format!("revoked {} ({})", key.id, printable(&key.name)))?)
}

fn find(email: &str, store: &Store) -> anyhow::Result<Account> {
    store.find_by_login(email)?.with_context(|| format!("there is no account {}", printable(email)))
}

fn row(key: &ApiKey) -> [String; 5] {
    let or = |at: Option<_>, otherwise: &str| at.map_or(otherwise.to_owned(), iso_time);
    let (ends, used) = (or(key.expires_at, "never"), or(key.last_used_at, "never"));
    [key.id.to_string(), key.right.name().to_owned(), ends, used, printable(&key.name)]
}

fn read_name(name: &str) -> Result<String, String> {
    check_key_name(name).map(|()| name.to_owned()).map_err(|problem| problem.to_string())
}

fn read_right(name: &str) -> Result<ApiKeyRight, &'static str> {
    ApiKeyRight::of_interface(name).ok_or("must be read, import or admin")
}

fn read_days(text: &str) -> Result<Days, String> {
    if text == "never" {
        return Ok(Days(None));
    }
    let days = text.parse().ok().filter(|days| (1..=MAXIMUM_KEY_DAYS).contains(days));
    days.map(|days| Days(Some(days))).ok_or_else(|| format!("must be from 1 to {MAXIMUM_KEY_DAYS}, or never"))
}
