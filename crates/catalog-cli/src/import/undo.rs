//! `catalog imports undo`: a recorded import is undone by an import.

use super::complete;
use super::initiator::InitiatorArguments;
use super::watch::ImportWatch;
use crate::Completion;
use crate::settings::{DatabaseConfig, StorefrontArguments};
use crate::store::{open_store, open_unchanged_store};
use anyhow::{Context, anyhow};
use catalog_domain::ports::ImportHistory;
use catalog_domain::values::CatalogRevision;
use catalog_import::{ImportOptions, Origin, run_undo};
use clap::Args;
use credentials::SystemClock;
use std::path::PathBuf;
use std::sync::Arc;

/// The arguments of `catalog imports undo`.
#[derive(Args)]
pub(crate) struct UndoArguments {
    /// The revision that the import made, as `catalog imports` lists it
    #[arg(value_name = "REVISION")]
    run: i64,
    /// Check and report everything, write nothing
    #[arg(long)]
    dry_run: bool,
    /// Write every change of the run into this file, one JSON object per line; for a dry run the changes it would make
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Let up to N products stop being public in this run, whatever share of all that is
    #[arg(long, value_name = "N", default_value_t = 0)]
    allow_removals: u64,
    /// Let at most N products get another stock number in this run [default: 20 % of the public products, at least 100]
    #[arg(long, value_name = "N")]
    max_renames: Option<u64>,
    #[command(flatten)]
    initiator: InitiatorArguments,
    #[command(flatten)]
    database: DatabaseConfig,
    #[command(flatten)]
    storefront: StorefrontArguments,
}

/// Undoes the import and prints the report of doing so.
///
/// # Errors
/// Those of an import, but for one that cannot be undone: that is rejected.
pub(crate) fn run(arguments: &UndoArguments) -> anyhow::Result<Completion> {
    let storefront = arguments.storefront.required()?;
    let watch = ImportWatch::start(arguments.report.as_deref(), None).context("cannot begin")?;
    let store = if arguments.dry_run {
        open_unchanged_store(&arguments.database)?.ok_or_else(|| anyhow!("there is no store yet"))?
    } else {
        open_store(&arguments.database)?
    };
    let store = Arc::new(store);
    let by = arguments.initiator.name();
    let options = ImportOptions {
        dry_run: arguments.dry_run,
        allow_removals: arguments.allow_removals,
        maximum_renames: arguments.max_renames,
        origin: Origin { by: &by, ..Origin::default() },
        observer: &*watch,
        ..ImportOptions::new(&storefront)
    };
    let history: Arc<dyn ImportHistory> = Arc::<store_diesel::Store>::clone(&store);
    let result = run_undo(CatalogRevision(arguments.run), &options, &history, &*store, &SystemClock);
    complete(&watch, result, arguments.dry_run)
}
