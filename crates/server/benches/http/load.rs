//! One round of load at one server, driven by wrk.

use crate::limits::Limits;
use crate::process::{Process, tied_command};
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Connections that are kept and always busy.
pub(crate) const CONNECTIONS: u32 = 32;
/// Seconds that an answer may take: a machine that is busy with other things makes nothing wrong.
const PATIENCE: u32 = 20;
/// By how much the mean length of an answer under load may differ from the mean of those that were checked: rounds are short
/// and answers of one row differ, but a 304 is not a page.
const LENGTH_TOLERANCE: f64 = 0.3;

/// The load tool.
pub(crate) struct LoadTool {
    program: PathBuf,
    script: PathBuf,
}

/// What is asked of one server, again and again.
pub(crate) struct Load<'a> {
    /// Who answers.
    pub(crate) process: &'a Process,
    /// Where.
    pub(crate) address: &'a str,
    /// The file of requests.
    pub(crate) requests: PathBuf,
    /// The file of headers.
    pub(crate) headers: PathBuf,
    /// The mean length of an answer, in bytes.
    pub(crate) answer_length: f64,
    /// The mean length of a body, in bytes.
    pub(crate) body_length: f64,
}

/// What came of a round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    /// Answers per second.
    pub(crate) per_second: f64,
    /// The median time to an answer, in microseconds.
    pub(crate) p50: f64,
    /// The time in which 99 of 100 answers came, in microseconds.
    pub(crate) p99: f64,
    /// Processor time of the server per answer, in microseconds.
    pub(crate) processor: f64,
}

impl LoadTool {
    /// Puts the tool's script into a folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn new(program: PathBuf, folder: &Path) -> anyhow::Result<Self> {
        let script = folder.join("load.lua");
        fs::write(&script, include_str!("load.lua"))?;
        Ok(Self { program, script })
    }

    /// Drives `load` for some seconds, beginning after a part of its requests.
    ///
    /// # Errors
    /// When a request fails or is answered with an error, answers have another length than they should, or it is time to
    /// stop.
    pub(crate) fn drive(&self, load: &Load<'_>, seconds: u32, start: f64, limits: &Limits) -> anyhow::Result<Round> {
        limits.check()?;
        let mut command = tied_command(&self.program);
        command.args([
            "-t1".to_owned(),
            format!("-c{CONNECTIONS}"),
            format!("-d{seconds}s"),
            format!("--timeout={PATIENCE}s"),
        ]);
        command.arg("-s");
        command.arg(&self.script).arg(format!("http://{}/", load.address));
        command.arg("--").arg(&load.requests).arg(&load.headers).arg(format!("{start:.3}"));
        let before = load.process.processor_microseconds();
        let printed = limits.run(&mut command)?;
        let processor = load.process.processor_microseconds() - before;
        let [requests, duration, bytes, failed, p50, p99] = read_result(&printed)?;
        if requests == 0.0 || failed > 0.0 {
            bail!("of {requests} requests {failed} failed: {printed}");
        }
        let length = bytes / requests;
        if (length / load.answer_length - 1.0).abs() > LENGTH_TOLERANCE {
            bail!("answers have {length:.0} bytes under load, {:.0} when asked one by one", load.answer_length);
        }
        Ok(Round { per_second: requests * 1e6 / duration, p50, p99, processor: processor as f64 / requests })
    }
}

/// Reads what the script prints at the end.
fn read_result(printed: &str) -> anyhow::Result<[f64; 6]> {
    let line = printed.lines().find_map(|line| line.strip_prefix("measured "));
    let numbers: Option<Vec<f64>> = line.map(|line| line.split(' ').filter_map(|number| number.parse().ok()).collect());
    numbers.and_then(|numbers| numbers.try_into().ok()).with_context(|| format!("wrk printed {printed:?}"))
}
