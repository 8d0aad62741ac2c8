//! `catalog import`: files into the store, all or nothing.

mod initiator;
mod job;
mod job_input;
mod job_watch;
mod report;
pub mod resources;
pub(crate) mod undo;
mod watch;

use crate::Completion;
use crate::output::{print_error, print_line, print_summary};
use crate::settings::{DatabaseConfig, StorefrontArguments};
use crate::store::{open_store, open_unchanged_store};
use anyhow::{Context, bail};
use catalog_documents::ImportChange;
use catalog_domain::imports::PartFormat;
use catalog_domain::ports::ImportStore;
use catalog_import::{
    EmptyStore, ImportError, ImportInput, ImportMode, ImportOptions, ImportReport, Origin, record_schema, run_import,
};
use clap::{Args, ValueEnum};
use credentials::SystemClock;
use initiator::InitiatorArguments;
use job::JobArguments;
use std::fs::Metadata;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use watch::ImportWatch;

/// The arguments of `catalog import`.
#[derive(Args)]
pub struct ImportArguments {
    /// NDJSON files, and tables of offers, whose names end in .csv; - is standard input, names ending in .gz or .zst
    /// are decompressed
    #[arg(required_unless_present_any = ["schema", "job", "offers"], value_name = "FILE")]
    files: Vec<String>,
    /// A table of offers as CSV, whatever its name: its columns are set, and everything else stays; may be given
    /// several times
    #[arg(long, value_name = "FILE")]
    offers: Vec<String>,
    /// Print the JSON Schema of the records of both imports, and do nothing else
    #[arg(long)]
    schema: bool,
    /// Whether the files are changes (delta) or the whole catalog (full)
    #[arg(long, value_enum, default_value_t = Mode::Delta)]
    mode: Mode,
    #[command(flatten)]
    run: RunArguments,
    /// Move the store to the given storefront
    #[arg(long)]
    change_storefront: bool,
    /// Let the first import have no section on the given storefront
    #[arg(long)]
    allow_empty: bool,
    #[command(flatten)]
    initiator: InitiatorArguments,
    #[command(flatten)]
    job: JobArguments,
    #[command(flatten)]
    database: DatabaseConfig,
    #[command(flatten)]
    storefront: StorefrontArguments,
}

/// What an import may do, whether it has files or undoes another one.
#[derive(Args)]
struct RunArguments {
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
}

impl ImportArguments {
    fn inputs(&self) -> impl Iterator<Item = (&String, PartFormat)> {
        let files = self.files.iter().map(|file| (file, PartFormat::of_file(file)));
        files.chain(self.offers.iter().map(|file| (file, PartFormat::Offers)))
    }
}

/// The content of the files.
#[derive(Clone, Copy, ValueEnum)]
enum Mode {
    /// Records to insert or replace; everything else stays
    Delta,
    /// The whole catalog: missing records become inactive
    Full,
}

/// Imports the files and prints the report, or every problem of a rejected input.
///
/// # Errors
/// Anything but a rejected input: bad settings, unreadable files, a failing store. Nothing was written then.
pub fn run(arguments: &ImportArguments) -> anyhow::Result<Completion> {
    if arguments.schema {
        print_line(record_schema())?;
        return Ok(Completion::Done);
    }
    if matches!(arguments.mode, Mode::Full)
        && let Some((table, _)) = arguments.inputs().find(|(_, format)| *format == PartFormat::Offers)
    {
        bail!("{table}: a table of offers is a delta of the catalog, so --mode full cannot be given");
    }
    let storefront = arguments.storefront.required()?;
    if let Some(job) = arguments.job.id()? {
        return job::run(job, &arguments.job, &arguments.database, &storefront);
    }
    let _span = tracing::debug_span!(target: "spans", "import").entered();
    let watch = ImportWatch::start(arguments.run.report.as_deref(), total_size(arguments.inputs()))?;
    let inputs = open_inputs(arguments.inputs(), &watch)?;
    let store = store_of_run(&arguments.database, arguments.run.dry_run)?;
    let by = arguments.initiator.name();
    let options = ImportOptions {
        mode: arguments.mode.into(),
        dry_run: arguments.run.dry_run,
        change_storefront: arguments.change_storefront,
        allow_removals: arguments.run.allow_removals,
        maximum_renames: arguments.run.max_renames,
        allow_empty: arguments.allow_empty,
        origin: Origin { by: &by, ..Origin::default() },
        observer: &*watch,
        ..ImportOptions::new(&storefront)
    };
    let result = run_import(inputs, &options, &*store, &SystemClock);
    complete(&watch, result, arguments.run.dry_run)
}

/// The store of a run. A dry run makes and migrates none: where there is none it has an empty one.
fn store_of_run(database: &DatabaseConfig, is_dry_run: bool) -> anyhow::Result<Box<dyn ImportStore>> {
    if !is_dry_run {
        return Ok(Box::new(open_store(database)?));
    }
    if let Some(store) = open_unchanged_store(database)? {
        return Ok(Box::new(store));
    }
    tracing::warn!(store = %database.url, "there is no store yet: this dry run is that of a first import");
    Ok(Box::new(EmptyStore))
}

/// Prints the report, after a summary on a terminal, or every problem of a rejected input.
fn complete(
    watch: &ImportWatch,
    result: Result<ImportReport, ImportError>,
    is_dry_run: bool,
) -> anyhow::Result<Completion> {
    watch.clear();
    match result {
        Ok(report) => {
            watch.end();
            // The import is done, even if writing the report file failed.
            if let Err(error) = watch.finish_changes() {
                print_error(&format!("catalog: the report of changes is not complete: {error}"));
            }
            let report = report::document(report);
            if io::stderr().is_terminal() {
                print_summary(&report.summary(is_dry_run));
            }
            print_line(&report::line(report)?)?;
            Ok(Completion::Done)
        }
        Err(error) if error.is_rejection() => {
            explain_rejection(&error);
            Ok(Completion::Rejected)
        }
        Err(error) => Err(error.into()),
    }
}

/// Opens every file before the store is touched.
fn open_inputs<'a>(
    files: impl Iterator<Item = (&'a String, PartFormat)>,
    watch: &Arc<ImportWatch>,
) -> anyhow::Result<Vec<ImportInput>> {
    let open = |(file, format): (&String, PartFormat)| {
        let opened =
            ImportInput::open_watched(file, watch.listener()).with_context(|| format!("cannot read {file}"))?;
        Ok(opened.with_format(format))
    };
    files.map(open).collect()
}

/// The files, all with lines of records.
fn records(files: &[String]) -> impl Iterator<Item = (&String, PartFormat)> {
    files.iter().map(|file| (file, PartFormat::Records))
}

/// The bytes of all files together; `None` when one of them is not a regular file.
fn total_size<'a>(files: impl Iterator<Item = (&'a String, PartFormat)>) -> Option<u64> {
    files.map(|(file, _)| std::fs::metadata(file).ok().filter(Metadata::is_file).map(|known| known.len())).sum()
}

/// Writes a change as a line.
///
/// # Errors
/// Those of `file`.
fn write_change(mut file: impl Write, change: &ImportChange<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut file, change)?;
    file.write_all(b"\n")
}

/// One problem per line, and then the consequence.
fn explain_rejection(error: &ImportError) {
    match error {
        ImportError::Rejected(rejection) => {
            rejection.problems.iter().for_each(|problem| print_error(&problem.to_string()));
            if rejection.count > rejection.problems.len() as u64 || !rejection.is_complete {
                let end = if rejection.is_complete { "" } else { "; there may be more" };
                print_error(&format!("catalog: {} problems{end}", rejection.count));
            }
        }
        other => print_error(&other.to_string()),
    }
    print_error("catalog: the input was rejected; nothing was written");
}

impl From<Mode> for ImportMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Delta => Self::Delta,
            Mode::Full => Self::Full,
        }
    }
}
