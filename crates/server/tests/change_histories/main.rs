//! The main invariant: **the products whose response a run changes, for any viewer and in any part, are the products
//! with an event**, in both directions, and each event states what changed.
//!
//! Every history is a random sequence of runs of `catalog import` and `catalog import-resources`: all kinds of records,
//! both modes, repeated inputs, inputs without changes, sections that go, move and come back, restarts in between.
//! After each run the whole copy of a client is read through the routes of v2 and compared with the one before. Nothing
//! here depends on how an import decides:
//!
//! - `runs.rs`, `world.rs` and the `*_edits.rs` choose inputs, `source_state.rs` tracks their combined content;
//! - `service.rs` and `responses.rs` are the service and its visible catalog;
//! - `differences.rs` and `events.rs` derive the required events from the differences, `times.rs` the times;
//! - `replay.rs` performs runs, `checks.rs` compares, `shrink.rs` makes a failing history small.
//!
//! A future part is compared without a change here.
//!
//! `CATALOG_HISTORIES=20000 cargo test -p server --test change_histories` performs so many histories instead of the
//! usual ones, and `CATALOG_HISTORIES_SEED=7` begins with another seed. A failure prints its seed; with
//! `CATALOG_HISTORIES=1` it is the only one.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what helps a test fails it the same way as the test itself")]

mod checks;
mod differences;
mod events;
mod product_edits;
mod replay;
mod responses;
mod runs;
mod section_edits;
mod service;
mod shrink;
mod source_state;
mod times;
mod world;

use checks::Failure;
use replay::{Counts, Replay};
use runs::{Run, Source};
use service::StoreKind;
use std::collections::BTreeMap;
use std::fmt::Write;

const HISTORIES: u64 = 520;
const FAILURES: usize = 20;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// Performs the share of all histories that belongs to one kind of store, with its own seeds: `percent` of them.
async fn perform_histories(kind: StoreKind, percent: u64, stride: u64) {
    let histories = (setting("CATALOG_HISTORIES").unwrap_or(HISTORIES) * percent).div_ceil(100);
    let first_seed = setting("CATALOG_HISTORIES_SEED").unwrap_or(1);
    let (mut counts, mut failures) = (Counts::default(), BTreeMap::<&str, Vec<(u64, Vec<Run>, Failure)>>::new());
    for seed in (0..histories).map(|number| first_seed.wrapping_add(number * stride)) {
        match perform_history(kind, seed).await {
            Ok(None) => return,
            Ok(Some(more)) => counts.add(more),
            Err((runs, failure)) => failures.entry(failure.invariant).or_default().push((seed, runs, failure)),
        }
        if failures.values().map(Vec::len).sum::<usize>() >= FAILURES {
            break;
        }
    }
    println!("{kind:?}: {counts:?}");
    let mut report = String::new();
    for (invariant, broken) in failures {
        let seeds: Vec<u64> = broken.iter().map(|(seed, ..)| *seed).collect();
        let (seed, runs, failure) = broken.into_iter().next().unwrap();
        let (runs, failure) = shrink::shrink(kind, runs, failure).await;
        let Failure { run, facts, .. } = failure;
        writeln!(report, "\n## Broken over {kind:?}: {invariant}\nseeds {seeds:?}; of {seed}, run {run}:\n{facts}")
            .unwrap();
        runs.iter().for_each(|run| write!(report, "{run}").unwrap());
    }
    assert!(report.is_empty(), "{report}");
    assert!(
        counts.rejected * 5 < counts.runs && counts.events > counts.histories * 5,
        "too little happened: {counts:?}"
    );
}

/// Performs one history; `None` where no such store is available. A failure comes with the runs that led to it.
async fn perform_history(kind: StoreKind, seed: u64) -> Result<Option<Counts>, (Vec<Run>, Failure)> {
    let Some(mut replay) = Replay::begin(kind).await else { return Ok(None) };
    let mut source = Source::new(seed);
    for _ in 0..source.length() {
        let run = source.next(&replay.source_state);
        replay.perform(&run).await.map_err(|failure| (source.runs.clone(), failure))?;
    }
    Ok(Some(replay.counts))
}

#[actix_web::test]
async fn the_products_whose_responses_change_are_those_with_an_event_on_sqlite() {
    perform_histories(StoreKind::Sqlite, 70, 1).await;
}

#[actix_web::test]
async fn the_products_whose_responses_change_are_those_with_an_event_on_postgresql() {
    perform_histories(StoreKind::Postgres, 30, 2_000_003).await;
}
