//! `catalog imports undo`: a recorded import is undone by an import.

use super::initiator::InitiatorArguments;
use super::watch::ImportWatch;
use super::{RunArguments, complete};
use crate::Completion;
use crate::settings::{DatabaseConfig, StorefrontArguments};
use crate::store::{open_existing_store, open_unchanged_store};
use anyhow::anyhow;
use catalog_domain::ports::ImportHistory;
use catalog_domain::values::CatalogRevision;
use catalog_import::{ImportOptions, Origin, run_undo};
use clap::Args;
use credentials::SystemClock;
use std::sync::Arc;

/// The arguments of `catalog imports undo`.
#[derive(Args)]
pub(crate) struct UndoArguments {
    /// The revision that the import made, as `catalog imports` lists it
    #[arg(value_name = "REVISION")]
    revision: i64,
    #[command(flatten)]
    run: RunArguments,
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
    let watch = ImportWatch::start(arguments.run.report.as_deref(), None)?;
    let store = if arguments.run.dry_run {
        open_unchanged_store(&arguments.database)?.ok_or_else(|| anyhow!("there is no store yet"))?
    } else {
        open_existing_store(&arguments.database)?
    };
    let store = Arc::new(store);
    let by = arguments.initiator.name();
    let options = ImportOptions {
        dry_run: arguments.run.dry_run,
        allow_removals: arguments.run.allow_removals,
        maximum_renames: arguments.run.max_renames,
        origin: Origin { by: &by, ..Origin::default() },
        observer: &*watch,
        ..ImportOptions::new(&storefront)
    };
    let history: Arc<dyn ImportHistory> = Arc::<store_diesel::Store>::clone(&store);
    let result = run_undo(CatalogRevision(arguments.revision), &options, &history, &*store, &SystemClock);
    complete(&watch, result, arguments.run.dry_run)
}
