//! Batches, pauses and failures.

use super::*;
use catalog_domain::ports::MockChangeRetention;
use catalog_domain::values::Timestamp;
use catalog_testkit::FixedClock;
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
    Pruner::new(Arc::new(log), Arc::new(FixedClock::at(NOW)), 30)
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

#[test]
fn a_turn_outlives_a_failing_store() {
    let pruner = pruner(vec![None, Some(3)]);
    pruner.prune_and_log(|_| true);
    pruner.prune_and_log(|_| true);
}

#[test]
fn the_thread_prunes_at_once_and_ends_when_it_is_stopped() {
    let (sender, pruned) = std::sync::mpsc::channel();
    let mut log = MockChangeRetention::new();
    log.expect_prune().times(1).returning(move |_, _| {
        sender.send(()).unwrap();
        Ok(0)
    });
    let thread = Pruner::new(Arc::new(log), Arc::new(FixedClock::at(NOW)), 30).prune_hourly().unwrap();
    pruned.recv().unwrap();
    assert!(thread.stop(INTERVAL));
}
