//! `catalog-client push`: an import over HTTP, with the options, the report and the exit statuses of `catalog import`.

mod folder;
mod input;
mod parts;

use crate::Completion;
use crate::output::{print_error, print_line, print_lines};
use crate::signals::end_on_signals;
use anyhow::{Context, bail};
use catalog_client::{
    CatalogClient, ClientError, ClientOptions, Import, ImportPart, ImportProblem, ImportReport, NewImport, RetryNotice,
    RetryPolicy, key_of_environment,
};
use clap::{Args, ValueEnum};
use long_work::{Observer, Progress};
use parking_lot::Mutex;
use parts::{PackedParts, PartError, PartOrigins};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

const KEY: &str = "CATALOG_KEY";

/// The most characters of a file's name.
const LONGEST_NAME: usize = 255;

/// How long a request for the state of an import waits, in seconds: short enough to show progress.
const WAIT_SECONDS: u32 = 2;
/// How far apart such requests are at least, should one not wait.
const SHORTEST_INTERVAL: Duration = Duration::from_secs(1);
/// The longest that a part may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(300);
/// How long a server may be away, for a restart for instance.
const LONGEST_ABSENCE: Duration = Duration::from_secs(600);
/// How long a request that cancels an import may take when a signal ends the command, and after a failure.
const WHEN_SIGNALLED: Duration = Duration::from_millis(300);
const AFTER_FAILURE: Duration = Duration::from_secs(10);
/// How often, and at what interval, an import that is being cancelled is looked at.
const CANCELLING: u32 = 4;
const CANCELLING_INTERVAL: Duration = Duration::from_millis(50);

/// The arguments of `catalog-client push`.
#[derive(Args)]
pub(crate) struct PushArguments {
    /// NDJSON files; - is standard input, names ending in .gz or .zst are decompressed
    #[arg(required_unless_present = "folder", conflicts_with = "folder", value_name = "FILE")]
    files: Vec<String>,
    /// Import each *.ndjson, *.ndjson.gz and *.ndjson.zst of this folder, in the order of names, and move it to done/
    /// or failed/
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
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
    /// How to print what was done [default: text on a terminal, json elsewhere]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Trust the certificates in this PEM file as well
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
}

/// How a report is printed.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Lines, human-readable
    Text,
    /// One JSON object, machine-readable
    Json,
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
pub(crate) fn run(arguments: &PushArguments) -> anyhow::Result<Completion> {
    let push = Push::begin(arguments)?;
    if let Some(folder) = &arguments.folder {
        return folder::push_all(folder, |file| push.push(&[file.to_owned()]), |report| arguments.print(report));
    }
    match push.push(&arguments.files)? {
        Pushed::Done(report) => arguments.print(&report).map(|()| Completion::Done),
        Pushed::Rejected(problems) => {
            problems.iter().for_each(|problem| print_error(problem));
            print_error("catalog-client: the input was rejected; nothing was written");
            Ok(Completion::Rejected)
        }
    }
}

/// How an import ended.
enum Pushed {
    /// With a report.
    Done(Box<ImportReport>),
    /// With what is wrong with the input.
    Rejected(Vec<String>),
}

/// What imports have in common.
struct Push {
    options: ClientOptions,
    client: CatalogClient,
    parameters: Vec<(&'static str, String)>,
    begun: Arc<Mutex<Option<String>>>,
    watch: Arc<Progress>,
}

impl Push {
    /// Has signals cancel the import that was begun then.
    fn begin(arguments: &PushArguments) -> anyhow::Result<Self> {
        let options = arguments.client_options()?;
        let client = CatalogClient::new(options.clone())?;
        let begun: Arc<Mutex<Option<String>>> = Arc::default();
        let (of_signals, interrupted) = (Arc::clone(&begun), impatient(options.clone(), WHEN_SIGNALLED)?);
        end_on_signals(move || {
            let id = of_signals.lock().clone();
            let ended = id.map_or("nothing was written".to_owned(), |id| cancelled(&interrupted, &id));
            print_error(&format!("catalog-client: stopped; {ended}"));
        })
        .context("cannot begin")?;
        Ok(Self {
            options,
            client,
            parameters: arguments.parameters(),
            begun,
            watch: Arc::new(Progress::on_terminal()),
        })
    }

    fn push(&self, files: &[String]) -> anyhow::Result<Pushed> {
        // Every file is opened before anything is sent.
        let parts = PackedParts::open(files, &self.watch)?;
        let (parameters, name) = (self.parameters.clone(), name_of(files));
        let new = NewImport { parameters, name, idempotency_key: random_key()? };
        let id = self.client.begin_import(&new)?.id;
        self.begun.lock().replace(id.clone());
        let outcome = send_and_wait(&self.client, &id, parts, &self.watch);
        self.watch.clear();
        let outcome = match outcome {
            Ok((status, origins)) => complete(&status, &origins),
            Err(PushError::Parts(PartError::Line(problem))) => {
                cancelled(&impatient(self.options.clone(), AFTER_FAILURE)?, &id);
                Ok(Pushed::Rejected(vec![problem]))
            }
            Err(error) => {
                let ended = cancelled(&impatient(self.options.clone(), AFTER_FAILURE)?, &id);
                Err(anyhow::Error::from(error).context(ended))
            }
        };
        self.begun.lock().take();
        outcome
    }
}

/// What the import is called: by its first file, unless that is standard input, or has a name that servers refuse.
fn name_of(files: &[String]) -> Option<String> {
    let first = Path::new(files.first().filter(|file| *file != "-")?).file_name()?.to_str()?;
    let more = files.len() - 1;
    let name = if more == 0 { first.to_owned() } else { format!("{first} and {more} more") };
    let is_taken = name.chars().count() <= LONGEST_NAME
        && !name.contains(|character: char| character.is_control() || character == '\\');
    (is_taken && !name.trim().is_empty()).then_some(name)
}

/// A client that tries once, for so long.
fn impatient(options: ClientOptions, timeout: Duration) -> anyhow::Result<CatalogClient> {
    let retry = RetryPolicy { attempts: 1, ..RetryPolicy::default() };
    Ok(CatalogClient::new(ClientOptions { retry, timeout, on_retry: None, ..options })?)
}

/// Makes a request repeatable, or a message recognizable.
pub(crate) fn random_key() -> anyhow::Result<String> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).context("cannot begin")?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
enum PushError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Parts(#[from] PartError),
}

impl PushArguments {
    /// Prints what an import changed: lines on a terminal, one JSON object elsewhere.
    fn print(&self, report: &ImportReport) -> anyhow::Result<()> {
        let format = self.format.unwrap_or(if io::stdout().is_terminal() { Format::Text } else { Format::Json });
        match format {
            Format::Text => print_lines(&report.summary(self.dry_run))?,
            Format::Json => print_line(&serde_json::to_string(report)?)?,
        }
        Ok(())
    }

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

    fn client_options(&self) -> anyhow::Result<ClientOptions> {
        let Some(key) = key_of_environment(KEY)? else { bail!("{KEY} must hold a key of the right import") };
        let retry = RetryPolicy {
            attempts: u32::MAX,
            time_limit: LONGEST_ABSENCE,
            longest_pause: Duration::from_secs(5),
            ..RetryPolicy::default()
        };
        let on_retry = |notice: &RetryNotice| {
            let seconds = notice.pause.as_secs_f64();
            print_error(&format!("catalog-client: {}; trying again in {seconds:.1} s", notice.reason));
        };
        Ok(ClientOptions {
            ca_file: self.ca_file.clone(),
            timeout: REQUEST_TIMEOUT,
            retry,
            on_retry: Some(Arc::new(on_retry)),
            ..ClientOptions::with_key(&self.to, key)
        })
    }
}

fn send_and_wait(
    client: &CatalogClient,
    id: &str,
    mut parts: PackedParts,
    watch: &Progress,
) -> Result<(Import, PartOrigins), PushError> {
    watch.begin("sending", parts.total_bytes(), true);
    while let Some(part) = parts.next()? {
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
        let asked = Instant::now();
        status = client.import(id, WAIT_SECONDS)?;
        if !status.has_ended() {
            thread::sleep(SHORTEST_INTERVAL.saturating_sub(asked.elapsed()));
        }
    }
    Ok((status, origins))
}

/// Cancels what was begun, and says how it ended.
fn cancelled(client: &CatalogClient, id: &str) -> String {
    let mut status = client.cancel_import(id);
    for _ in 0..CANCELLING {
        match &status {
            Ok(status) if !status.has_ended() => thread::sleep(CANCELLING_INTERVAL),
            _ => break,
        }
        status = client.import(id, 0);
    }
    match status {
        Ok(status) if status.state == "done" => format!("import {id} was written"),
        Ok(status) if status.has_ended() => format!("import {id} is {}; nothing was written", status.state),
        _ => format!("whether import {id} was written is not known; ask for its state"),
    }
}

fn complete(status: &Import, origins: &PartOrigins) -> anyhow::Result<Pushed> {
    match &*status.state {
        "done" => {
            let report = status.report.as_ref().context("the import is done, and has no report")?;
            Ok(Pushed::Done(Box::new(report.clone())))
        }
        "rejected" => Ok(Pushed::Rejected(status.problems.iter().map(|problem| describe(problem, origins)).collect())),
        state => {
            let reasons: Vec<_> = status.problems.iter().map(|problem| describe(problem, origins)).collect();
            bail!("import {} is {state}; nothing was written: {}", status.id, reasons.join("; "))
        }
    }
}

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
