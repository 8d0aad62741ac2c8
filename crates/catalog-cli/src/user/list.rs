//! `catalog user list`: accounts as a table or as JSON.

use crate::output::{ListFormat, print_line, print_table, printable};
use crate::settings::DatabaseConfig;
use catalog_app::accounts::documents::user_account;
use catalog_domain::accounts::{Account, AccountStatus};
use catalog_domain::ports::{AccountFilter, AccountList};
use clap::Args;

#[derive(Args)]
pub(super) struct ListArguments {
    /// Only accounts in this state: pending, active or disabled
    #[arg(long, value_name = "STATUS", value_parser = read_status)]
    status: Option<AccountStatus>,
    /// Only accounts whose password was forgotten: a new one was requested
    #[arg(long)]
    forgotten: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    format: ListFormat,
    #[command(flatten)]
    pub(super) database: DatabaseConfig,
}

/// How many accounts are read, and written, at a time.
const BATCH: u32 = 1_000;

/// Lists the accounts.
///
/// # Errors
/// When the store fails.
pub(super) fn run(arguments: &ListArguments, accounts: &dyn AccountList) -> anyhow::Result<()> {
    let password_requested = arguments.forgotten.then_some(true);
    let filter = AccountFilter { status: arguments.status, password_requested };
    match arguments.format {
        ListFormat::Json => write_json(batches(accounts, filter)),
        ListFormat::Table => write_table(batches(accounts, filter)),
    }
}

/// The accounts in batches, so that neither their number nor a slow terminal costs much memory.
fn batches(accounts: &dyn AccountList, filter: AccountFilter) -> impl Iterator<Item = anyhow::Result<Vec<Account>>> {
    let mut after = None;
    let mut is_done = false;
    std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        match accounts.list_after(filter, after, BATCH) {
            Ok(batch) => {
                after = batch.last().map(|account| account.id);
                is_done = batch.len() < BATCH as usize;
                (!batch.is_empty()).then_some(Ok(batch))
            }
            Err(error) => {
                is_done = true;
                Some(Err(error.into()))
            }
        }
    })
}

fn write_json(batches: impl Iterator<Item = anyhow::Result<Vec<Account>>>) -> anyhow::Result<()> {
    let mut before = "[\n  ";
    for batch in batches {
        let accounts = batch?;
        let documents = accounts.iter().map(|account| serde_json::to_string(&user_account(account)));
        let lines = documents.collect::<Result<Vec<_>, _>>()?.join(",\n  ");
        print_line(&format!("{before}{lines}"))?;
        before = "  , ";
    }
    Ok(print_line(if before.starts_with('[') { "[]" } else { "]" })?)
}

/// Writes columns, as wide as the widest cell of each batch needs, and never narrower than before.
fn write_table(batches: impl Iterator<Item = anyhow::Result<Vec<Account>>>) -> anyhow::Result<()> {
    let heading =
        ["ID", "EMAIL", "STATUS", "ROLE", "PRICE LEVEL", "CONFIGURATOR", "NOTE", "NAME", "COMPANY"].map(str::to_owned);
    let mut widths = [0; COLUMNS];
    let mut rows = vec![heading];
    for batch in batches {
        rows.extend(batch?.iter().map(row));
        print_table(&mut widths, &rows)?;
        rows.clear();
    }
    // Without any account, only the heading is printed.
    Ok(print_table(&mut widths, &rows)?)
}

const COLUMNS: usize = 9;

/// A remark for the administrator.
fn note(account: &Account) -> String {
    let mut notes = Vec::new();
    if account.password_requested_at.is_some() {
        notes.push("password requested".to_owned());
    }
    if account.is_active() && account.password_hash.is_none() {
        notes.push(if account.invitation_expires_at.is_some() { "invited" } else { "no password" }.to_owned());
    }
    if account.registration_attempts > 0 {
        notes.push(format!("registered again {}x", account.registration_attempts));
    }
    notes.join(", ")
}

fn row(account: &Account) -> [String; COLUMNS] {
    let profile = &account.profile;
    let configurator = if profile.configurator_access { "yes" } else { "no" };
    [
        account.id.to_string(),
        printable(&profile.email),
        profile.status.name().to_owned(),
        profile.role.name().to_owned(),
        printable(profile.price_level.name()),
        configurator.to_owned(),
        note(account),
        printable(&profile.name),
        printable(&profile.company),
    ]
}

fn read_status(name: &str) -> Result<AccountStatus, &'static str> {
    AccountStatus::from_name(name).ok_or("must be pending, active or disabled")
}
