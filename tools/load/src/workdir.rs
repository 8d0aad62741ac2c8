//! A folder in which the server's program makes stores.

use anyhow::{Context, ensure};
use catalog_testkit::postgres::TempCluster;
use catalog_testkit::program::isolated_command;
use clap::Args;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The storefront of generated catalogs.
pub(crate) const STOREFRONT: &str = "storefront.example";
pub(crate) const PASSWORD: &str = "a long password";

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
    /// A folder for one benchmark, with what an earlier run has left in it.
    ///
    /// # Errors
    /// When the program is not there.
    pub(crate) fn workdir(&self, name: &str) -> anyhow::Result<Workdir> {
        let program = fs::canonicalize(&self.binary)
            .with_context(|| format!("{}: build it with cargo build --release -p server", self.binary.display()))?;
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder)?;
        Ok(Workdir { program, folder: fs::canonicalize(folder)? })
    }

    /// An empty folder for one benchmark.
    ///
    /// # Errors
    /// When the program is not there, or the folder cannot be made.
    pub(crate) fn fresh_workdir(&self, name: &str) -> anyhow::Result<Workdir> {
        let folder = self.folder.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        self.workdir(name)
    }
}

/// The server's program and the folder in which it runs.
#[derive(Debug)]
pub(crate) struct Workdir {
    pub(crate) program: PathBuf,
    pub(crate) folder: PathBuf,
}

impl Workdir {
    /// The URL of a SQLite store in the folder.
    pub(crate) fn url(&self) -> String {
        format!("sqlite://{}", self.folder.join("catalog.db").display())
    }

    /// The program with a store, to be given arguments.
    pub(crate) fn command(&self, url: &str) -> Command {
        let mut command = command(&self.program, &self.folder);
        command.env("DATABASE_URL", url);
        command
    }

    /// Generates a catalog, or changes of it, into a file.
    ///
    /// # Errors
    /// When the program fails.
    pub(crate) fn generate(&self, file: &Path, options: &[(&str, u64)]) -> anyhow::Result<()> {
        let mut generate = command(&self.program, &self.folder);
        generate.arg("generate").args(options.iter().flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]));
        let status = generate.stdout(File::create(file)?).status().context("cannot start the program")?;
        ensure!(status.success(), "catalog generate failed with {status}");
        Ok(())
    }

    /// Imports a file, `full` or `delta`, however much it removes or renames.
    ///
    /// # Errors
    /// When the program fails.
    pub(crate) fn import(&self, url: &str, mode: &str, file: &Path) -> anyhow::Result<()> {
        let import = ["import", "--storefront-host", STOREFRONT, "--mode", mode];
        run_to_end(self.command(url).args(import).args(ANY_CHANGE).arg(file)).map(drop)
    }

    /// The same over HTTP by `catalog-client` beside the program, with a key that may import.
    ///
    /// # Errors
    /// When the program fails.
    pub(crate) fn push(&self, address: SocketAddr, key: &str, mode: &str, file: &Path) -> anyhow::Result<()> {
        let push = ["push", "--to", &format!("http://{address}"), "--mode", mode];
        let mut command = command(&self.program.with_file_name("catalog-client"), &self.folder);
        run_to_end(command.args(push).args(ANY_CHANGE).arg(file).env("CATALOG_KEY", key)).map(drop)
    }

    /// Makes a key that may import, of an administrator.
    ///
    /// # Errors
    /// When the program fails.
    pub(crate) fn add_import_key(&self, url: &str, email: &str) -> anyhow::Result<String> {
        self.add_account(url, email, &["--role", "admin"])?;
        let add = ["key", "add", email, "--name", "load", "--right", "import"];
        Ok(run_to_end(self.command(url).args(add))?.trim().to_owned())
    }

    /// Adds an account with [`PASSWORD`].
    ///
    /// # Errors
    /// When the program fails.
    pub(crate) fn add_account(&self, url: &str, email: &str, options: &[&str]) -> anyhow::Result<()> {
        let password = self.folder.join("password");
        fs::write(&password, PASSWORD)?;
        let mut add = self.command(url);
        add.args(["user", "add", email, "--password-stdin"]).args(options).stdin(File::open(&password)?);
        run_to_end(&mut add).map(drop)
    }
}

/// A PostgreSQL that ends with this process, with these options beside the usual ones.
///
/// # Errors
/// When it is not installed.
pub(crate) fn start_postgres(options: &str) -> anyhow::Result<TempCluster> {
    // Several servers connect, each with a pool.
    let options = format!("-c max_connections=200 {options}");
    TempCluster::start_new_with_options(&options).context("PostgreSQL is not installed")
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

/// Runs a command to its end. Gives its standard output.
///
/// # Errors
/// When it fails; with what it wrote to standard error.
fn run_to_end(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stderr(Stdio::piped()).output();
    let output = output.with_context(|| format!("cannot start {command:?}"))?;
    let arguments: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} failed with {}: {complaint}", arguments.join(" "), output.status);
    Ok(String::from_utf8(output.stdout)?)
}
