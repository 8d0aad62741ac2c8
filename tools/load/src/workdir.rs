//! A folder in which the server's program makes a store, and what is done with it by commands.

use anyhow::{Context, ensure};
use catalog_testkit::postgres::TempCluster;
use catalog_testkit::program::isolated_command;
use clap::Args;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) const STOREFRONT: &str = "storefront.example";
/// The usual account, and what all accounts have.
pub(crate) const LOGIN: &str = "buyer@storefront.example";
pub(crate) const PASSWORD: &str = "a long password";
/// The price level of accounts that have one.
pub(crate) const LEVEL: [&str; 2] = ["--price-level", "Опт"];

/// What lets an import remove and rename whatever it likes.
const ANY_CHANGE: [&str; 4] = ["--allow-removals", "1000000000", "--max-renames", "1000000000"];

/// Ends a program when its parent dies, even by SIGKILL.
const SETPRIV: &str = "/usr/bin/setpriv";

// Where a benchmark works, and with what. A doc comment would become the description of every command.
#[derive(Args)]
pub(crate) struct Place {
    /// The server's program; an older one, to compare
    #[arg(long, value_name = "FILE", default_value = "target/release/catalog")]
    binary: PathBuf,
    /// The folder for stores, logs and results
    #[arg(long, value_name = "FOLDER", default_value = "target/load")]
    pub(crate) folder: PathBuf,
}

impl Place {
    /// An empty folder for one benchmark, with no store yet.
    pub(crate) fn workdir(&self, name: &str) -> anyhow::Result<Workdir> {
        let program = fs::canonicalize(&self.binary)
            .with_context(|| format!("{}: build it with cargo build --release -p server", self.binary.display()))?;
        let folder = self.folder.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let folder = fs::canonicalize(folder)?;
        let url = format!("sqlite://{}", folder.join("catalog.db").display());
        Ok(Workdir { program, folder, url, size: [0; 2] })
    }

    /// The same with a SQLite store of so many products and sections, and the usual account.
    pub(crate) fn stocked(&self, name: &str, size: [u64; 2], account: &[&str]) -> anyhow::Result<Workdir> {
        let workdir = self.workdir(name)?.fill(size, &[])?;
        workdir.add_account(LOGIN, account)?;
        Ok(workdir)
    }
}

/// The server's program, the folder in which it runs, and its store.
pub(crate) struct Workdir {
    pub(crate) program: PathBuf,
    pub(crate) folder: PathBuf,
    pub(crate) url: String,
    /// Products and sections that the store was filled with.
    pub(crate) size: [u64; 2],
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Changes {
    /// Of everything: where sections move or are switched off, thousands of products change with them.
    Of(u64),
    /// Of products and of nothing else.
    OfProducts(u64),
}

impl Workdir {
    /// The program with the store, to be given arguments.
    pub(crate) fn command(&self) -> Command {
        let mut command = command(&self.program, &self.folder);
        command.env("DATABASE_URL", &self.url);
        command
    }

    /// Imports a generated catalog of so many products and sections, as the options of the generator want it.
    pub(crate) fn fill(mut self, size: [u64; 2], options: &[(&str, u64)]) -> anyhow::Result<Self> {
        self.size = size;
        let input = self.generate("catalog.ndjson", options)?;
        self.import("full", &input)?;
        Ok(self)
    }

    /// Generates a catalog of the store's size, or changes of it, into a file.
    pub(crate) fn generate(&self, file: &str, options: &[(&str, u64)]) -> anyhow::Result<PathBuf> {
        let file = self.folder.join(file);
        let size = [("--products", self.size[0]), ("--sections", self.size[1])];
        let mut generate = command(&self.program, &self.folder);
        let options = size.iter().chain(options).flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]);
        let status = generate.arg("generate").args(options).stdout(File::create(&file)?).status();
        let status = status.context("cannot start the program")?;
        ensure!(status.success(), "catalog generate failed with {status}");
        Ok(file)
    }

    /// Imports a file, `full` or `delta`, however much it removes or renames.
    pub(crate) fn import(&self, mode: &str, file: &Path) -> anyhow::Result<()> {
        let import = ["import", "--storefront-host", STOREFRONT, "--mode", mode];
        run_to_end(self.command().args(import).args(ANY_CHANGE).arg(file)).map(drop)
    }

    /// Generates changes and imports them. Those with another `variation` are others.
    pub(crate) fn change(&self, changes: Changes, variation: u64) -> anyhow::Result<()> {
        let input = match changes {
            Changes::Of(changes) => self.generate("changes.ndjson", &[("--changes", changes + variation)])?,
            Changes::OfProducts(changes) => {
                // Few of the changes are of sections.
                let input = self.generate("changes.ndjson", &[("--changes", 2 * changes + variation)])?;
                leave_product_changes(&input, usize::try_from(changes)?)?;
                input
            }
        };
        self.import("delta", &input)
    }

    /// Imports a file over HTTP by `catalog-client` beside the program, with a key that may.
    pub(crate) fn push(&self, address: SocketAddr, key: &str, mode: &str, file: &Path) -> anyhow::Result<()> {
        let push = ["push", "--to", &format!("http://{address}"), "--mode", mode];
        let mut command = command(&self.program.with_file_name("catalog-client"), &self.folder);
        run_to_end(command.args(push).args(ANY_CHANGE).arg(file).env("CATALOG_KEY", key)).map(drop)
    }

    pub(crate) fn add_import_key(&self, email: &str) -> anyhow::Result<String> {
        self.add_account(email, &["--role", "admin"])?;
        let add = ["key", "add", email, "--name", "load", "--right", "import"];
        Ok(run_to_end(self.command().args(add))?.trim().to_owned())
    }

    pub(crate) fn add_account(&self, email: &str, options: &[&str]) -> anyhow::Result<()> {
        add_account(self.command(), &self.folder, email, options)
    }
}

pub(crate) fn add_account(mut add: Command, folder: &Path, email: &str, options: &[&str]) -> anyhow::Result<()> {
    let password = folder.join("password");
    fs::write(&password, PASSWORD)?;
    add.args(["user", "add", email, "--password-stdin"]).args(options).stdin(File::open(&password)?);
    run_to_end(&mut add).map(drop)
}

/// Leaves the first `count` records of a file that are no sections.
fn leave_product_changes(path: &Path, count: usize) -> anyhow::Result<()> {
    let text = fs::read_to_string(path)?;
    let mut left = Vec::with_capacity(count);
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).context("a generated record")?;
        if record["type"] != "section" && left.len() < count {
            left.push(line);
        }
    }
    ensure!(left.len() == count, "only {} generated changes are of products", left.len());
    Ok(fs::write(path, left.join("\n"))?)
}

/// A PostgreSQL that ends with this process, with these options beside the usual ones.
pub(crate) fn start_postgres(options: &str) -> anyhow::Result<TempCluster> {
    // Several servers connect, each with a pool.
    let options = format!("-c max_connections=200 {options}");
    TempCluster::start_new_with(&[], &options).context("PostgreSQL is not installed")
}

/// A command without input and without settings of the server from the environment, that ends with this process where
/// `setpriv` is installed.
pub(crate) fn command(program: &Path, folder: &Path) -> Command {
    if !Path::new(SETPRIV).exists() {
        return isolated_command(program, folder);
    }
    let mut command = isolated_command(SETPRIV, folder);
    command.args(["--pdeathsig", "TERM"]).arg(program);
    command
}

/// Runs a command to its end. Gives its standard output, or what it wrote to standard error when it fails.
pub(crate) fn run_to_end(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stderr(Stdio::piped()).output();
    let output = output.with_context(|| format!("cannot start {command:?}"))?;
    let arguments: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} failed with {}: {complaint}", arguments.join(" "), output.status);
    Ok(String::from_utf8(output.stdout)?)
}
