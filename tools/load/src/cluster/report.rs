//! What the clients of a round noticed, and the table.

use super::clients::{Kind, Seen};
use super::failures::Failure;
use crate::percentiles::median;
use std::time::Instant;

const STORE: [Kind; 5] = [Kind::Parts, Kind::Login, Kind::Registration, Kind::Import, Kind::Wait];

/// What must not happen, counted.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Losses {
    pub(super) imports: usize,
    pub(super) accounts: usize,
    /// Keys that were deleted and are there again.
    pub(super) deletions: usize,
    pub(super) back: usize,
    pub(super) missed: usize,
}

impl Losses {
    fn any(&self) -> bool {
        *self != Self::default()
    }
}

/// What was seen of one failure.
#[derive(Default)]
pub(super) struct Round {
    /// From the first request that failed to the end of the last one, in seconds; 0 when none failed.
    failed_for: [f64; STORE.len()],
    reads: usize,
    failed_reads: usize,
    slowest_read: f64,
    /// Whether another primary was elected, a former one rewound, and so on.
    was_as_expected: bool,
    losses: Losses,
}

impl Round {
    pub(super) fn of(seen: &[Seen], was_as_expected: bool, losses: Losses) -> Self {
        let reads = seen.iter().filter(|it| it.kind == Kind::Memory);
        let failed_for = STORE.map(|kind| {
            let failed = || seen.iter().filter(move |it| it.kind == kind && it.failure.is_some());
            let first: Option<Instant> = failed().map(|it| it.sent).min();
            let last = failed().map(|it| it.sent + it.took).max();
            first.zip(last).map_or(0.0, |(first, last)| (last - first).as_secs_f64())
        });
        Self {
            failed_for,
            reads: reads.clone().count(),
            failed_reads: reads.clone().filter(|it| it.failure.is_some()).count(),
            slowest_read: reads.map(|it| it.took.as_secs_f64()).fold(0.0, f64::max),
            was_as_expected,
            losses,
        }
    }
}

/// Whether nothing was lost in any round.
pub(super) fn are_whole(rounds: &[Round]) -> bool {
    !rounds.iter().any(|round| round.losses.any())
}

pub(super) fn print_head() {
    println!(
        "| failure | as expected | reads of memory failed | slowest, s | parts | logins | registrations | imports | waits | \
         imports lost | accounts lost | deletions of keys lost | feeds back, missed |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
}

pub(super) fn print_row(failure: Failure, rounds: &[Round]) {
    let spans = (0..STORE.len()).map(|kind| {
        let spans = || rounds.iter().map(|round| round.failed_for[kind]);
        let longest = spans().fold(0.0, f64::max);
        if longest > 0.0 { format!("{:.1}, {longest:.1}", median(spans())) } else { "0".to_owned() }
    });
    let spans = spans.collect::<Vec<_>>().join(" | ");
    let sum = |of: fn(&Round) -> usize| rounds.iter().map(of).sum::<usize>();
    println!(
        "| {} | {} of {} | {} of {} | {:.1} | {spans} | {} | {} | {} | {}, {} |",
        failure.title(),
        sum(|it| usize::from(it.was_as_expected)),
        rounds.len(),
        sum(|it| it.failed_reads),
        sum(|it| it.reads),
        rounds.iter().map(|it| it.slowest_read).fold(0.0, f64::max),
        sum(|it| it.losses.imports),
        sum(|it| it.losses.accounts),
        sum(|it| it.losses.deletions),
        sum(|it| it.losses.back),
        sum(|it| it.losses.missed),
    );
}
