//! A folder in which the binary is run, with no settings but those that the test gives.

use super::fixture::{BUYER, CATALOG, PASSWORD, STOREFRONT};
use super::server::Server;
use catalog_testkit::postgres::{TestDatabase, TestPostgres};
use catalog_testkit::program::{client_binary, isolated_command};
use serde_json::Value;
use std::ffi::OsStr;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder of its own, deleted with everything in it at the end.
pub(crate) struct Sandbox {
    folder: TempDir,
    database_url: Option<String>,
    /// The database that is dropped with the folder, if it has its own.
    _database: Option<TestDatabase>,
}

#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// The one line on standard error.
    pub(crate) fn only_error(&self) -> &str {
        let mut lines = self.stderr.lines();
        let line = lines.next().unwrap_or_default();
        assert!(!line.is_empty(), "not one line: {self:?}");
        assert!(lines.next().is_none(), "not one line: {self:?}");
        line
    }

    /// What it printed, after a success.
    pub(crate) fn printed(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:?}");
        &self.stdout
    }

    /// The JSON that it printed, alone or on its last line, after a success.
    pub(crate) fn json(&self) -> Value {
        let printed = self.printed();
        let last = |_| serde_json::from_str(printed.lines().last().unwrap_or_default());
        serde_json::from_str(printed).or_else(last).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// It failed with 1, and its one line has all of these parts.
    pub(crate) fn assert_refused(&self, parts: &[&str]) {
        assert_eq!(self.code, Some(1), "{self:?}");
        assert!(parts.iter().all(|part| self.only_error().contains(part)), "{parts:?}: {self:?}");
    }
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database_url: None, _database: None }
    }

    pub(crate) fn over(database_url: &str) -> Self {
        Self { database_url: Some(database_url.to_owned()), ..Self::new() }
    }

    /// A new folder for each available engine, with an empty store.
    pub(crate) fn on_every_engine() -> Vec<Self> {
        let database = TestPostgres::shared().map(TestPostgres::fresh_database);
        let on_postgres = database.map(|database| Self {
            database_url: Some(database.url.clone()),
            _database: Some(database),
            ..Self::new()
        });
        std::iter::once(Self::new()).chain(on_postgres).collect()
    }

    /// With the usual catalog and a buyer.
    pub(crate) fn filled(self) -> Self {
        self.must_import(CATALOG);
        self.add_buyer();
        self
    }

    pub(crate) fn filled_on_every_engine() -> impl Iterator<Item = Self> {
        Self::on_every_engine().into_iter().map(Self::filled)
    }

    /// The address of the store, where it is not in the folder.
    pub(crate) fn url(&self) -> Option<String> {
        self.database_url.clone()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// The binary with arguments; its settings are the defaults, whatever the environment of the tests says.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.isolated(env!("CARGO_BIN_EXE_catalog"));
        command.args(arguments);
        command
    }

    /// The same of the other program, `catalog-client`.
    pub(crate) fn client_command(&self, arguments: &[&str]) -> Command {
        let mut command = self.isolated(client_binary());
        command.args(arguments);
        command
    }

    /// A shell that runs lines up to the first that fails. In it `catalog` is the binary, and serves at a free port.
    pub(crate) fn shell(&self, script: &str) -> Command {
        let binary = Path::new(env!("CARGO_BIN_EXE_catalog")).parent().unwrap();
        if script.contains("catalog-client") {
            assert_eq!(client_binary().parent(), Some(binary));
        }
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = self.isolated("sh");
        command.args(["-ec", script]).env("PATH", format!("{}:{path}", binary.display()));
        command.env("CATALOG_BIND", "127.0.0.1:0");
        command
    }

    fn isolated(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = isolated_command(program, self.folder.path());
        command.envs(self.database_url.iter().map(|url| ("DATABASE_URL", url)));
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }

    /// What a command prints, which has to succeed.
    pub(crate) fn must_run(&self, arguments: &[&str]) -> String {
        self.run(arguments).printed().to_owned()
    }

    /// Starts `catalog serve` on a free port, with more arguments, and waits until it responds.
    pub(crate) fn serve(&self, more: &[&str]) -> Server {
        Server::spawn(self.serve_command(more))
    }

    pub(crate) fn serve_command(&self, more: &[&str]) -> Command {
        let usual = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT];
        self.command(&[&usual[..], more].concat())
    }

    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &str) -> Outcome {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let written = child.stdin.take().unwrap().write_all(input.as_bytes());
        // A command that refuses its arguments ends before it reads.
        assert!(written.is_ok() || written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe));
        child.wait_with_output().unwrap().into()
    }

    pub(crate) fn import(&self, lines: &str) -> Outcome {
        self.run_with_input(&["import", "--storefront-host", STOREFRONT, "-"], lines)
    }

    pub(crate) fn must_import(&self, lines: &str) {
        self.import(lines).printed();
    }

    /// Whether the store has what is in the file, and nothing else.
    pub(crate) fn holds(&self, file: impl AsRef<Path>) -> bool {
        let import = ["import", "--storefront-host", STOREFRONT, "--mode", "full", "--dry-run"];
        let more = ["--allow-removals", "1000000", "--log", "off", file.as_ref().to_str().unwrap()];
        self.run(&[&import[..], &more].concat()).json()["changed"] == false
    }

    pub(crate) fn add_buyer(&self) {
        // Also before the first import.
        self.add_account(&[BUYER, "--price-level", "Опт"]);
    }

    pub(crate) fn add_administrator(&self, email: &str) {
        self.add_account(&[email, "--role", "admin"]);
    }

    /// Adds an account with the usual password.
    pub(crate) fn add_account(&self, arguments: &[&str]) {
        let add = [&["user", "add", "--password-stdin"], arguments].concat();
        self.run_with_input(&add, PASSWORD).printed();
    }

    /// Adds a key that may import to an administrator.
    pub(crate) fn add_import_key(&self, email: &str) -> String {
        let key = self.must_run(&["key", "add", email, "--name", "Robot", "--right", "import"]);
        key.trim().to_owned()
    }

    /// A catalog of so many products, in lines.
    pub(crate) fn generate(&self, products: &str, sections: &str, seed: &str) -> String {
        self.must_run(&["generate", "--products", products, "--sections", sections, "--seed", seed])
    }
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
