//! `catalog user list`: accounts as a table or as JSON.

use crate::config::DatabaseArguments;
use crate::output::print_line;
use catalog_domain::account::{Account, AccountStatus};
use catalog_domain::ports::AccountStore;
use clap::{Args, ValueEnum};
use serde::Serialize;

#[derive(Args)]
pub(super) struct ListArguments {
    /// Only accounts in this state: pending, active or disabled
    #[arg(long, value_name = "STATUS", value_parser = read_status)]
    status: Option<AccountStatus>,
    /// How to write them
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    pub(super) database: DatabaseArguments,
}

/// How accounts are written.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Columns, for people
    Table,
    /// One JSON array, for programs
    Json,
}

/// An account as JSON: no password, not even hashed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AccountDocument<'a> {
    id: String,
    email: &'a str,
    name: &'a str,
    company: &'a str,
    role: &'static str,
    status: &'static str,
    is_active: bool,
    price_level: &'a str,
    configurator_access: bool,
}

/// Lists the accounts.
///
/// # Errors
/// When the store fails.
pub(super) fn run(arguments: &ListArguments, accounts: &dyn AccountStore) -> anyhow::Result<()> {
    let accounts = accounts.list(arguments.status)?;
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&accounts.iter().map(AccountDocument::from).collect::<Vec<_>>())?,
        Format::Table => table(&accounts),
    };
    Ok(print_line(&text)?)
}

fn table(accounts: &[Account]) -> String {
    let heading = ["ID", "EMAIL", "STATUS", "ROLE", "PRICE LEVEL", "CONFIGURATOR", "NAME", "COMPANY"];
    let mut rows = vec![heading.map(str::to_owned)];
    rows.extend(accounts.iter().map(row));
    let widths: Vec<usize> = (0..heading.len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default())
        .collect();
    let line = |row: &[String; 8]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn row(account: &Account) -> [String; 8] {
    let profile = &account.profile;
    let configurator = if profile.configurator_access { "yes" } else { "no" };
    [
        account.id.to_string(),
        printable(&profile.email),
        profile.status.name().to_owned(),
        profile.role.name().to_owned(),
        printable(profile.price_level.name()),
        configurator.to_owned(),
        printable(&profile.name),
        printable(&profile.company),
    ]
}

/// Whoever registers chooses these texts: they must not reach a terminal as control sequences.
fn printable(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { '\u{fffd}' } else { character }).collect()
}

impl<'a> From<&'a Account> for AccountDocument<'a> {
    fn from(account: &'a Account) -> Self {
        let profile = &account.profile;
        Self {
            id: account.id.to_string(),
            email: &profile.email,
            name: &profile.name,
            company: &profile.company,
            role: profile.role.name(),
            status: profile.status.name(),
            is_active: account.is_active(),
            price_level: profile.price_level.name(),
            configurator_access: profile.configurator_access,
        }
    }
}

fn read_status(name: &str) -> Result<AccountStatus, &'static str> {
    AccountStatus::from_name(name).ok_or("must be pending, active or disabled")
}
