//! `catalog import-resources`: links to documentation and software into the store, all or nothing.

use super::initiator::InitiatorArguments;
use super::watch::ImportWatch;
use super::{complete, open_inputs, records, total_size};
use crate::Completion;
use crate::settings::DatabaseConfig;
use crate::store::{open_existing_store, open_unchanged_store};
use catalog_import::{Origin, ResourceOptions, run_resource_import};
use clap::Args;
use credentials::SystemClock;
use std::path::PathBuf;
use store_diesel::{OpenError, Store};

/// The arguments of `catalog import-resources`.
#[derive(Args)]
pub struct ImportResourcesArguments {
    /// NDJSON files; - is standard input, names ending in .gz or .zst are decompressed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Check and report everything, write nothing
    #[arg(long)]
    dry_run: bool,
    /// Write every change of the run into this file, one JSON object per line; for a dry run the changes it would make
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    initiator: InitiatorArguments,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// Imports the files and prints the report, or every problem of a rejected input.
///
/// # Errors
/// Anything but a rejected input: bad settings, unreadable files, a failing store. Nothing was written then.
pub fn run(arguments: &ImportResourcesArguments) -> anyhow::Result<Completion> {
    let watch = ImportWatch::start(arguments.report.as_deref(), total_size(records(&arguments.files)))?;
    let inputs = open_inputs(records(&arguments.files), &watch)?;
    let store = store_of_run(&arguments.database, arguments.dry_run)?;
    let by = arguments.initiator.name();
    let options = ResourceOptions {
        dry_run: arguments.dry_run,
        origin: Origin { by: &by, ..Origin::default() },
        observer: &*watch,
        ..ResourceOptions::default()
    };
    let result = run_resource_import(inputs, &options, &store, &SystemClock);
    complete(&watch, result, arguments.dry_run)
}

/// The store of a run, which must be there already. A dry run does not migrate it.
fn store_of_run(database: &DatabaseConfig, is_dry_run: bool) -> anyhow::Result<Store> {
    if !is_dry_run {
        return open_existing_store(database);
    }
    let store = open_unchanged_store(database)?;
    Ok(store.ok_or_else(|| DatabaseConfig::cannot_open(&OpenError::NoStore { url: database.url.to_string() }))?)
}
