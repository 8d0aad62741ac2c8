//! One comparison, and its report.

use crate::site::{LOGIN, PASSWORD, Site};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub(crate) struct Comparison {
    flags: Vec<String>,
    pub(crate) folder: TempDir,
}

#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) is_equal: bool,
    pub(crate) said: String,
    pub(crate) summary: Value,
    pub(crate) lines: Vec<Value>,
    pub(crate) files: [String; 4],
}

impl Comparison {
    /// Of two systems, with further flags.
    pub(crate) fn between(old: &Site, new: &Site, more: &str) -> Self {
        let flags = format!(
            "--old {} --old-login {LOGIN} --new {} --new-login {LOGIN} --report report {more}",
            old.url, new.url
        );
        let flags = flags.split_whitespace().map(str::to_owned).collect();
        Self { flags, folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("report").join(name)
    }

    pub(crate) fn command(&self, more: &[&str]) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_catalog-client"));
        let mut command = catalog_testkit::program::isolated_command(program, self.folder.path());
        command.arg("compare").args(&self.flags).args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env("CATALOG_OLD_PASSWORD", PASSWORD).env("CATALOG_NEW_PASSWORD", PASSWORD);
        command
    }

    pub(crate) fn report(&self, more: &[&str]) -> Report {
        let output = self.command(more).output().unwrap();
        let said = said(&output);
        assert!(!said.contains("catalog-client:"), "{said}");
        let read = |name: &str| std::fs::read_to_string(self.path(name)).unwrap();
        let files = ["differences.ndjson", "summary.json", "index.html", "missing-products.csv"].map(read);
        let lines = files[0].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let summary = serde_json::from_str(&files[1]).unwrap();
        Report { is_equal: output.status.success(), said, summary, lines, files }
    }

    /// Of a run that fails, the status and what it says.
    pub(crate) fn failure(&self, more: &[&str]) -> (i32, String) {
        let output = self.command(more).output().unwrap();
        (output.status.code().unwrap(), said(&output))
    }
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

impl Report {
    /// Identity, path and kind of each difference that no rule allows.
    pub(crate) fn counting(&self) -> Vec<[&str; 3]> {
        let open = self.lines.iter().filter(|line| line["allowed"].is_null());
        open.map(|line| ["identity", "path", "kind"].map(|name| line[name].as_str().unwrap())).collect()
    }
}
