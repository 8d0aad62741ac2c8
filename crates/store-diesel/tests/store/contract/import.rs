//! The contract of a commit: all or nothing, against the revision it was planned for.

use catalog_domain::catalog::{CatalogFacts, LogPosition};
use catalog_domain::change::FeedPosition;
use catalog_domain::ports::{
    ContentTouch, EventRange, FeedEnd, ImportSnapshot, ImportWriteError, ProductRecord, ProductWrite,
};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId, StorefrontHost};
use catalog_testkit::builders::{
    NOON, event, offer, offer_record, product_record, product_type, section, storefront, warehouse,
};
use catalog_testkit::{AnyStore, ImportRun};

pub(crate) fn snapshot(store: &dyn AnyStore) -> ImportSnapshot {
    store.begin().unwrap().snapshot().unwrap()
}

fn record(record: ProductRecord) -> ProductWrite {
    ProductWrite::Record(Box::new(record))
}

pub(crate) fn a_new_store_is_empty(store: &dyn AnyStore) {
    let facts = store.load().unwrap();
    let LogPosition { epoch, last, committed_at } = facts.log_position.clone();
    assert_eq!((last, committed_at), (FeedPosition::BEGINNING, None));
    assert!(!epoch.0.is_empty(), "the log has a name");
    assert_eq!(facts, CatalogFacts { log_position: facts.log_position.clone(), ..CatalogFacts::default() });
    assert_eq!(snapshot(store), ImportSnapshot::default());
    assert_eq!(store.revisions().unwrap().catalog, CatalogRevision::EMPTY);
    assert_eq!(store.storefront().unwrap(), None);
}

pub(crate) fn a_commit_makes_the_next_revision(store: &dyn AnyStore) {
    for number in 1..=3 {
        let committed = ImportRun { sections: vec![section(number)], ..ImportRun::default() }.commit(store).unwrap();
        assert_eq!(committed, CatalogRevision(number));
        assert_eq!(store.revisions().unwrap().catalog, committed);
        assert_eq!(store.load().unwrap().revision, committed);
        assert_eq!(snapshot(store).revision, committed);
    }
}

pub(crate) fn a_run_planned_against_another_revision_is_refused(store: &dyn AnyStore) {
    ImportRun { sections: vec![section(1)], ..ImportRun::default() }.commit(store).unwrap();
    for base in [CatalogRevision(0), CatalogRevision(2)] {
        let mut session = store.begin().unwrap();
        let run = ImportRun { sections: vec![section(2)], ..ImportRun::default() };
        let refused = run.commit_in(&mut *session, base);
        assert!(matches!(refused, Err(ImportWriteError::Store(_))), "{base}: {refused:?}");
    }
    assert_eq!(store.load().unwrap().sections.len(), 1);
    assert_eq!(store.revisions().unwrap().catalog, CatalogRevision(1));
}

/// A run whose products cannot be read to the end leaves no trace, and the same session can retry.
pub(crate) fn a_broken_stream_leaves_everything_as_it_was(store: &dyn AnyStore) {
    ImportRun::of_records([product_record("A", &[1])]).commit(store).unwrap();
    let (facts, before) = (store.load().unwrap(), snapshot(store));
    let broken = || ImportRun {
        storefront: StorefrontHost::parse("other.example").unwrap(),
        product_types: vec![product_type(1)],
        warehouses: vec![warehouse("w")],
        new_price_levels: vec![PriceLevel::new("Опт")],
        sections: vec![section(1)],
        released_product_source_ids: vec![product_record("A", &[]).source_id],
        products: vec![
            Ok(record(product_record("B", &[1]))),
            Ok(ProductWrite::Deactivate { stock_number: "A".into() }),
            Err("the file ended early".into()),
        ],
        events: vec![event("B", &[1])],
        ..ImportRun::default()
    };
    let mut session = store.begin().unwrap();
    let Err(ImportWriteError::Products(cause)) = broken().commit_in(&mut *session, before.revision) else {
        panic!("the run must fail with the stream's own error");
    };
    assert_eq!(cause.to_string(), "the file ended early");
    assert_eq!(session.snapshot().unwrap(), before);
    assert_eq!(store.load().unwrap(), facts);
    let log = EventRange { after: EventNumber(0), up_to: EventNumber(i64::MAX) };
    assert_eq!(store.events_of_section(SectionId(1), log, FeedEnd::First(10)).unwrap(), []);
    ImportRun::of_records([product_record("C", &[])]).commit_in(&mut *session, before.revision).unwrap();
    assert_eq!(store.load().unwrap().products.len(), 2);
}

/// A change of a missing product is a bug of the plan.
pub(crate) fn a_write_of_an_unknown_product_fails_the_run(store: &dyn AnyStore) {
    let unknown: Box<str> = "B".into();
    for write in [
        ProductWrite::Offer { stock_number: unknown.clone(), offer: offer_record(offer()) },
        ProductWrite::Deactivate { stock_number: unknown.clone() },
        ProductWrite::TouchContent {
            stock_number: unknown.clone(),
            touch: ContentTouch { at: NOON, content_updated_at: NOON },
        },
        record(ProductRecord { offer: None, ..product_record("B", &[]) }),
    ] {
        let run = ImportRun::of_writes([record(product_record("A", &[])), write.clone()]);
        assert!(matches!(run.commit(store), Err(ImportWriteError::Store(_))), "{write:?}");
        assert_eq!(snapshot(store), ImportSnapshot::default(), "{write:?}");
    }
}

pub(crate) fn the_storefront_is_that_of_the_last_run(store: &dyn AnyStore) {
    ImportRun::default().commit(store).unwrap();
    assert_eq!(store.storefront().unwrap(), Some(storefront()));
    let other = StorefrontHost::parse("Other.Example:8443").unwrap();
    ImportRun { storefront: other.clone(), ..ImportRun::default() }.commit(store).unwrap();
    assert_eq!(store.storefront().unwrap(), Some(other.clone()));
    assert_eq!(snapshot(store).storefront, Some(other));
}

pub(crate) fn a_session_sees_its_own_commit(store: &dyn AnyStore) {
    let mut session = store.begin().unwrap();
    for (number, stock_number) in (1..).zip(["A", "B"]) {
        let base = session.snapshot().unwrap().revision;
        let run = ImportRun::of_records([product_record(stock_number, &[])]);
        assert_eq!(run.commit_in(&mut *session, base).unwrap(), CatalogRevision(number));
    }
    let products = session.snapshot().unwrap().products;
    assert_eq!(products.iter().map(|product| &*product.stock_number).collect::<Vec<_>>(), ["A", "B"]);
}

/// The snapshot is sorted by code points, whatever the engine's own collation.
pub(crate) fn products_are_in_the_order_of_code_points(store: &dyn AnyStore) {
    let sorted = ["-", "10", "9", "A", "B", "Z-1", "Z1", "_", "a", "b", "é", "Я", "а", "ｚ", "🚀"];
    let mut shuffled = sorted;
    shuffled.reverse();
    let ids = [30, 4, 200, 1];
    let run = ImportRun {
        sections: ids.map(section).into(),
        product_types: ids.map(product_type).into(),
        warehouses: ["b", "a", "B", "_"].map(warehouse).into(),
        ..ImportRun::of_records(shuffled.map(|stock_number| product_record(stock_number, &[])))
    };
    run.commit(store).unwrap();
    let snapshot = snapshot(store);
    let stock_numbers: Vec<_> = snapshot.products.iter().map(|product| &*product.stock_number).collect();
    assert_eq!(stock_numbers, sorted);
    assert_eq!(snapshot.sections.iter().map(|section| section.id.0).collect::<Vec<_>>(), [1, 4, 30, 200]);
    assert_eq!(snapshot.product_types.iter().map(|each| each.id.0).collect::<Vec<_>>(), [1, 4, 30, 200]);
    assert_eq!(snapshot.warehouses.iter().map(|each| &*each.id).collect::<Vec<_>>(), ["B", "_", "a", "b"]);
}

pub(crate) fn price_levels_stay_in_order_of_first_appearance(store: &dyn AnyStore) {
    let levels = |names: &[&str]| names.iter().map(|name| PriceLevel::new(name)).collect::<Vec<_>>();
    for new in [&["Опт", "Дилер"][..], &[], &["Азия", "Опт", "VIP"]] {
        ImportRun { new_price_levels: levels(new), ..ImportRun::default() }.commit(store).unwrap();
    }
    let expected = levels(&["Опт", "Дилер", "Азия", "VIP"]);
    assert_eq!(store.load().unwrap().price_levels, expected);
    assert_eq!(snapshot(store).price_levels, expected);
}

/// More products than a batch has, some of them named several times in one run: the last write wins.
pub(crate) fn many_products_are_all_written(store: &dyn AnyStore) {
    let named = |at: usize| format!("P{at:04}");
    let first = (0..1_001).map(|at| record(product_record(&named(at), &[1])));
    let again = (0..1_001)
        .step_by(7)
        .map(|at| record(ProductRecord { name: "again".into(), ..product_record(&named(at), &[2]) }));
    let interleaved = [5, 5, 6].map(|at| ProductWrite::Deactivate { stock_number: named(at).into() });
    ImportRun::of_writes(first.chain(again).chain(interleaved)).commit(store).unwrap();
    let facts = store.load().unwrap();
    assert_eq!(facts.products.len(), 999);
    assert_eq!(facts.products.iter().filter(|product| product.name() == "again").count(), 143);
    assert_eq!(snapshot(store).products.len(), 1_001);
}
