//! The contract of looking up what decides on visibility.

use catalog_domain::change::{ChangeEvent, ChangeKind};
use catalog_domain::ports::{EventSearch, ProductFacts, ProductRecord, ProductWrite, VisibilityFacts};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::{LinkedSections, SharedFilterValue};
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId};
use catalog_testkit::builders::{NOON, event, filter_value, offer, product_record, section, storefront};
use catalog_testkit::{AnyStore, ImportRun};

pub(crate) fn an_empty_store_has_nothing_to_look_up(store: &dyn AnyStore) {
    for stock_number in [None, Some("A"), Some("A\0")] {
        assert_eq!(store.look_up(stock_number, EventSearch::SHOWN).unwrap(), VisibilityFacts::default());
    }
}

pub(crate) fn what_decides_on_a_product_is_found_active_or_not(store: &dyn AnyStore) {
    let value = filter_value("power", "5 kW", "5", &[2, 1]);
    let record = ProductRecord { filter_values: [value.clone()].into(), ..product_record("A", &[2, 1]) };
    let first = ImportRun {
        sections: vec![section(1), section(2)],
        new_price_levels: vec![PriceLevel::new("Опт")],
        ..ImportRun::of_records([record.clone(), product_record("B", &[1])])
    };
    first.commit(store).unwrap();
    let facts = store.look_up(Some("A"), EventSearch::SHOWN).unwrap();
    assert_eq!((facts.revision, facts.storefront), (CatalogRevision(1), Some(storefront())));
    assert_eq!(facts.sections, [section(1), section(2)]);
    assert_eq!(facts.price_levels, [PriceLevel::new("Опт")]);
    let expected = ProductFacts {
        stock_number: "A".into(),
        source_id: Some(record.source_id),
        name: record.name,
        is_active: true,
        sections: LinkedSections::new([SectionId(2), SectionId(1)], Some(SectionId(2))),
        offer: offer(),
        filter_values: [SharedFilterValue::from(value)].into(),
        content_updated_at: NOON,
        commercial_updated_at: NOON,
        revision: CatalogRevision(1),
        written_at: facts.committed_at,
        events: Vec::new(),
    };
    assert_eq!(facts.product, Some(expected.clone()));
    assert!(facts.committed_at.is_some());

    ImportRun::of_writes([ProductWrite::Deactivate { stock_number: "A".into() }]).commit(store).unwrap();
    let facts = store.look_up(Some("A"), EventSearch::SHOWN).unwrap();
    let written_at = facts.committed_at;
    let deactivated = ProductFacts { is_active: false, revision: CatalogRevision(2), written_at, ..expected };
    assert_eq!(facts.product, Some(deactivated));
    for unknown in [None, Some("a"), Some("")] {
        assert_eq!(store.look_up(unknown, EventSearch::SHOWN).unwrap().product, None, "{unknown:?}");
    }
}

pub(crate) fn the_latest_events_of_a_product_come_newest_first(store: &dyn AnyStore) {
    let removed = ChangeEvent { kind: ChangeKind::Removed, ..event("A", &[2, 1]) };
    for (events, at) in [(vec![event("A", &[1]), event("B", &[1])], NOON), (vec![removed], NOON.plus_seconds(1))] {
        ImportRun { at, events, ..ImportRun::of_records([product_record("A", &[1]), product_record("B", &[1])]) }
            .commit(store)
            .unwrap();
    }
    let events = |limit, among| store.look_up(Some("A"), EventSearch { limit, among }).unwrap().product.unwrap().events;
    let found = events(10, 3);
    assert_eq!(found.iter().map(|event| event.number).collect::<Vec<_>>(), [EventNumber(3), EventNumber(1)]);
    assert_eq!((found[0].revision, found[0].at), (CatalogRevision(2), NOON.plus_seconds(1)));
    assert_eq!((found[0].kind, &found[0].section_ids), (ChangeKind::Removed, &vec![SectionId(2), SectionId(1)]));
    assert_eq!(events(1, 3), found[..1]);
    assert_eq!(events(10, 2), found[..1], "the oldest is not searched");
    assert_eq!(events(0, 3), []);
    assert_eq!(events(10, 0), []);
}
