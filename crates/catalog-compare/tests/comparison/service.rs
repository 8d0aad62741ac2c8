//! The service: a process over a store of its own.

use crate::model::{LOGIN, Model, PASSWORD};
use catalog_testkit::process::ServerProcess;
use catalog_testkit::program::{catalog_binary, isolated_command};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const STOREFRONT: &str = "storefront.example";

pub(crate) struct Service {
    _process: ServerProcess,
    pub(crate) url: String,
    _folder: TempDir,
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = isolated_command(catalog_binary(), folder);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

impl Service {
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
        let process = ServerProcess::start(&mut command).unwrap();
        Self { url: format!("http://{}", process.address), _process: process, _folder: folder }
    }
}
