//! What every report says: when and where it was measured, and of which sources.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::process::Command;
use std::thread;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Circumstances {
    /// When the run began, RFC 3339.
    pub(crate) date: String,
    pub(crate) commit: String,
    /// Whether the sources were others than the commit's.
    pub(crate) is_dirty: bool,
    pub(crate) processors: usize,
    /// What others did meanwhile, too: the load averages when the run began.
    pub(crate) load_average: String,
}

impl Circumstances {
    /// Those of now. What git does not tell stays unknown.
    #[expect(clippy::disallowed_methods, reason = "a record of a run says when that was")]
    pub(crate) fn now() -> anyhow::Result<Self> {
        let git = |arguments: &[&str]| {
            let output = Command::new("git").args(arguments).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        Ok(Self {
            date: OffsetDateTime::now_utc().replace_nanosecond(0)?.format(&Rfc3339)?,
            commit: git(&["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "unknown".into()),
            is_dirty: git(&["status", "--porcelain"]).is_none_or(|changes| !changes.is_empty()),
            processors: thread::available_parallelism().map_or(0, usize::from),
            load_average: load_average(),
        })
    }
}

impl fmt::Display for Circumstances {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { date, commit, is_dirty, processors, load_average } = self;
        let changes = if *is_dirty { " with changes" } else { "" };
        write!(formatter, "{date}, commit {commit}{changes}, {processors} processors, load average {load_average}")
    }
}

pub(crate) fn load_average() -> String {
    let averages = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    averages.split(' ').take(3).collect::<Vec<_>>().join(" ")
}
