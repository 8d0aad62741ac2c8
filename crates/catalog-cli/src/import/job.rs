//! `catalog import --job`: what a server runs for an import that came over HTTP.
//!
//! Everything else about the job is in the store. The process says on standard output how far it is, a JSON object per
//! line, and ends with the status of `catalog import`, or with that of one that may be tried again. It ends with its
//! server: standard input is closed then. Once it has begun to write, nothing but a kill stops it.

use super::job_input::PartReader;
use super::job_watch::{JobWatch, say};
use super::report::document;
use crate::Completion;
use crate::settings::{DatabaseConfig, ImportSpool};
use anyhow::{Context, anyhow};
use catalog_app::runtime::lower_priority;
use catalog_documents::{ImportProblem, ImportSignal};
use catalog_domain::imports::{FileName, ImportJob, JobId, JobPart};
use catalog_domain::ports::{ImportHistory, ImportKind, ImportWriteError, JobBytes, JobStore, StoreError};
use catalog_domain::values::StorefrontHost;
use catalog_import::{
    ImportError, ImportInput, ImportMode, ImportOptions, ImportReport, Origin, ResourceOptions, run_import,
    run_resource_import, run_undo,
};
use clap::Args;
use credentials::SystemClock;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use store_diesel::{Store, StoreOptions};

/// The most memory that an import of a server may take, in bytes. One of a million products takes a fourth of it.
const MEMORY_BYTES: u64 = 4 << 30;
/// How long a job waits for the import of a command to end.
const LONGEST_IMPORT_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// What parts are called, before their number.
const PART: &str = "part ";

/// The arguments that servers give.
#[derive(Args)]
pub(super) struct JobArguments {
    /// The job to run
    #[arg(long, value_name = "ID", hide = true, conflicts_with = "files")]
    job: Option<String>,
    #[command(flatten)]
    spool: ImportSpool,
}

impl JobArguments {
    /// The job, if there is one.
    ///
    /// # Errors
    /// When it is none.
    pub(super) fn id(&self) -> anyhow::Result<Option<JobId>> {
        let id = |text: &String| JobId::parse(text).ok_or_else(|| anyhow!("{text} is no job"));
        self.job.as_ref().map(id).transpose()
    }
}

/// Runs a job.
///
/// # Errors
/// Anything but a rejected input, and a failure of the store.
pub(super) fn run(
    id: JobId,
    arguments: &JobArguments,
    database: &DatabaseConfig,
    storefront: &StorefrontHost,
) -> anyhow::Result<Completion> {
    lower_priority();
    limit_memory();
    let options = StoreOptions { import_wait: LONGEST_IMPORT_WAIT, ..database.options() };
    // Its server has opened the same store before.
    let store = match Store::open_existing(&database.url, &options) {
        Ok(store) => Arc::new(store),
        Err(problem) => return Ok(try_again(&problem)),
    };
    let bytes = arguments.spool.bytes_of_parent(database, &store);
    let watch = JobWatch::start(id, Arc::clone(&bytes)).context("cannot begin")?;
    match import(id, &store, &bytes, storefront, &watch) {
        Ok(Some(report)) => {
            if let Some(changes) = watch.finish_changes() {
                say(&ImportSignal::Changes(changes.as_str().to_owned()))?;
            }
            say(&ImportSignal::Report(document(report)))?;
            Ok(Completion::Done)
        }
        // It was committed before; the server that has not noticed was killed.
        Ok(None) => Ok(Completion::Done),
        Err(error) if reject(&error)? => Ok(Completion::Rejected),
        Err(error) if is_of_store(&error) => Ok(try_again(&error)),
        Err(error) => Err(error.into()),
    }
}

/// The report of the import; `None` when it was committed before.
fn import(
    id: JobId,
    store: &Arc<Store>,
    bytes: &Arc<dyn JobBytes>,
    storefront: &StorefrontHost,
    watch: &JobWatch,
) -> Result<Option<ImportReport>, ImportError> {
    if store.find_import_of_job(id)?.is_some() {
        return Ok(None);
    }
    let job = store.find_job(id)?.ok_or_else(|| StoreError::Unexpected("there is no such job".into()))?;
    let ImportJob { options: asked, author, name, .. } = &job;
    let name = name.as_ref().map(FileName::as_str);
    let origin = Origin { by: &author.email, job: Some(id), name, ..Origin::default() };
    let options = ImportOptions {
        mode: if asked.kind == ImportKind::Full { ImportMode::Full } else { ImportMode::Delta },
        dry_run: asked.is_dry_run,
        allow_removals: asked.allow_removals,
        maximum_renames: asked.max_renames,
        allow_empty: asked.allow_empty,
        expected_revision: asked.expected_revision,
        origin,
        observer: watch,
        ..ImportOptions::new(storefront)
    };
    if let Some(run) = asked.undoes {
        let history: Arc<dyn ImportHistory> = Arc::<Store>::clone(store);
        return unless_committed(id, store, run_undo(run, &options, &history, &**store, &SystemClock));
    }
    let inputs = store.parts_of(id)?.iter().map(|part| input(&job, part, bytes)).collect::<io::Result<_>>();
    let inputs: Vec<ImportInput> = inputs.map_err(|error| StoreError::Unexpected(error.into()))?;
    if asked.kind == ImportKind::Resources {
        let ImportOptions { dry_run, expected_revision, .. } = options;
        let options =
            ResourceOptions { dry_run, expected_revision, origin, observer: watch, ..ResourceOptions::default() };
        return unless_committed(id, store, run_resource_import(inputs, &options, &**store, &SystemClock));
    }
    unless_committed(id, store, run_import(inputs, &options, &**store, &SystemClock))
}

/// The report of a run; `None` when the revision moved because this job was committed before.
fn unless_committed(
    id: JobId,
    store: &Store,
    result: Result<ImportReport, ImportError>,
) -> Result<Option<ImportReport>, ImportError> {
    match result {
        Err(ImportError::RevisionMoved { .. }) if store.find_import_of_job(id)?.is_some() => Ok(None),
        result => result.map(Some),
    }
}

/// Messages call a part by its number, and the only body of a file that has a name by that.
fn input(job: &ImportJob, part: &JobPart, bytes: &Arc<dyn JobBytes>) -> io::Result<ImportInput> {
    let reader = PartReader::open(job.id, part, Arc::clone(bytes));
    let file = job.name.as_ref().map(FileName::as_str).filter(|name| !name.starts_with(PART));
    let name =
        file.filter(|_| !job.options.is_in_parts).map_or_else(|| format!("{PART}{}", part.number), str::to_owned);
    Ok(ImportInput::unpacked(name, reader, part.encoding)?.with_format(part.format))
}

/// Says what is wrong with the input, or which guard stops it; false when it is something else.
fn reject(error: &ImportError) -> io::Result<bool> {
    let guard = |parameter: &str, message: String| {
        let field = Some(parameter.to_owned());
        let problem = ImportProblem { part: None, line: None, field, message };
        say(&ImportSignal::Problem { problem, product: None })
    };
    match error {
        ImportError::Rejected(rejection) => {
            let (count, is_incomplete) = (rejection.count, !rejection.is_complete);
            say(&ImportSignal::Problems { count, is_incomplete })?;
            for problem in &rejection.problems {
                // A file with a name is the only part.
                let part = problem.file.strip_prefix(PART).and_then(|number| number.parse::<u32>().ok()).or(Some(1));
                let (line, field, message) = (problem.line, problem.field.clone(), problem.message.clone());
                let (problem, product) = (ImportProblem { part, line, field, message }, problem.product.clone());
                say(&ImportSignal::Problem { problem, product })?;
            }
        }
        ImportError::TooManyRemovals { removed, public } => guard(
            "allowRemovals",
            format!(
                "the run would make {removed} of {public} public products non-public; if that is meant, say so with \
                 allowRemovals={removed}"
            ),
        )?,
        ImportError::TooManyRenames { renamed, public, maximum } => guard(
            "maxRenames",
            format!(
                "the run would give {renamed} products another stock number, with {public} public products now; at \
                 most {maximum} are allowed; if that is meant, say so with maxRenames={renamed}"
            ),
        )?,
        ImportError::NoSectionOnHost { storefront, hosts } => guard(
            "allowEmpty",
            format!(
                "no section has the storefront host {}: the sections' hosts are {hosts}; if that is meant, say so with \
                 allowEmpty=true",
                storefront.as_str()
            ),
        )?,
        ImportError::RevisionMoved { .. } => guard("expectedRevision", error.to_string())?,
        ImportError::NotUndoable { .. } => guard("id", error.to_string())?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Whether the store failed. Which of its failures end by themselves is not guessed from their texts: the server bounds
/// the attempts.
fn is_of_store(error: &ImportError) -> bool {
    matches!(error, ImportError::Store(_) | ImportError::Write(ImportWriteError::Store(_)))
}

fn try_again(error: &(dyn std::error::Error + 'static)) -> Completion {
    tracing::warn!(cause = catalog_app::causes(error), "the store of an import failed");
    Completion::TryAgain
}

/// Bounds the memory of this process. Where that is not allowed, the import runs without.
fn limit_memory() {
    let before = getrlimit(Resource::Data);
    let current = Some(before.maximum.map_or(MEMORY_BYTES, |maximum| maximum.min(MEMORY_BYTES)));
    if let Err(error) = setrlimit(Resource::Data, Rlimit { current, ..before }) {
        tracing::debug!(%error, "the memory of the import is not bounded");
    }
}
