//! `catalog push`: an import over HTTP, with the options, the report and the exit statuses of `catalog import`.

mod parts;

use crate::Completion;
use crate::output::{print_error, print_line};
use crate::watch::Watch;
use anyhow::{Context, bail};
use catalog_client::{
    CatalogClient, ClientError, ClientOptions, ImportPart, ImportProblem, ImportStatus, NewImport, RetryNotice,
    RetryPolicy,
};
use catalog_domain::ports::JobIds;
use clap::{Args, ValueEnum};
use credentials::RandomJobIds;
use long_work::Observer;
use parts::{PackedParts, PartError, PartOrigins};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const KEY: &str = "CATALOG_KEY";

/// How long a request for the state of an import waits, in seconds: short enough to show progress.
const WAIT_SECONDS: u32 = 2;
/// The longest that a part may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(300);
/// How long a server may be away, for a restart for instance.
const LONGEST_ABSENCE: Duration = Duration::from_secs(600);

/// The arguments of `catalog push`.
#[derive(Args)]
pub struct PushArguments {
    /// NDJSON files; - is standard input, names ending in .gz or .zst are decompressed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    // An address in documentation would have to be a link, which help cannot show.
    #[arg(
        long,
        value_name = "URL",
        help = "The server, such as https://catalog.example; the environment variable CATALOG_KEY has a key of the right \
            import"
    )]
    to: String,
    /// What the records are
    #[arg(long, value_enum, default_value_t = Kind::Catalog)]
    kind: Kind,
    /// Whether the files are changes or the whole catalog [default: delta]
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// Check and report everything, change nothing
    #[arg(long)]
    dry_run: bool,
    /// Let up to N products stop being public in this run, whatever share of all that is
    #[arg(long, value_name = "N")]
    allow_removals: Option<u64>,
    /// Let at most N products get another stock number in this run [default: 20 % of the public products, at least 100]
    #[arg(long, value_name = "N")]
    max_renames: Option<u64>,
    /// Let the first import have no section on the storefront
    #[arg(long)]
    allow_empty: bool,
    /// Trust the certificates in this PEM file as well
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
}

/// What records are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Sections, products, prices and stock
    Catalog,
    /// Links to documentation and software
    Resources,
}

/// The content of the files.
#[derive(Clone, Copy, ValueEnum)]
enum Mode {
    /// Records to insert or replace; everything else stays
    Delta,
    /// The whole catalog: missing records become inactive
    Full,
}

/// Sends the files, waits for the import, and prints the report, or every problem of a rejected input.
///
/// # Errors
/// Anything but a rejected input. Nothing was written then, unless it says that this is not known.
pub fn run(arguments: &PushArguments) -> anyhow::Result<Completion> {
    let client = client(arguments)?;
    let watch = Watch::start().context("cannot begin")?;
    // Every file is opened before anything is sent.
    let parts = PackedParts::open(&arguments.files, &watch)?;
    let idempotency_key = RandomJobIds.make_id().context("cannot begin")?.to_string();
    let new = NewImport { parameters: arguments.parameters(), idempotency_key };
    let begun = client.begin_import(&new)?;
    let outcome = watch.run(|watch| send_and_wait(&client, &begun.id, parts, watch));
    match outcome {
        Ok((status, origins)) => complete(&status, &origins),
        Err(PushError::Parts(PartError::Line(problem))) => {
            cancel(&client, &begun.id);
            print_error(&problem);
            print_error("catalog: the input was rejected; nothing was written");
            Ok(Completion::Rejected)
        }
        Err(error) => {
            let is_told = cancel(&client, &begun.id);
            let error = anyhow::Error::from(error);
            let unknown = format!("whether import {} was written is not known; ask for its state", begun.id);
            if is_told { Err(error) } else { Err(error.context(unknown)) }
        }
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
enum PushError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Parts(#[from] PartError),
    #[error("stopped")]
    Stopped,
}

impl PushArguments {
    fn parameters(&self) -> Vec<(&'static str, String)> {
        let kind = (self.kind == Kind::Resources).then(|| ("kind", "resources".to_owned()));
        let mode = self.mode.map(|mode| match mode {
            Mode::Delta => ("mode", "delta".to_owned()),
            Mode::Full => ("mode", "full".to_owned()),
        });
        let flag = |name, is_set: bool| is_set.then(|| (name, "true".to_owned()));
        let number = |name, value: Option<u64>| value.map(|value| (name, value.to_string()));
        let all = [
            kind,
            mode,
            flag("dryRun", self.dry_run),
            number("allowRemovals", self.allow_removals),
            number("maxRenames", self.max_renames),
            flag("allowEmpty", self.allow_empty),
        ];
        all.into_iter().flatten().collect()
    }
}

fn client(arguments: &PushArguments) -> anyhow::Result<CatalogClient> {
    let key = std::env::var(KEY).ok().filter(|key| !key.is_empty());
    let Some(key) = key else { bail!("{KEY} must hold a key of the right import") };
    let mut options = ClientOptions::with_key(&arguments.to, key);
    options.ca_file.clone_from(&arguments.ca_file);
    options.timeout = REQUEST_TIMEOUT;
    options.retry = RetryPolicy {
        attempts: u32::MAX,
        time_limit: LONGEST_ABSENCE,
        longest_pause: Duration::from_secs(5),
        ..RetryPolicy::default()
    };
    options.on_retry = Some(Arc::new(|notice: &RetryNotice| {
        print_error(&format!("catalog: {}; trying again in {:.1} s", notice.reason, notice.pause.as_secs_f64()));
    }));
    Ok(CatalogClient::new(options)?)
}

fn send_and_wait(
    client: &CatalogClient,
    id: &str,
    mut parts: PackedParts,
    watch: &Watch,
) -> Result<(ImportStatus, PartOrigins), PushError> {
    watch.begin("sending", parts.total_bytes(), true);
    while let Some(part) = parts.next()? {
        if watch.wants_stop() {
            return Err(PushError::Stopped);
        }
        let sent = ImportPart { number: part.number, encoding: "zstd", digest: &part.digest, body: &part.body };
        client.send_import_part(id, sent)?;
    }
    let origins = parts.into_origins();
    let mut status = match client.start_import(id) {
        // It was started by an attempt whose response was lost, and has ended since.
        Err(ClientError::Refused(refused)) if refused.status == 409 => client.import(id, 0)?,
        started => started?,
    };
    let (mut step, mut records) = (String::new(), 0);
    while !status.has_ended() {
        let present = status.phase.as_deref().unwrap_or("waiting");
        if present != step {
            present.clone_into(&mut step);
            watch.begin(present, None, false);
            records = 0;
        }
        let read = status.records.unwrap_or(0);
        watch.did(read.saturating_sub(records));
        records = read;
        if watch.wants_stop() {
            return Err(PushError::Stopped);
        }
        status = client.import(id, WAIT_SECONDS)?;
    }
    Ok((status, origins))
}

/// Cancels what was begun; true when it is certain that nothing is, or will be, written.
fn cancel(client: &CatalogClient, id: &str) -> bool {
    let mut status = match client.cancel_import(id) {
        Ok(status) => status,
        Err(_) => match client.import(id, 0) {
            Ok(status) => status,
            Err(_) => return false,
        },
    };
    while !status.has_ended() {
        match client.import(id, WAIT_SECONDS) {
            Ok(next) => status = next,
            Err(_) => return false,
        }
    }
    status.state != "done"
}

fn complete(status: &ImportStatus, origins: &PartOrigins) -> anyhow::Result<Completion> {
    match &*status.state {
        "done" => {
            let report = status.report.as_ref().context("the import is done, and has no report")?;
            print_line(report.get())?;
            Ok(Completion::Done)
        }
        "rejected" => {
            status.problems.iter().for_each(|problem| print_error(&describe(problem, origins)));
            print_error("catalog: the input was rejected; nothing was written");
            Ok(Completion::Rejected)
        }
        state => {
            let reasons: Vec<_> = status.problems.iter().map(|problem| describe(problem, origins)).collect();
            bail!("import {} is {state}; nothing was written: {}", status.id, reasons.join("; "))
        }
    }
}

/// A problem as `catalog import` says it.
fn describe(problem: &ImportProblem, origins: &PartOrigins) -> String {
    let place = problem.part.zip(problem.line).map(|(part, line)| origins.place(part, line));
    let field = problem.field.as_deref().filter(|field| field.starts_with('/'));
    let message = origins.rename(&problem.message);
    let message = [
        ("allowRemovals=", "--allow-removals "),
        ("maxRenames=", "--max-renames "),
        ("allowEmpty=true", "--allow-empty"),
    ]
    .iter()
    .fold(message, |text, (parameter, flag)| text.replace(parameter, flag));
    [place.as_deref(), field, Some(&*message)].into_iter().flatten().collect::<Vec<_>>().join(": ")
}

/// The bytes of all files together; `None` when one of them is not a regular file.
fn total_size(files: &[String]) -> Option<u64> {
    files.iter().map(|file| fs::metadata(file).ok().filter(fs::Metadata::is_file).map(|known| known.len())).sum()
}
