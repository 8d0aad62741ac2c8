//! Counts the imports that this server ran, and those that wait, for its metrics.

use crate::histogram::Histogram;
use catalog_domain::imports::{ImportJob, JobState};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use std::sync::LazyLock;
use std::time::Duration;

/// Belong to the process, as the runner does.
static ENDED: LazyLock<EndedImports> = LazyLock::new(|| {
    let ended = EndedImports::default();
    // Shown from the start: an alert needs to see the first one that comes.
    for state in [JobState::Done, JobState::Rejected, JobState::Failed] {
        drop(ended.counts.get_or_create(&EndedLabels { state: state.name() }));
    }
    ended
});

/// The labels of ended imports.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct EndedLabels {
    state: &'static str,
}

/// The imports over HTTP that this server ran, since it started.
#[derive(Debug, Clone, Default)]
pub struct EndedImports {
    /// How many ended in which state.
    pub counts: Family<EndedLabels, Counter>,
    /// How long each ran.
    pub durations: Histogram,
    /// How many waited for their turn, on whatever server, when this one last looked: metrics ask no store.
    pub waiting: Gauge,
}

/// What was counted so far.
pub fn ended_imports() -> EndedImports {
    ENDED.clone()
}

pub(super) fn count_ended(state: JobState, took: Duration) {
    ENDED.counts.get_or_create(&EndedLabels { state: state.name() }).inc();
    ENDED.durations.observe(took);
}

pub(super) fn count_waiting<'a>(jobs: impl IntoIterator<Item = &'a ImportJob>) {
    let waiting = jobs.into_iter().filter(|job| job.state == JobState::Waiting).count();
    ENDED.waiting.set(i64::try_from(waiting).unwrap_or(i64::MAX));
}
