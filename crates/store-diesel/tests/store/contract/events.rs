//! The contract of the change log.

use catalog_domain::change::{ChangeEvent, ChangeKind, FeedPosition};
use catalog_domain::ports::{EventRange, FeedEnd, LoggedEvent};
use catalog_domain::products::Product;
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId};
use catalog_testkit::builders::{NOON, event, product_record};
use catalog_testkit::{AnyStore, ImportRun};
use std::collections::BTreeMap;
use std::sync::Arc;

const WHOLE_LOG: EventRange = EventRange { after: EventNumber(0), up_to: EventNumber(i64::MAX) };

fn run(store: &dyn AnyStore, events: Vec<ChangeEvent>) {
    ImportRun { events, ..ImportRun::default() }.commit(store).unwrap();
}

pub(crate) fn events_are_numbered_in_order_across_runs(store: &dyn AnyStore) {
    run(store, vec![event("B", &[1]), event("A", &[1])]);
    let failed =
        ImportRun { events: vec![event("X", &[1])], products: vec![Err("unreadable".into())], ..ImportRun::default() };
    failed.commit(store).unwrap_err();
    run(store, vec![event("C", &[1])]);
    let events = store.events_of_section(SectionId(1), WHOLE_LOG, FeedEnd::First(100)).unwrap();
    let seen: Vec<_> = events.iter().map(|event| (event.number.0, &*event.stock_number, event.revision)).collect();
    let (first, second) = (CatalogRevision(1), CatalogRevision(2));
    assert_eq!(seen, [(1, "B", first), (2, "A", first), (3, "C", second)]);
}

/// Each revision includes where its log ends and when it was committed; the log keeps its epoch. Times never decrease
/// along the numbers, even when the clock did.
pub(crate) fn a_revision_knows_where_its_log_ends(store: &dyn AnyStore) {
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

pub(crate) fn every_kind_of_event_survives(store: &dyn AnyStore) {
    let kinds = [
        ChangeKind::Upsert { content: true, commercial: false },
        ChangeKind::Upsert { content: false, commercial: true },
        ChangeKind::Upsert { content: true, commercial: true },
        ChangeKind::Removed,
    ];
    let at = NOON.plus_seconds(-3);
    let events: Vec<_> = kinds.iter().map(|kind| ChangeEvent { kind: *kind, ..event("Насос/1", &[7, 3, 5]) }).collect();
    ImportRun { at, events, ..ImportRun::default() }.commit(store).unwrap();
    let logged = store.events_of_section(SectionId(3), WHOLE_LOG, FeedEnd::First(10)).unwrap();
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

pub(crate) fn the_last_event_of_a_product_gives_it_its_version(store: &dyn AnyStore) {
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
