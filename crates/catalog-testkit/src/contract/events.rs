//! The contract of the change log.

use crate::builders::{NOON, event, product_record, section};
use crate::{AnyStore, ImportRun};
use catalog_domain::change::{ChangeEvent, ChangeKind, FeedPosition, Membership};
use catalog_domain::ports::{EventRange, LoggedEvent, RecordedEvent};
use catalog_domain::products::Product;
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId};
use std::collections::BTreeMap;
use std::sync::Arc;

const WHOLE_LOG: EventRange = EventRange { after: EventNumber(0), up_to: EventNumber(i64::MAX) };

fn run(store: &dyn AnyStore, events: Vec<ChangeEvent>) {
    ImportRun { events, ..ImportRun::default() }.commit(store).unwrap();
}

fn numbers(events: &[LoggedEvent]) -> Vec<i64> {
    events.iter().map(|event| event.number.0).collect()
}

/// Numbers begin at 1 and continue without a gap from run to run, including after a failed run.
pub fn events_are_numbered_in_order_across_runs(store: &dyn AnyStore) {
    run(store, vec![event("B", &[1]), event("A", &[1])]);
    let failed =
        ImportRun { events: vec![event("X", &[1])], products: vec![Err("unreadable".into())], ..ImportRun::default() };
    failed.commit(store).unwrap_err();
    run(store, vec![event("C", &[1])]);
    let events = store.events_of_section(SectionId(1), WHOLE_LOG, 100).unwrap();
    let seen: Vec<_> = events.iter().map(|event| (event.number.0, &*event.stock_number, event.revision)).collect();
    let (first, second) = (CatalogRevision(1), CatalogRevision(2));
    assert_eq!(seen, [(1, "B", first), (2, "A", first), (3, "C", second)]);
}

/// Each revision includes where its log ends and when it was committed; the log keeps its epoch. Times never decrease
/// along the numbers, even when the clock did.
pub fn a_revision_knows_where_its_log_ends(store: &dyn AnyStore) {
    let epoch = store.load().unwrap().log_position.epoch;
    let (first, second) = (NOON.plus_seconds(60), NOON.plus_seconds(120));
    for (at, events, last) in [
        (first, vec![event("A", &[1]), event("B", &[1])], FeedPosition { number: EventNumber(2), at: Some(first) }),
        (second, vec![], FeedPosition { number: EventNumber(2), at: Some(first) }),
        (second, vec![event("C", &[])], FeedPosition { number: EventNumber(3), at: Some(second) }),
        (NOON, vec![event("D", &[])], FeedPosition { number: EventNumber(4), at: Some(second) }),
    ] {
        ImportRun { at, events, ..ImportRun::default() }.commit(store).unwrap();
        let head = store.load().unwrap().log_position;
        assert_eq!((&head.epoch, head.last), (&epoch, last));
        assert!(head.committed_at.is_some());
    }
}

/// Memberships, not linked sections, decide which feeds have an event.
pub fn a_feed_has_only_the_events_of_its_section(store: &dyn AnyStore) {
    let moved = ChangeEvent {
        memberships: vec![
            Membership { section: SectionId(1), in_section: false },
            Membership { section: SectionId(2), in_section: true },
            Membership { section: SectionId(9), in_section: true },
        ],
        ..event("M", &[2])
    };
    run(store, vec![event("A", &[1]), moved, event("B", &[2])]);
    for (section, expected) in
        [(1, vec![("A", true), ("M", false)]), (2, vec![("M", true), ("B", true)]), (9, vec![("M", true)]), (3, vec![])]
    {
        let events = store.events_of_section(SectionId(section), WHOLE_LOG, 100).unwrap();
        let seen: Vec<_> = events.iter().map(|event| (&*event.stock_number, event.in_section)).collect();
        assert_eq!(seen, expected, "section {section}");
    }
    let sections = [1, 2, 3, 9].map(SectionId);
    for (after, expected) in [(0, vec![1, 2, 9]), (1, vec![1, 2, 9]), (2, vec![2]), (3, vec![])] {
        let range = EventRange { after: EventNumber(after), up_to: EventNumber(3) };
        let found = store.sections_with_events(&sections, range).unwrap();
        assert_eq!(found, expected.into_iter().map(SectionId).collect::<Vec<_>>(), "after {after}");
    }
}

/// A reader passes the last number it has and gets the events after it.
pub fn a_range_excludes_its_start_and_includes_its_end(store: &dyn AnyStore) {
    run(store, (0..5).map(|at| event(&format!("P{at}"), &[1])).collect());
    for (after, up_to, expected) in [
        (0, 5, vec![1, 2, 3, 4, 5]),
        (1, 3, vec![2, 3]),
        (3, 3, vec![]),
        (5, 9, vec![]),
        (4, 2, vec![]),
        (4, 99, vec![5]),
    ] {
        let range = EventRange { after: EventNumber(after), up_to: EventNumber(up_to) };
        let events = store.events_of_section(SectionId(1), range, 100).unwrap();
        assert_eq!(numbers(&events), expected, "{range:?}");
        let mut from_the_end = store.last_events_of_section(SectionId(1), range, 100).unwrap();
        from_the_end.reverse();
        assert_eq!(from_the_end, events, "{range:?}");
    }
}

/// A page is the beginning of the rest, or its end.
pub fn a_limit_gives_the_first_events_or_the_last(store: &dyn AnyStore) {
    run(store, (0..5).map(|at| event(&format!("P{at}"), &[1 + at % 2])).collect());
    for (limit, first, last) in [
        (0, vec![], vec![]),
        (1, vec![1], vec![5]),
        (2, vec![1, 3], vec![5, 3]),
        (3, vec![1, 3, 5], vec![5, 3, 1]),
        (u32::MAX, vec![1, 3, 5], vec![5, 3, 1]),
    ] {
        let events = store.events_of_section(SectionId(1), WHOLE_LOG, limit).unwrap();
        assert_eq!(numbers(&events), first, "limit {limit}");
        let events = store.last_events_of_section(SectionId(1), WHOLE_LOG, limit).unwrap();
        assert_eq!(numbers(&events), last, "limit {limit}");
    }
}

/// Written values are read back: kinds, sections in source order, times.
pub fn every_kind_of_event_survives(store: &dyn AnyStore) {
    let kinds = [
        ChangeKind::Upsert { content: true, commercial: false },
        ChangeKind::Upsert { content: false, commercial: true },
        ChangeKind::Upsert { content: true, commercial: true },
        ChangeKind::Removed,
    ];
    let at = NOON.plus_seconds(-3);
    let events: Vec<_> = kinds.iter().map(|kind| ChangeEvent { kind: *kind, ..event("Насос/1", &[7, 3, 5]) }).collect();
    ImportRun { at, events, ..ImportRun::default() }.commit(store).unwrap();
    let logged = store.events_of_section(SectionId(3), WHOLE_LOG, 10).unwrap();
    assert_eq!(logged.len(), kinds.len());
    for (number, (kind, logged)) in (1..).zip(kinds.into_iter().zip(logged)) {
        let expected = LoggedEvent {
            number: EventNumber(number),
            revision: CatalogRevision(1),
            at,
            stock_number: "Насос/1".into(),
            kind,
            section_ids: [7, 3, 5].map(SectionId).into(),
            in_section: true,
        };
        assert_eq!(logged, expected);
    }
}

/// Whether or not its run wrote the product: in all products, and in the changes since the revision before.
pub fn the_last_event_of_a_product_gives_it_its_version(store: &dyn AnyStore) {
    let versions = |products: &[Arc<Product>]| -> BTreeMap<String, i64> {
        products.iter().map(|product| (product.stock_number().to_owned(), product.version.0)).collect()
    };
    let gone = ChangeEvent { kind: ChangeKind::Removed, ..event("B", &[1]) };
    let records = |names: &[&str]| ImportRun::of_records(names.iter().map(|name| product_record(name, &[1])));
    let runs = [
        (ImportRun { events: vec![event("A", &[1])], ..records(&["A", "B", "C"]) }, vec![("A", 1), ("B", 0), ("C", 0)]),
        (ImportRun { events: vec![event("B", &[1])], ..ImportRun::default() }, vec![("B", 2)]),
        (
            ImportRun { events: vec![event("C", &[1]), gone], ..records(&["A", "C"]) },
            vec![("A", 1), ("B", 3), ("C", 3)],
        ),
        (ImportRun::default(), vec![]),
    ];
    let mut expected = BTreeMap::new();
    for (run, changed) in runs {
        let before = store.load().unwrap();
        run.commit(store).unwrap();
        let changed: BTreeMap<_, _> = changed.into_iter().map(|(name, version)| (name.to_owned(), version)).collect();
        expected.extend(changed.clone());
        assert_eq!(versions(&store.load().unwrap().products), expected);
        if before.revision.0 > 0 {
            let delta = store.changes_since(before.revision, &before.log_position).unwrap().unwrap();
            assert_eq!(versions(&delta.changed), changed);
        }
    }
}

/// The log read whole has each event as its run recorded it, with all the feeds that have it.
pub fn recorded_events_have_every_feed(store: &dyn AnyStore) {
    let moved = ChangeEvent {
        kind: ChangeKind::Upsert { content: true, commercial: true },
        memberships: vec![
            Membership { section: SectionId(1), in_section: false },
            Membership { section: SectionId(9), in_section: true },
        ],
        ..event("M", &[9, 2])
    };
    let gone = ChangeEvent { kind: ChangeKind::Removed, ..event("A", &[2]) };
    let runs = [vec![event("A", &[1, 2]), moved], vec![gone, event("B", &[9])], vec![event("C", &[2])]];
    for (hours, events) in (0..).zip(&runs) {
        let sections = [9, 1, 2].map(section).into();
        let at = NOON.plus_seconds(hours * 3_600);
        ImportRun { at, events: events.clone(), sections, ..ImportRun::default() }.commit(store).unwrap();
    }
    let recorded = |revision, events: &[ChangeEvent], first: i64| -> Vec<RecordedEvent> {
        let at = NOON.plus_seconds((revision - 1) * 3_600);
        let numbered = (first..).map(EventNumber).zip(events.iter().cloned());
        numbered
            .map(|(number, event)| RecordedEvent { number, revision: CatalogRevision(revision), at, event })
            .collect()
    };
    let [first, second, third] = &runs;
    let all = [recorded(1, first, 1), recorded(2, second, 3), recorded(3, third, 5)].concat();
    let range = |after, up_to| EventRange { after: EventNumber(after), up_to: EventNumber(up_to) };
    for (after, up_to, expected) in [(0, 5, 0..5), (1, 3, 1..3), (4, 99, 4..5), (3, 3, 0..0), (9, 99, 0..0)] {
        assert_eq!(store.recorded_events(range(after, up_to)).unwrap(), all[expected], "after {after} up to {up_to}");
    }
    assert_eq!(store.prune(NOON.plus_seconds(7_200), 100).unwrap(), 3);
    assert_eq!(store.recorded_events(range(0, 5)).unwrap(), all[3..], "what was pruned is missing");
}
