//! Two servers under the same load in turns, so that whatever else the machine does happens to both.

use super::load::{Load, Round};
use crate::percentiles::median;
use serde::{Deserialize, Serialize};

/// The golden ratio, whose multiples lie far apart: the part of the requests from the start of a round to that of the
/// next.
const STRIDE: f64 = 0.618;

/// Medians over the rounds at one server.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Performance {
    pub(crate) per_second: f64,
    pub(crate) p50: f64,
    /// The time in which 99 of 100 responses came, in microseconds.
    pub(crate) p99: f64,
    /// Processor time of the server per response, in microseconds.
    pub(crate) processor: f64,
    /// The mean length of a body as it came, in bytes.
    pub(crate) body: f64,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome {
    /// Responses of the first per response of the second: the median over the rounds, so that one disturbed round says
    /// nothing.
    pub(crate) ratio: f64,
    /// The smallest and the largest ratio of a round.
    pub(crate) spread: [f64; 2],
    /// Processor time of the second per response, for one of the first's: what the ratio would be on processors of
    /// their own.
    pub(crate) processor_ratio: f64,
    pub(crate) first: Performance,
    pub(crate) second: Performance,
}

/// Drives the same load at both in turns, beginning with the other one in every round.
pub(crate) fn compare(
    loads: [&Load; 2],
    rounds: u32,
    between: impl Fn() -> std::io::Result<()>,
) -> anyhow::Result<Outcome> {
    // Caches are warm in production, too.
    for load in loads {
        load.drive(0.0)?;
    }
    let mut driven: [Vec<Round>; 2] = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        let order = if round % 2 == 0 { [1, 0] } else { [0, 1] };
        // A round is too short for all requests of a large set: each begins elsewhere.
        let start = (f64::from(round) * STRIDE).fract();
        for side in order {
            driven[side].push(loads[side].drive(start)?);
        }
        between()?;
    }
    let [first, second] = &driven;
    let pairs = || first.iter().zip(second);
    let ratios = || pairs().map(|(first, second)| first.per_second / second.per_second);
    Ok(Outcome {
        ratio: median(ratios()),
        spread: [ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max)],
        processor_ratio: median(pairs().map(|(first, second)| second.processor / first.processor)),
        first: performance(first, loads[0]),
        second: performance(second, loads[1]),
    })
}

fn performance(rounds: &[Round], load: &Load) -> Performance {
    let median_of = |figure: fn(&Round) -> f64| median(rounds.iter().map(figure));
    Performance {
        per_second: median_of(|round| round.per_second),
        p50: median_of(|round| round.percentiles[0]),
        p99: median_of(|round| round.percentiles[1]),
        processor: median_of(|round| round.processor),
        body: load.body_length,
    }
}
