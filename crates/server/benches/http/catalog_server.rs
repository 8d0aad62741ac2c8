//! The server that is measured: a store with a generated catalog, one account, and `catalog serve` over it.

use crate::arguments::Arguments;
use crate::client::{Answer, Client};
use crate::limits::Limits;
use crate::process::{Process, tied_command};
use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const STOREFRONT: &str = "storefront.example";
const LOGIN: &str = "buyer@storefront.example";
const PASSWORD: &str = "a long password";
/// Changes that the catalog has seen when it is measured: ten pages of the feed of a root, if they are all in it.
const CHANGES: u64 = 2_000;

/// What is imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    /// The whole catalog.
    Catalog,
    /// So many changes of everything: where sections move or are switched off, thousands of products change with them.
    Changes(u64),
    /// So many changes of products and of nothing else.
    ProductChanges(u64),
}

/// A folder with a store.
pub(crate) struct Store {
    program: PathBuf,
    folder: PathBuf,
    /// Products that were generated.
    pub(crate) products: u64,
    /// Sections that were generated.
    pub(crate) sections: u64,
}

/// A running server over a store.
pub(crate) struct CatalogServer {
    /// The process.
    pub(crate) process: Process,
    /// Where it listens.
    pub(crate) address: String,
    /// The value of `Authorization` that its requests carry.
    pub(crate) authorization: String,
    /// From its start until it was ready.
    pub(crate) start: Duration,
    /// The processor time that it used until then, in microseconds.
    pub(crate) start_processor: u64,
    log: File,
    /// Kept, or the server would write into a closed pipe.
    _output: BufReader<ChildStdout>,
}

impl Store {
    /// Generates and imports a catalog and adds an account.
    ///
    /// # Errors
    /// When a command fails, or it is time to stop.
    pub(crate) fn make(folder: PathBuf, products: u64, arguments: &Arguments, limits: &Limits) -> anyhow::Result<Self> {
        fs::create_dir_all(&folder)?;
        let program = arguments.program();
        let program = fs::canonicalize(program).with_context(|| program.display().to_string())?;
        let store = Self { program, folder, products, sections: arguments.sections };
        store.import(Input::Catalog, limits)?;
        let password = store.folder.join("password");
        fs::write(&password, PASSWORD)?;
        let mut command = store.command(&["user", "add", LOGIN, "--password-stdin", "--price-level", "Опт"]);
        limits.run(command.stdin(File::open(password)?))?;
        Ok(store)
    }

    /// Imports the later delta that every catalog has seen when it is measured.
    ///
    /// # Errors
    /// When a command fails, or it is time to stop.
    pub(crate) fn import_changes(&self, limits: &Limits) -> anyhow::Result<()> {
        self.import(Input::Changes(CHANGES), limits)
    }

    /// Generates the catalog, or changes of it, and imports that.
    ///
    /// # Errors
    /// When a command fails, or it is time to stop.
    pub(crate) fn import(&self, input: Input, limits: &Limits) -> anyhow::Result<()> {
        // Compressed it would be smaller, but the time of the benchmark is bounded and the disk is not.
        let path = self.folder.join("input.ndjson");
        let mode = match input {
            Input::Catalog => {
                self.generate(&path, None, limits)?;
                "full"
            }
            Input::Changes(changes) => {
                self.generate(&path, Some(changes), limits)?;
                "delta"
            }
            Input::ProductChanges(changes) => {
                // Few of the changes are of sections.
                self.generate(&path, Some(2 * changes), limits)?;
                keep_product_changes(&path, usize::try_from(changes)?)?;
                "delta"
            }
        };
        limits.run(self.command(&["import", "--storefront-host", STOREFRONT, "--mode", mode]).arg(&path))?;
        Ok(fs::remove_file(path)?)
    }

    fn generate(&self, path: &Path, changes: Option<u64>, limits: &Limits) -> anyhow::Result<()> {
        let (products, sections) = (self.products.to_string(), self.sections.to_string());
        let mut generate = self.command(&["generate", "--products", &products, "--sections", &sections]);
        if let Some(changes) = changes {
            generate.args(["--changes", &changes.to_string()]);
        }
        let mut generating = Process::start({
            generate.stdout(File::create(path)?);
            generate
        })?;
        limits.until("the generated catalog", || Ok((!generating.is_running()).then_some(())))
    }

    /// The binary with arguments; its settings are the defaults, whatever the environment says.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = tied_command(&self.program);
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            if name == "DATABASE_URL" || name.to_string_lossy().starts_with("CATALOG_") {
                command.env_remove(name);
            }
        }
        command
    }
}

impl CatalogServer {
    /// Starts a server and waits until it is ready.
    ///
    /// # Errors
    /// When it does not start, or it is time to stop.
    pub(crate) fn start(store: &Store, arguments: &Arguments, limits: &Limits) -> anyhow::Result<Self> {
        let path = store.folder.join("serve.log");
        let log = OpenOptions::new().create(true).append(true).open(&path)?;
        let loopback = ["--bind", "127.0.0.1:0", "--metrics-bind", "127.0.0.1:0"];
        let mut command = store.command(&["serve", "--storefront-host", STOREFRONT]);
        command.args(loopback).envs(arguments.settings.iter().filter_map(|setting| setting.split_once('=')));
        command.stdout(Stdio::piped()).stderr(log.try_clone()?);
        let started = Instant::now();
        let mut process = Process::start(command)?;
        let mut output = BufReader::new(process.take_output().context("no standard output")?);
        let address = address(&mut output).with_context(|| fs::read_to_string(&path).unwrap_or_default())?;
        limits.until("the server to be ready", || {
            let answer = Client::connect(&address)?.get("/health/ready", &[])?;
            Ok((answer.status == 200).then_some(()))
        })?;
        let (start, start_processor) = (started.elapsed(), process.processor_microseconds());
        let authorization = log_in(&address)?;
        Ok(Self { process, address, authorization, start, start_processor, log, _output: output })
    }

    /// A connection that reads with the token.
    ///
    /// # Errors
    /// When the server is gone.
    pub(crate) fn reader(&self) -> anyhow::Result<Reader<'_>> {
        Ok(Reader { client: Client::connect(&self.address)?, authorization: &self.authorization })
    }

    /// Forgets what has been logged so far: a line for each request adds up to gigabytes.
    ///
    /// # Errors
    /// When the file cannot be cut.
    pub(crate) fn forget_log(&self) -> anyhow::Result<()> {
        Ok(self.log.set_len(0)?)
    }
}

/// A connection that reads with a token.
pub(crate) struct Reader<'a> {
    client: Client,
    authorization: &'a str,
}

impl Reader<'_> {
    /// The JSON that the server answers.
    ///
    /// # Errors
    /// When it answers with anything but a success.
    pub(crate) fn json(&mut self, target: &str) -> anyhow::Result<Value> {
        self.get(target)?.json().with_context(|| target.to_owned())
    }

    /// What the server answers.
    ///
    /// # Errors
    /// When no well-formed answer comes.
    pub(crate) fn get(&mut self, target: &str) -> anyhow::Result<Answer> {
        self.client.get(target, &[("Authorization", self.authorization)])
    }
}

/// Leaves the first `count` records of a file that are no sections.
fn keep_product_changes(path: &Path, count: usize) -> anyhow::Result<()> {
    let text = fs::read_to_string(path)?;
    let mut kept = Vec::with_capacity(count);
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).context("a generated record")?;
        if record["type"] != "section" && kept.len() < count {
            kept.push(line);
        }
    }
    ensure!(kept.len() == count, "only {} generated changes are of products", kept.len());
    Ok(fs::write(path, kept.join("\n"))?)
}

/// Reads what the server says when it listens.
fn address(output: &mut impl BufRead) -> anyhow::Result<String> {
    for line in output.lines() {
        if let Some(address) = line?.strip_prefix("listening on http://") {
            return Ok(address.to_owned());
        }
    }
    bail!("the server has ended")
}

fn log_in(address: &str) -> anyhow::Result<String> {
    let answer = Client::connect(address)?.post("/auth/token", &json!({"login": LOGIN, "password": PASSWORD}))?;
    let body = answer.json().context("logging in")?;
    Ok(format!("Bearer {}", body["data"]["token"].as_str().context("no token")?))
}
