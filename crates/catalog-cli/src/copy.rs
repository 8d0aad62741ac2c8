//! `catalog copy`: the whole store into an empty one of either engine.

use crate::outcome::OutcomeArguments;
use crate::settings::DatabaseConfig;
use crate::store::open_existing_store;
use crate::watch::Watch;
use anyhow::Context;
use catalog_domain::imports::JobId;
use clap::Args;
use serde_json::{Map, Value, json};
use std::time::Instant;
use store_diesel::{CopyOptions, CopyReport, DatabaseUrl, copy_store};

/// The arguments of `catalog copy`.
#[derive(Args)]
pub struct CopyArguments {
    /// The empty store to copy into: sqlite://path/to.db or postgres://user@host/name
    // The value can hold a password, so neither help nor complaints show it.
    #[arg(long, value_name = "URL", env = "CATALOG_COPY_TO", hide_env_values = true)]
    to: DatabaseUrl,
    /// Write nothing to the old store any more: imports, changes of accounts and new servers are refused there
    #[arg(long = "final")]
    is_final: bool,
    /// Cancel imports over HTTP that have not begun, at both stores; otherwise a final copy is refused because of them
    #[arg(long, requires = "is_final")]
    cancel_imports: bool,
    #[command(flatten)]
    outcome: OutcomeArguments,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// Copies and prints what was copied.
///
/// # Errors
/// Bad settings, a target that is not empty, a failing store. The target is then as it was.
pub fn run(arguments: &CopyArguments) -> anyhow::Result<()> {
    let started = Instant::now();
    let watch = Watch::start().context("cannot begin")?;
    let source = open_existing_store(&arguments.database)?;
    let CopyArguments { is_final, cancel_imports: cancels_imports, ref database, .. } = *arguments;
    let options = CopyOptions { target: database.options(), is_final, cancels_imports };
    let report = watch.run(|observer| copy_store(&source, &arguments.to, &options, observer))?;
    let line = json!({
        "copiedTo": arguments.to.to_string(),
        "final": arguments.is_final,
        "revision": report.revision,
        "lastEvent": report.last_event,
        "rows": rows(&report),
        "cancelledImports": report.cancelled_imports.iter().map(JobId::as_str).collect::<Vec<_>>(),
        "seconds": started.elapsed().as_secs_f64(),
    });
    Ok(arguments.outcome.print(&line)?)
}

pub(super) fn rows(report: &CopyReport) -> Map<String, Value> {
    report.tables.iter().map(|(table, rows)| ((*table).to_owned(), Value::from(*rows))).collect()
}
