//! Batches, pauses and failures.

use super::*;
use catalog_domain::ports::{MockChangeRetention, MockClock};
use catalog_domain::values::Timestamp;
use mockall::Sequence;

const NOW: Timestamp = Timestamp::from_unix_microseconds(1_769_853_600_000_000);
const DAY_SECONDS: i64 = 24 * 60 * 60;

/// A pruner of 30 days over a log that returns these results, one after the other.
fn pruner(responses: Vec<Option<u64>>) -> Pruner {
    let mut log = MockChangeRetention::new();
    let mut order = Sequence::new();
    for response in responses {
        log.expect_prune()
            .withf(|expired, limit| *expired == NOW.plus_seconds(-30 * DAY_SECONDS) && *limit == BATCH_EVENTS)
            .times(1)
            .in_sequence(&mut order)
            .returning(move |_, _| response.ok_or_else(|| StoreError::Unavailable("busy".into())));
    }
    let mut clock = MockClock::new();
    clock.expect_now().return_const(NOW);
    Pruner::new(Arc::new(log), Arc::new(clock), 30)
}

#[test]
fn batches_are_deleted_until_one_is_not_full() {
    let full = u64::from(BATCH_EVENTS);
    for (responses, pruned, expected_pauses) in [
        (vec![Some(0)], Pruned::Whole(0), 0),
        (vec![Some(7)], Pruned::Whole(7), 0),
        (vec![Some(full), Some(full), Some(1)], Pruned::Whole(2 * full + 1), 2),
    ] {
        let mut pauses = 0;
        let outcome = pruner(responses).prune(|_| {
            pauses += 1;
            true
        });
        assert_eq!((outcome.unwrap(), pauses), (pruned, expected_pauses));
    }
}

#[test]
fn a_pruning_stops_between_batches_on_request() {
    let outcome = pruner(vec![Some(u64::from(BATCH_EVENTS))]).prune(|_| false);
    assert_eq!(outcome.unwrap(), Pruned::Stopped(u64::from(BATCH_EVENTS)));
}

#[test]
fn a_failing_store_is_reported() {
    let outcome = pruner(vec![Some(u64::from(BATCH_EVENTS)), None]).prune(|_| true);
    assert!(matches!(outcome, Err(StoreError::Unavailable(_))));
}

/// The pauses of a thread that is stopped after so many.
fn pauses(pruner: &Pruner, most: usize) -> Vec<Duration> {
    let mut pauses = Vec::new();
    prune_until_stopped(pruner, |pause| {
        pauses.push(pause);
        pauses.len() < most
    });
    pauses
}

#[test]
fn the_thread_outlives_failures_and_ends_when_stopped() {
    let full = u64::from(BATCH_EVENTS);
    assert_eq!(pauses(&pruner(vec![None, Some(3), Some(0)]), 3), [INTERVAL; 3]);
    assert_eq!(pauses(&pruner(vec![Some(3), Some(full)]), 2), [INTERVAL, PAUSE], "stopped between two batches");
}

#[test]
fn the_thread_outlives_a_panic() {
    let mut log = MockChangeRetention::new();
    log.expect_prune().times(2).returning(|_, _| panic!("a defect"));
    let mut clock = MockClock::new();
    clock.expect_now().return_const(NOW);
    assert_eq!(pauses(&Pruner::new(Arc::new(log), Arc::new(clock), 30), 2), [INTERVAL; 2]);
}
