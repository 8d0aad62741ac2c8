//! One comparison, and its report.

use crate::site::{PASSWORD, Site};
use catalog_compare::{CompareError, CompareOptions, Login, OnPause, Outcome, run};
use long_work::Observer;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

pub(crate) struct Comparison {
    pub(crate) options: CompareOptions,
    pub(crate) folder: TempDir,
}

#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) outcome: Outcome,
    pub(crate) lines: Vec<Value>,
    pub(crate) files: [String; 4],
}

/// Watches, and stops after a number of parts.
pub(crate) struct StopAfter(pub(crate) AtomicU64);

impl Observer for StopAfter {
    fn did(&self, parts: u64) {
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(parts)));
    }

    fn wants_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

impl Comparison {
    /// Of two systems, with every product in the sample.
    pub(crate) fn between(old: &Site, new: &Site) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let login = |site: &Site| Login {
            url: site.url.clone(),
            login: "buyer".to_owned(),
            password: PASSWORD.to_owned(),
            key: None,
        };
        let options = CompareOptions {
            old: login(old),
            new: login(new),
            report: folder.path().join("report"),
            sections: Vec::new(),
            sample: 1_000,
            rate: None,
            concurrency: NonZeroUsize::new(4).unwrap(),
            resume: false,
            ca_file: None,
            allow: None,
            on_pause: OnPause::default(),
        };
        Self { options, folder }
    }

    pub(crate) fn report(&self) -> Report {
        let outcome = self.run(u64::MAX).unwrap();
        let read = |name: &str| std::fs::read_to_string(self.options.report.join(name)).unwrap();
        let files = ["differences.ndjson", "summary.json", "index.html", "missing-products.csv"].map(read);
        let lines = files[0].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Report { outcome, lines, files }
    }

    /// Runs until so many parts are done.
    pub(crate) fn run(&self, parts: u64) -> Result<Outcome, CompareError> {
        run(&self.options, &StopAfter(AtomicU64::new(parts)))
    }
}

impl Report {
    /// Identity, path and kind of each difference that no rule allows.
    pub(crate) fn counting(&self) -> Vec<[&str; 3]> {
        let open = self.lines.iter().filter(|line| line["allowed"].is_null());
        open.map(|line| ["identity", "path", "kind"].map(|name| line[name].as_str().unwrap())).collect()
    }

    pub(crate) fn sentence(&self) -> &str {
        self.outcome.summary["summary"].as_str().unwrap()
    }
}
