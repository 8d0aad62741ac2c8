//! The load generator, `wrk`: connections that are always busy, with the requests of a row one after the other.

use anyhow::{Context, bail, ensure};
use catalog_testkit::process_info::family_processor_seconds;
use serde::Deserialize;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;

/// Connections that are held open and always busy.
const CONNECTIONS: &str = "32";
const PATIENCE: &str = "20s";
/// By how much the mean length of a response under load may differ from the mean of those that were checked: rounds are
/// short and responses of one row differ, but a 304 is not a page.
const LENGTH_TOLERANCE: f64 = 0.3;
const SCRIPT: &str = include_str!("requests.lua");

pub(crate) struct Load {
    pub(crate) process: u32,
    pub(crate) address: SocketAddr,
    /// A file of the requests, as [`SCRIPT`] reads it; the script is beside it.
    requests: PathBuf,
    /// The mean length of a response, in bytes.
    response_length: f64,
    /// The mean length of a body, in bytes.
    pub(crate) body_length: f64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    pub(crate) per_second: f64,
    /// The times in which 50 and 99 of 100 responses came, in microseconds.
    pub(crate) percentiles: [f64; 2],
    /// Processor time of the server per response, in microseconds.
    pub(crate) processor: f64,
}

#[derive(Deserialize)]
struct Figures {
    responses: u64,
    seconds: f64,
    /// All that came, heads included.
    bytes: f64,
    /// Connections, reads and writes that failed, statuses from 400 on, and responses that took too long.
    failures: [u64; 5],
    p50: f64,
    p99: f64,
}

impl Load {
    /// Writes the requests into a file for `wrk`. The lengths are means: of responses, and of their bodies.
    pub(crate) fn new(
        (process, address): (u32, SocketAddr),
        requests: &[Vec<u8>],
        file: PathBuf,
        [response_length, body_length]: [f64; 2],
    ) -> anyhow::Result<Self> {
        let framed = requests.iter().flat_map(|request| [format!("{}\n", request.len()).into_bytes(), request.clone()]);
        fs::write(&file, framed.collect::<Vec<_>>().concat())?;
        fs::write(file.with_extension("lua"), SCRIPT)?;
        Ok(Self { process, address, requests: file, response_length, body_length })
    }

    /// Requests for a second, beginning after a part of the requests.
    pub(crate) fn drive(&self, start: f64) -> anyhow::Result<Round> {
        let mut wrk = Command::new("wrk");
        wrk.args(["--threads", "1", "--connections", CONNECTIONS, "--timeout", PATIENCE]);
        wrk.args(["--duration", "1s", "--script"]).arg(self.requests.with_extension("lua"));
        wrk.arg(format!("http://{}", self.address)).arg("--").arg(&self.requests).arg(start.to_string());
        let before = family_processor_seconds(self.process);
        let output = wrk.output().context("wrk is not installed; on Debian: apt-get install wrk")?;
        let processor = family_processor_seconds(self.process) - before;
        let printed = String::from_utf8_lossy(&output.stdout);
        let line = printed.lines().find(|line| line.starts_with('{'));
        let figures = line.with_context(|| format!("{printed}{}", String::from_utf8_lossy(&output.stderr)))?;
        judge(&serde_json::from_str(figures)?, self.response_length, processor)
    }
}

fn judge(figures: &Figures, response_length: f64, processor: f64) -> anyhow::Result<Round> {
    let Figures { responses, seconds, bytes, failures, p50, p99 } = *figures;
    ensure!(failures == [0; 5], "failed connections, reads, writes, statuses, and timeouts: {failures:?}");
    ensure!(responses > 0, "no response in {seconds:.1} s");
    let count = responses as f64;
    let length = bytes / count;
    if (length / response_length - 1.0).abs() > LENGTH_TOLERANCE {
        bail!("responses have {length:.0} bytes under load, {response_length:.0} one by one");
    }
    Ok(Round { per_second: count / seconds, percentiles: [p50, p99], processor: processor * 1e6 / count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_counts_only_when_every_response_came_and_they_have_the_length_that_they_should() {
        let figures = |failures, bytes| Figures { responses: 100, seconds: 2.0, bytes, failures, p50: 1.0, p99: 2.0 };
        let round = judge(&figures([0; 5], 110_000.0), 1_000.0, 0.5).unwrap();
        assert_eq!((round.per_second, round.percentiles, round.processor), (50.0, [1.0, 2.0], 5_000.0));
        assert!(judge(&figures([0, 0, 0, 1, 0], 100_000.0), 1_000.0, 0.5).is_err());
        for of_another_kind in [20_000.0, 200_000.0] {
            assert!(judge(&figures([0; 5], of_another_kind), 1_000.0, 0.5).is_err());
        }
        assert!(judge(&Figures { responses: 0, ..figures([0; 5], 0.0) }, 1_000.0, 0.5).is_err());
    }
}
