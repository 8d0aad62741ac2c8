//! `catalog copy`: the whole store into an empty one of either engine.

use crate::output::print_line;
use crate::settings::DatabaseConfig;
use crate::store::open_existing_store;
use crate::watch::Watch;
use anyhow::Context;
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
    let options = CopyOptions { target: arguments.database.options(), is_final: arguments.is_final };
    let report = watch.run(|observer| copy_store(&source, &arguments.to, &options, observer))?;
    let line = json!({
        "copiedTo": arguments.to.to_string(),
        "final": arguments.is_final,
        "revision": report.revision,
        "lastEvent": report.last_event,
        "rows": rows(&report),
        "seconds": started.elapsed().as_secs_f64(),
    });
    Ok(print_line(&line.to_string())?)
}

/// The rows by table.
pub(super) fn rows(report: &CopyReport) -> Map<String, Value> {
    report.tables.iter().map(|(table, rows)| ((*table).to_owned(), Value::from(*rows))).collect()
}
