//! One import over HTTP, from its first part to its end.

use super::input::InputFile;
use super::parts::{PackedParts, PartError, PartOrigins};
use super::{PushArguments, random_key};
use crate::output::print_error;
use crate::signals::end_on_signals;
use anyhow::{Context, bail};
use catalog_client::{
    CatalogClient, ClientError, ClientOptions, Import, ImportPart, ImportProblem, ImportReport, NewImport, RetryPolicy,
};
use long_work::{Observer, Progress};
use parking_lot::Mutex;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The most characters of a file's name.
const LONGEST_NAME: usize = 255;

/// How long a request for the state of an import waits, in seconds: short enough to show progress.
const WAIT_SECONDS: u32 = 2;
/// How far apart such requests are at least, should one not wait.
const SHORTEST_INTERVAL: Duration = Duration::from_secs(1);
/// How long a request that cancels an import may take when a signal ends the command, and after a failure.
const WHEN_SIGNALLED: Duration = Duration::from_millis(300);
const AFTER_FAILURE: Duration = Duration::from_secs(10);
/// How often, and at what interval, an import that is being cancelled is looked at.
const CANCELLING: u32 = 4;
const CANCELLING_INTERVAL: Duration = Duration::from_millis(50);

/// How an import ended.
pub(super) enum Pushed {
    /// With a report.
    Done(Box<ImportReport>),
    /// With what is wrong with the input.
    Rejected(Vec<String>),
}

/// What imports have in common.
pub(super) struct Push {
    options: ClientOptions,
    client: CatalogClient,
    parameters: Vec<(&'static str, String)>,
    begun: Arc<Mutex<Option<String>>>,
    watch: Arc<Progress>,
}

impl Push {
    /// Has signals cancel the import that was begun then.
    pub(super) fn begin(arguments: &PushArguments) -> anyhow::Result<Self> {
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

    pub(super) fn push(&self, files: &[InputFile]) -> anyhow::Result<Pushed> {
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
fn name_of(files: &[InputFile]) -> Option<String> {
    let first = Path::new(files.first().map(|file| &file.path).filter(|path| *path != "-")?).file_name()?.to_str()?;
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

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
enum PushError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Parts(#[from] PartError),
}

fn send_and_wait(
    client: &CatalogClient,
    id: &str,
    mut parts: PackedParts,
    watch: &Progress,
) -> Result<(Import, PartOrigins), PushError> {
    watch.begin("sending", parts.total_bytes(), true);
    while let Some(part) = parts.next()? {
        let sent = ImportPart {
            number: part.number,
            is_table: part.is_table,
            encoding: "zstd",
            digest: &part.digest,
            body: &part.body,
        };
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
