//! What is recorded of a run: one JSON line, so that two commits can be compared.

use super::comparison::Outcome;
use super::rows::Wanted;
use super::scaling::Refreshes;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::Command;
use std::thread;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    /// What was measured, and where.
    pub(crate) circumstances: Circumstances,
    /// The command line: settings of the run.
    pub(crate) command: Vec<String>,
    /// The rows against nginx.
    pub(crate) rows: Vec<RowRecord>,
    /// Catalogs: the one of the rows first.
    pub(crate) catalogs: Vec<CatalogRecord>,
    /// The same rows of the large catalog against the other one.
    pub(crate) scaling: Vec<RowRecord>,
}

/// When, on what machine, of what sources.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Circumstances {
    /// When the run began, RFC 3339.
    pub(crate) date: String,
    /// The commit.
    pub(crate) commit: String,
    /// Whether the sources were others than the commit's.
    pub(crate) is_dirty: bool,
    /// Processors of the machine.
    pub(crate) processors: usize,
    /// What others did meanwhile, too: the load averages when the run began.
    pub(crate) load_average: String,
}

/// One row.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RowRecord {
    /// Its name.
    pub(crate) name: String,
    /// What its ratio should be.
    pub(crate) wanted: Option<Wanted>,
    /// What came of it, unless it failed.
    pub(crate) outcome: Option<Outcome>,
    /// Why it failed.
    pub(crate) failure: Option<String>,
}

/// What a catalog cost, requests aside.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CatalogRecord {
    /// Its size.
    pub(crate) products: u64,
    /// Sections of it.
    pub(crate) sections: u64,
    /// From the start of `serve` until it was ready, in milliseconds.
    pub(crate) start: f64,
    /// The processor time that it used until then, in milliseconds.
    pub(crate) start_processor: f64,
    /// Memory when it had just started: all that is resident and what no file is behind, in KiB.
    pub(crate) memory_at_start: [u64; 2],
    /// The same when everything had been requested.
    pub(crate) memory_at_end: [u64; 2],
    /// What imports of 100 changes cost it.
    pub(crate) refreshes: Option<Refreshes>,
}

impl Circumstances {
    /// Those of now. What git does not tell stays unknown.
    ///
    /// # Errors
    /// When the time cannot be written.
    #[expect(clippy::disallowed_methods, reason = "a record of a run says when that was")]
    pub(crate) fn now() -> anyhow::Result<Self> {
        let git = |arguments: &[&str]| {
            let output = Command::new("git").args(arguments).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let averages = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        Ok(Self {
            date: OffsetDateTime::now_utc().replace_nanosecond(0)?.format(&Rfc3339)?,
            commit: git(&["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "unknown".into()),
            is_dirty: git(&["status", "--porcelain"]).is_none_or(|changes| !changes.is_empty()),
            processors: thread::available_parallelism().map_or(0, usize::from),
            load_average: averages.split(' ').take(3).collect::<Vec<_>>().join(" "),
        })
    }
}

/// Writes them as one line.
impl fmt::Display for Circumstances {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { date, commit, is_dirty, processors, load_average } = self;
        let changes = if *is_dirty { " with changes" } else { "" };
        write!(formatter, "{date}, commit {commit}{changes}, {processors} processors, load average {load_average}")
    }
}

impl Record {
    /// Adds this run to those in a file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn append(&self, path: &Path) -> anyhow::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(writeln!(file, "{}", serde_json::to_string(self)?)?)
    }

    /// The runs in a file, the oldest first. Lines of another version of this program are left out.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn read_all(path: &Path) -> anyhow::Result<Vec<Self>> {
        let lines = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.with_context(|| path.display().to_string())?,
        };
        Ok(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }
}
