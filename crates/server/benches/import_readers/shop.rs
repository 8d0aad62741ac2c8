//! A store with a generated catalog, the server over it, and the import that replaces all of it.

use crate::client::Client;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const STOREFRONT: &str = "storefront.example";
/// The account that logs in.
pub(crate) const LOGIN: &str = r#"{"login": "buyer@storefront.example", "password": "a long password"}"#;
/// Products that are read.
const READ_PRODUCTS: usize = 5_000;

/// Everything that is measured; the server ends with it.
pub(crate) struct Shop {
    folder: TempDir,
    server: Child,
    /// Where the server listens.
    pub(crate) address: String,
    /// A token of the account.
    pub(crate) token: String,
    /// Some stock numbers of the catalog, as they stand in a path.
    pub(crate) stock_numbers: Vec<String>,
}

impl Drop for Shop {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Shop {
    /// Fills a store and serves it.
    pub(crate) fn open(products: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (seed, name) in [("1", "one.ndjson"), ("2", "two.ndjson")] {
            let size = [products, (products / 100).max(1)].map(|number| number.to_string());
            let file = File::create(folder.path().join(name)).unwrap();
            run(catalog(&folder, &["generate", "--products", &size[0], "--sections", &size[1], "--seed", seed])
                .stdout(file));
        }
        run(&mut import(&folder, "one.ndjson"));
        let mut adding = catalog(&folder, &["user", "add", "buyer@storefront.example", "--password-stdin"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        adding.stdin.take().unwrap().write_all(b"a long password").unwrap();
        assert!(adding.wait().unwrap().success());
        let lines = BufReader::new(File::open(folder.path().join("one.ndjson")).unwrap()).lines().map(Result::unwrap);
        let every = (products as usize / READ_PRODUCTS).max(1);
        let read = lines.filter(|line| line.contains("\"type\":\"product\"")).step_by(every);
        let stock_numbers = read
            .map(|line| in_a_path(serde_json::from_str::<Value>(&line).unwrap()["stockNumber"].as_str().unwrap()))
            .collect();
        let (server, address) = serve(&folder);
        let answer = Client::new(&address, "").ask("POST", "/auth/token", LOGIN).unwrap();
        let token: Value = serde_json::from_str(&answer.1).unwrap();
        let token = token["data"]["token"].as_str().unwrap().to_owned();
        Self { folder, server, address, token, stock_numbers }
    }

    /// Imports another catalog over this one.
    pub(crate) fn replace_everything(&mut self) {
        run(&mut import(&self.folder, "two.ndjson"));
    }
}

/// A text as one step of a path.
fn in_a_path(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Starts the server on a free port.
fn serve(folder: &TempDir) -> (Child, String) {
    let arguments = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT];
    let mut command = catalog(folder, &arguments);
    command.args(["--login-attempts-per-minute", "100000", "--log", "warn"]).stdout(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines().map(Result::unwrap);
    let address = lines.find_map(|line| line.strip_prefix("listening on http://").map(str::to_owned)).unwrap();
    // Whatever else it prints has a reader.
    std::thread::spawn(move || lines.for_each(drop));
    (server, address)
}

fn import(folder: &TempDir, file: &str) -> Command {
    let mut command = catalog(folder, &["import", "--storefront-host", STOREFRONT, "--mode", "full"]);
    command.args(["--allow-removals", "1000000000", file]).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn catalog(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catalog"));
    command.args(arguments).current_dir(folder.path()).env_remove("DATABASE_URL").stdin(Stdio::null());
    command
}

fn run(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}
