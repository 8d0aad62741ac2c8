//! `catalog-client push`: an import over HTTP, with the options, the report and the exit statuses of `catalog import`.

mod folder;
mod import;
mod input;
mod parts;

use crate::Completion;
use crate::output::{print_error, print_line, print_lines};
use anyhow::{Context, bail};
use catalog_client::{ClientOptions, ImportReport, RetryNotice, RetryPolicy, key_of_environment};
use clap::{Args, ValueEnum};
use import::{Push, Pushed};
use input::InputFile;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const KEY: &str = "CATALOG_KEY";

/// The longest that a part may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(300);
/// How long a server may be away, for a restart for instance.
const LONGEST_ABSENCE: Duration = Duration::from_secs(600);

/// The arguments of `catalog-client push`.
#[derive(Args)]
pub(crate) struct PushArguments {
    /// NDJSON files, and tables of offers, whose names end in .csv; - is standard input, names ending in .gz or .zst
    /// are decompressed
    #[arg(required_unless_present_any = ["folder", "offers"], value_name = "FILE")]
    files: Vec<String>,
    /// A table of offers as CSV, whatever its name: its columns are set, and everything else stays; may be given
    /// several times
    #[arg(long, value_name = "FILE")]
    offers: Vec<String>,
    /// Import each *.ndjson and *.csv of this folder, also with .gz or .zst, in the order of names, and move it to
    /// done/ or failed/
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["files", "offers"])]
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
    let files = arguments.input_files();
    if let Some(refusal) = arguments.refusal(&files) {
        bail!(refusal);
    }
    let push = Push::begin(arguments)?;
    if let Some(folder) = &arguments.folder {
        let push_file = |path: &str| {
            let file = [InputFile::named(path)];
            arguments.refusal(&file).map_or_else(|| push.push(&file), |refusal| Ok(Pushed::Rejected(vec![refusal])))
        };
        return folder::push_all(folder, arguments.dry_run, push_file, |report| arguments.print(report));
    }
    match push.push(&files)? {
        Pushed::Done(report) => arguments.print(&report).map(|()| Completion::Done),
        Pushed::Rejected(problems) => {
            problems.iter().for_each(|problem| print_error(problem));
            print_error("catalog-client: the input was rejected; nothing was written");
            Ok(Completion::Rejected)
        }
    }
}

/// Makes a request repeatable, or a message recognizable.
pub(crate) fn random_key() -> anyhow::Result<String> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).context("cannot begin")?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
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

    /// The tables of `--offers` come last.
    fn input_files(&self) -> Vec<InputFile> {
        let tables = self.offers.iter().map(|path| InputFile { path: path.clone(), is_table: true });
        self.files.iter().map(|path| InputFile::named(path)).chain(tables).collect()
    }

    /// Why `files` cannot be imported with these options.
    fn refusal(&self, files: &[InputFile]) -> Option<String> {
        let table = files.iter().find(|file| file.is_table)?;
        let option = match (self.kind, self.mode) {
            (Kind::Resources, _) => "--kind resources",
            (_, Some(Mode::Full)) => "--mode full",
            _ => return None,
        };
        let path = &table.path;
        Some(format!("{path}: a table of offers is a delta of the catalog, so {option} cannot be given"))
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
        let on_retry = |notice: &RetryNotice| {
            let seconds = notice.pause.as_secs_f64();
            print_error(&format!("catalog-client: {}; trying again in {seconds:.1} s", notice.reason));
        };
        Ok(ClientOptions {
            ca_file: self.ca_file.clone(),
            timeout: REQUEST_TIMEOUT,
            retry: RetryPolicy::lasting(LONGEST_ABSENCE),
            on_retry: Some(Arc::new(on_retry)),
            ..ClientOptions::with_key(&self.to, key)
        })
    }
}
