//! The service: a process over a store of its own.

use crate::model::{LOGIN, Model, PASSWORD};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

const STOREFRONT: &str = "storefront.example";

/// A running server, and its store.
pub(crate) struct Service {
    child: Child,
    pub(crate) url: String,
    _folder: TempDir,
}

/// The service's binary: the one that `CATALOG_BINARY` names, or one built for the purpose. Cargo builds only a
/// package's own binaries for its tests, so this one is built explicitly.
fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(binary) = std::env::var_os("CATALOG_BINARY") {
            return binary.into();
        }
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--offline", "--package", "server", "--bin", "catalog"]);
        build.args(if cfg!(debug_assertions) { &[][..] } else { &["--release"] });
        let status = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap();
        assert!(status.success(), "the service cannot be built");
        // This test is in `deps`, beside which the binaries are.
        std::env::current_exe().unwrap().parent().unwrap().with_file_name("catalog")
    })
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(binary());
    for (name, _) in std::env::vars_os() {
        if name == "DATABASE_URL" || name.to_string_lossy().starts_with("CATALOG_") {
            command.env_remove(name);
        }
    }
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

impl Service {
    /// Imports a catalog, makes the account, and serves.
    pub(crate) fn start(model: &Model) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (records, links) = model.import();
        std::fs::write(folder.path().join("catalog.ndjson"), records).unwrap();
        std::fs::write(folder.path().join("links.ndjson"), links).unwrap();
        let run = |arguments: &[&str], input: &str| {
            let mut child =
                command(folder.path(), arguments).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        };
        run(&["import", "--storefront-host", STOREFRONT, "catalog.ndjson"], "");
        run(&["import-resources", "links.ndjson"], "");
        run(&["user", "add", LOGIN, "--password-stdin", "--price-level", "Опт", "--configurator"], PASSWORD);
        let serve = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT];
        let mut command = command(folder.path(), &serve);
        command.args(["--login-attempts-per-minute", "10000"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening on ").map(str::to_owned)).unwrap();
        Self { child, url: address, _folder: folder }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
