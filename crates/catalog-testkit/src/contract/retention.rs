//! The contract of the ends of the log, its counts and its pruning.

use crate::builders::{NOON, event, section};
use crate::{AnyStore, ImportRun};
use catalog_domain::change::{ChangeEvent, ChangeKind, ChangeTally};
use catalog_domain::ports::EventRange;
use catalog_domain::values::{EventNumber, SectionId, Timestamp};

const WHOLE_LOG: EventRange = EventRange { after: EventNumber(0), up_to: EventNumber(i64::MAX) };

fn hour(hours: i64) -> Timestamp {
    NOON.plus_seconds(hours * 3_600)
}

/// Six events in sections 1 and 2: two at hour 0, two at hour 1, two at hour 2.
fn three_runs(store: &dyn AnyStore) {
    for hours in 0..3 {
        let events = ["A", "B"].map(|name| event(&format!("{name}{hours}"), &[1, 2])).into();
        let sections = [1, 2].map(section).into();
        ImportRun { at: hour(hours), events, sections, ..ImportRun::default() }.commit(store).unwrap();
    }
}

fn numbers_left(store: &dyn AnyStore, section: i64) -> Vec<i64> {
    let events = store.events_of_section(SectionId(section), WHOLE_LOG, 100).unwrap();
    events.iter().map(|event| event.number.0).collect()
}

/// Nothing has happened, and that is not an error.
pub fn the_ends_of_an_empty_log_are_its_beginning(store: &dyn AnyStore) {
    let bounds = store.bounds(hour(0)).unwrap();
    assert_eq!((bounds.floor, bounds.last), (EventNumber(0), EventNumber(0)));
    assert_eq!(bounds.epoch, store.load().unwrap().log_position.epoch);
    assert_eq!(store.time_of(EventNumber(0)).unwrap(), None);
    assert_eq!(store.number_before(hour(0)).unwrap(), EventNumber(0));
    assert_eq!(store.tally(SectionId(1), WHOLE_LOG).unwrap(), ChangeTally::default());
    assert_eq!(store.prune(hour(99), 100).unwrap(), 0);
}

/// The floor is the last event that is too old; each event has the time of its run.
pub fn the_ends_of_the_log_follow_its_times(store: &dyn AnyStore) {
    three_runs(store);
    for (expired_before, floor) in
        [(hour(0), 0), (hour(0).plus_seconds(1), 2), (hour(1), 2), (hour(2), 4), (hour(2).plus_seconds(1), 6)]
    {
        let bounds = store.bounds(expired_before).unwrap();
        assert_eq!((bounds.floor, bounds.last), (EventNumber(floor), EventNumber(6)), "{expired_before:?}");
    }
    for (number, at) in
        [(0, None), (1, Some(hour(0))), (2, Some(hour(0))), (3, Some(hour(1))), (6, Some(hour(2))), (7, None)]
    {
        assert_eq!(store.time_of(EventNumber(number)).unwrap(), at, "{number}");
    }
}

/// A moment is right before the first event at or after it.
pub fn a_moment_is_found_between_events(store: &dyn AnyStore) {
    three_runs(store);
    let a_second = |at: Timestamp| at.plus_seconds(1);
    for (at, before) in [
        (hour(-1), 0),
        (hour(0), 0),
        (a_second(hour(0)), 2),
        (hour(1), 2),
        (hour(2), 4),
        (a_second(hour(2)), 6),
        (hour(99), 6),
    ] {
        assert_eq!(store.number_before(at).unwrap(), EventNumber(before), "{at:?}");
    }
}

/// A product that changed often counts once of each kind, and only in the requested range and section.
pub fn a_tally_counts_each_product_once(store: &dyn AnyStore) {
    let upsert = |content, commercial| ChangeKind::Upsert { content, commercial };
    let of = |name: &str, kind, sections: &[i64]| ChangeEvent { kind, ..event(name, sections) };
    let events = vec![
        of("A", upsert(true, false), &[1]),
        of("A", upsert(true, true), &[1]),
        of("A", ChangeKind::Removed, &[1]),
        of("B", upsert(false, true), &[1, 2]),
        of("C", upsert(true, false), &[2]),
        of("a", upsert(true, false), &[1]),
    ];
    ImportRun { events, ..ImportRun::default() }.commit(store).unwrap();
    let range = |after, up_to| EventRange { after: EventNumber(after), up_to: EventNumber(up_to) };
    let tally = |content, commercial, removed, total| ChangeTally { content, commercial, removed, total };
    for (section, range, expected) in [
        (1, WHOLE_LOG, tally(2, 2, 1, 3)),
        (2, WHOLE_LOG, tally(1, 1, 0, 2)),
        (3, WHOLE_LOG, tally(0, 0, 0, 0)),
        (1, range(0, 1), tally(1, 0, 0, 1)),
        (1, range(1, 3), tally(1, 1, 1, 1)),
        (1, range(3, 3), tally(0, 0, 0, 0)),
    ] {
        assert_eq!(store.tally(SectionId(section), range).unwrap(), expected, "{section} {range:?}");
    }
}

/// The oldest go first, a few at a time; the floor itself stays, because it identifies cursors right behind it.
pub fn pruning_stops_below_the_floor(store: &dyn AnyStore) {
    three_runs(store);
    assert_eq!(store.prune(hour(0), 100).unwrap(), 0);
    for (limit, deleted, left) in
        [(0, 0, vec![1, 2, 3, 4, 5, 6]), (2, 2, vec![3, 4, 5, 6]), (100, 1, vec![4, 5, 6]), (100, 0, vec![4, 5, 6])]
    {
        assert_eq!(store.prune(hour(2), limit).unwrap(), deleted, "limit {limit}");
        assert_eq!(numbers_left(store, 1), left, "limit {limit}");
        assert_eq!(store.bounds(hour(2)).unwrap().floor, EventNumber(4), "the floor stays where it was");
    }
}

/// Pruning affects every feed alike, counts and times included; new events are numbered on.
pub fn pruned_events_are_gone_from_every_feed(store: &dyn AnyStore) {
    three_runs(store);
    assert_eq!(store.prune(hour(99), 100).unwrap(), 5);
    for section in [1, 2] {
        assert_eq!(numbers_left(store, section), [6]);
        assert_eq!(store.tally(SectionId(section), WHOLE_LOG).unwrap().total, 1);
    }
    assert_eq!(store.time_of(EventNumber(5)).unwrap(), None);
    ImportRun { events: vec![event("C", &[1])], at: hour(3), ..ImportRun::default() }.commit(store).unwrap();
    assert_eq!(numbers_left(store, 1), [6, 7]);
    assert_eq!(store.load().unwrap().log_position.last.number, EventNumber(7));
}
