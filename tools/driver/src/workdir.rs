//! A folder in which the server's program makes stores.

use crate::child::{command, run_to_end};
use anyhow::{Context, ensure};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The storefront of generated catalogs.
pub const STOREFRONT: &str = "storefront.example";
/// The password of all users.
pub const PASSWORD: &str = "a long password";

/// The server's program and the folder in which it runs.
#[derive(Debug)]
pub struct Workdir {
    /// The program.
    pub program: PathBuf,
    /// The folder.
    pub folder: PathBuf,
}

impl Workdir {
    /// Finds the program and makes the folder.
    ///
    /// # Errors
    /// When the program is not there.
    pub fn open(program: &Path, folder: &Path) -> anyhow::Result<Self> {
        let program = fs::canonicalize(program)
            .with_context(|| format!("{}: build it with cargo build --release -p server", program.display()))?;
        fs::create_dir_all(folder)?;
        Ok(Self { program, folder: fs::canonicalize(folder)? })
    }

    /// The URL of a SQLite store in the folder.
    #[must_use]
    pub fn url(&self) -> String {
        format!("sqlite://{}", self.folder.join("catalog.db").display())
    }

    /// The program with a store, to be given arguments.
    #[must_use]
    pub fn command(&self, url: &str) -> Command {
        let mut command = command(&self.program);
        command.env("DATABASE_URL", url).current_dir(&self.folder);
        command
    }

    /// Generates a catalog, or changes of it, into a file.
    ///
    /// # Errors
    /// When the program fails.
    pub fn generate(&self, file: &Path, options: &[(&str, u64)]) -> anyhow::Result<()> {
        let mut generate = command(&self.program);
        generate.arg("generate").args(options.iter().flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]));
        let status = generate.stdout(File::create(file)?).status().context("cannot start the program")?;
        ensure!(status.success(), "catalog generate failed with {status}");
        Ok(())
    }

    /// Imports a file, `full` or `delta`, however much it removes or renames.
    ///
    /// # Errors
    /// When the program fails.
    pub fn import(&self, url: &str, mode: &str, file: &Path) -> anyhow::Result<()> {
        let import = ["import", "--storefront-host", STOREFRONT, "--mode", mode];
        let anything = ["--allow-removals", "1000000000", "--max-renames", "1000000000"];
        run_to_end(self.command(url).args(import).args(anything).arg(file))
    }

    /// Adds an account with [`PASSWORD`].
    ///
    /// # Errors
    /// When the program fails.
    pub fn add_account(&self, url: &str, email: &str, options: &[&str]) -> anyhow::Result<()> {
        let password = self.folder.join("password");
        fs::write(&password, PASSWORD)?;
        let mut add = self.command(url);
        add.args(["user", "add", email, "--password-stdin"]).args(options).stdin(File::open(&password)?);
        run_to_end(&mut add)
    }
}
