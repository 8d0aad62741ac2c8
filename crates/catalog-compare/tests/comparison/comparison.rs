//! One comparison, and its report.

use crate::model::{LOGIN, PASSWORD};
use catalog_compare::{CompareError, CompareOptions, Login, Observer, OnPause, Outcome, run};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

pub(crate) struct Comparison {
    pub(crate) options: CompareOptions,
    folder: TempDir,
}

#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) outcome: Outcome,
    pub(crate) lines: Vec<Value>,
    pub(crate) files: [String; 4],
}

/// Watches, and stops after a number of parts.
pub(crate) struct StopAfter(pub(crate) u64, AtomicU64);

impl StopAfter {
    pub(crate) fn parts(parts: u64) -> Self {
        Self(parts, AtomicU64::new(0))
    }
}

impl Observer for StopAfter {
    fn begins(&self, _: &str, _: Option<u64>) {}

    fn did(&self, parts: u64) {
        self.1.fetch_add(parts, Ordering::Relaxed);
    }

    fn wants_stop(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

impl Comparison {
    /// Of two systems, with every product in the sample.
    pub(crate) fn between(old: &str, new: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let login = |url: &str| Login { url: url.to_owned(), login: LOGIN.to_owned(), password: PASSWORD.to_owned() };
        let options = CompareOptions {
            old: Some(login(old)),
            new: login(new),
            report: folder.path().join("report"),
            sections: Vec::new(),
            sample: 1_000,
            rate: None,
            concurrency: NonZeroUsize::new(4).unwrap(),
            resume: None,
            ca_file: None,
            allow: None,
            replay: None,
            on_pause: OnPause::default(),
        };
        Self { options, folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn report(&self) -> Report {
        let outcome = self.run(&StopAfter::parts(u64::MAX)).unwrap();
        let read = |name: &str| std::fs::read_to_string(self.options.report.join(name)).unwrap();
        let files = ["differences.ndjson", "summary.json", "index.html", "missing-products.csv"].map(read);
        let lines = files[0].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Report { outcome, lines, files }
    }

    pub(crate) fn run(&self, observer: &dyn Observer) -> Result<Outcome, CompareError> {
        run(&self.options, observer)
    }
}

impl Report {
    /// Identity, path and kind of every difference that no rule allows.
    pub(crate) fn counting(&self) -> Vec<(&str, &str, &str)> {
        let counting = self.lines.iter().filter(|line| line["allowed"].is_null());
        counting.map(|line| (member(line, "identity"), member(line, "path"), member(line, "kind"))).collect()
    }

    pub(crate) fn summary(&self) -> Value {
        serde_json::from_str(&self.files[1]).unwrap()
    }
}

fn member<'a>(line: &'a Value, name: &str) -> &'a str {
    line[name].as_str().unwrap_or_else(|| panic!("no {name} in {line}"))
}
