//! One comparison, and its report.

use crate::site::{PASSWORD, Site, USERS};
use catalog_compare::{CompareError, CompareOptions, Login, OnPause, Outcome, run};
use long_work::Observer;
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
    fn did(&self, parts: u64) {
        self.1.fetch_add(parts, Ordering::Relaxed);
    }

    fn wants_stop(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

impl Comparison {
    /// Of two systems, with every product in the sample.
    pub(crate) fn between(old: &Site, new: &Site) -> Self {
        let of_new = Self::of_interfaces(new, USERS[0]);
        let old = Some(Login { url: old.url.clone(), ..of_new.options.new.clone() });
        Self { options: CompareOptions { old, ..of_new.options }, folder: of_new.folder }
    }

    /// Of v1 with v2 as a user sees them.
    pub(crate) fn of_interfaces(site: &Site, user: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = CompareOptions {
            old: None,
            new: Login { url: site.url.clone(), login: user.to_owned(), password: PASSWORD.to_owned(), key: None },
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

    pub(crate) fn error(&self) -> CompareError {
        self.run(&StopAfter::parts(u64::MAX)).unwrap_err()
    }
}

impl Report {
    /// Differences that no rule allows.
    pub(crate) fn open(&self) -> Vec<&Value> {
        self.lines.iter().filter(|line| line["allowed"].is_null()).collect()
    }

    /// Identity, path and kind of each of them.
    pub(crate) fn counting(&self) -> Vec<[&str; 3]> {
        self.open()
            .into_iter()
            .map(|line| ["identity", "path", "kind"].map(|name| line[name].as_str().unwrap()))
            .collect()
    }

    pub(crate) fn summary(&self) -> Value {
        serde_json::from_str(&self.files[1]).unwrap()
    }
}
