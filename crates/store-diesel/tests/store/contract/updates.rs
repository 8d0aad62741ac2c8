//! The changes since a revision: applied to a server's data, they give the result of a full load.

use catalog_domain::catalog::{CatalogDelta, CatalogFacts, LogPosition};
use catalog_domain::change::LogEpoch;
use catalog_domain::ports::{ContentTouch, ProductRecord, ProductWrite, ResourceSet};
use catalog_domain::pricing::{Offer, PriceLevel};
use catalog_domain::products::{Product, Vendor};
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, SourceId};
use catalog_testkit::builders::{
    NOON, event, fingerprint, offer, offer_record, product_record, product_type, section, source_id_of, warehouse,
};
use catalog_testkit::{AnyStore, ImportRun};
use std::collections::BTreeMap;
use std::sync::Arc;

fn changes(store: &dyn AnyStore, known: &CatalogFacts) -> CatalogDelta {
    store.changes_since(known.revision, &known.log_position).unwrap().expect("the store still knows that revision")
}

/// `known` with `delta` applied, naively, in the order of [`sorted`].
fn applied(known: &CatalogFacts, delta: CatalogDelta) -> CatalogFacts {
    let by_stock_number = |product: &Arc<Product>| (product.stock_number().into(), Arc::clone(product));
    let mut products: BTreeMap<Box<str>, Arc<Product>> = known.products.iter().map(by_stock_number).collect();
    products.retain(|stock_number, _| !delta.inactive.contains(stock_number));
    products.extend(delta.changed.iter().map(by_stock_number));
    sorted(CatalogFacts {
        revision: delta.revision,
        log_position: delta.log_position,
        sections: delta.sections.unwrap_or_else(|| known.sections.clone()),
        products: products.into_values().collect(),
        price_levels: delta.price_levels,
        warehouses: delta.warehouses,
        product_types: delta.product_types,
    })
}

fn sorted(mut facts: CatalogFacts) -> CatalogFacts {
    facts.sections.sort_by_key(|section| section.id);
    facts.products.sort_by(|a, b| a.stock_number().cmp(b.stock_number()));
    facts.warehouses.sort_by(|a, b| a.id.cmp(&b.id));
    facts.product_types.sort_by_key(|each| each.id);
    facts
}

fn record(record: ProductRecord) -> ProductWrite {
    ProductWrite::Record(Box::new(record))
}

fn of_vendor(stock_number: &str, name: &str) -> ProductRecord {
    let vendor = Some(Vendor { id: "acme".into(), name: name.into() });
    ProductRecord { vendor, ..product_record(stock_number, &[1]) }
}

fn deactivate(stock_number: &str) -> ProductWrite {
    ProductWrite::Deactivate { stock_number: stock_number.into() }
}

fn runs() -> Vec<ImportRun> {
    let with_source = |id, source_id: Option<i64>| Section { source_id: source_id.map(SourceId), ..section(id) };
    let links =
        ResourceSet { documentation: Box::default(), software: Box::default(), fingerprint: fingerprint("links") };
    vec![
        ImportRun {
            sections: vec![section(1), section(2)],
            product_types: vec![product_type(1)],
            warehouses: vec![warehouse("main")],
            new_price_levels: vec![PriceLevel::new("Опт")],
            events: vec![event("A", &[1])],
            ..ImportRun::of_records(["A", "B", "C", "D"].map(|stock_number| product_record(stock_number, &[1])))
        },
        ImportRun::of_writes([ProductWrite::Offer {
            stock_number: "A".into(),
            offer: offer_record(Offer { sale: true, ..offer() }),
        }]),
        ImportRun { events: vec![event("C", &[1])], ..ImportRun::of_writes([deactivate("B"), deactivate("C")]) },
        ImportRun::default(),
        // Back, moved, and new.
        ImportRun::of_records([product_record("B", &[2]), product_record("A", &[2, 1]), product_record("E", &[])]),
        // Another stock number for the same source id.
        ImportRun {
            released_product_source_ids: vec![source_id_of("D")],
            ..ImportRun::of_writes([
                deactivate("D"),
                record(ProductRecord { source_id: source_id_of("D"), ..product_record("D-2", &[1]) }),
            ])
        },
        ImportRun { sections: vec![Section { is_active: false, ..section(2) }], ..ImportRun::default() },
        ImportRun {
            released_section_source_ids: vec![SourceId(100_001)],
            sections: vec![with_source(3, Some(100_001))],
            ..ImportRun::default()
        },
        ImportRun::of_records([of_vendor("A", "Acme"), of_vendor("B", "ACME ")]),
        ImportRun::of_records([of_vendor("B", "Acme Ltd")]),
        ImportRun {
            product_types: vec![product_type(2)],
            warehouses: vec![warehouse("second")],
            new_price_levels: vec![PriceLevel::new("Дилер")],
            ..ImportRun::of_writes([
                ProductWrite::TouchContent { stock_number: "A".into(), touch: touch(60) },
                ProductWrite::Resources { stock_number: "E".into(), links, touch: touch(61) },
            ])
        },
    ]
}

fn touch(seconds: i64) -> ContentTouch {
    let at = NOON.plus_seconds(seconds);
    ContentTouch { at, content_updated_at: at }
}

pub(crate) fn changes_make_what_a_full_load_gives(store: &dyn AnyStore) {
    let mut earlier: Vec<CatalogFacts> = Vec::new();
    for run in runs() {
        let what = format!("{run:?}");
        run.commit(store).unwrap();
        let loaded = sorted(store.load().unwrap());
        for known in &earlier {
            assert_eq!(applied(known, changes(store, known)), loaded, "from {} on: {what}", known.revision);
        }
        assert_eq!(applied(&loaded, changes(store, &loaded)), loaded, "nothing since itself");
        earlier.push(loaded);
    }
}

/// The cost of a change depends on the change, not on the catalog.
pub(crate) fn unchanged_products_are_not_reported(store: &dyn AnyStore) {
    let first = ImportRun {
        sections: vec![section(1)],
        ..ImportRun::of_records(["A", "B"].map(|each| product_record(each, &[1])))
    };
    first.commit(store).unwrap();
    let known = store.load().unwrap();
    let second = ImportRun::of_writes([
        ProductWrite::Offer { stock_number: "A".into(), offer: offer_record(Offer::default()) },
        deactivate("B"),
    ]);
    second.commit(store).unwrap();
    let delta = changes(store, &known);
    let changed: Vec<&str> = delta.changed.iter().map(|product| product.stock_number()).collect();
    assert_eq!((changed, delta.inactive, delta.sections), (vec!["A"], vec!["B".into()], None));
}

/// A store that was restored may have another revision of the same number: a server with the old one loads everything.
pub(crate) fn a_revision_that_the_store_never_had_has_no_changes(store: &dyn AnyStore) {
    for number in 1..=2 {
        ImportRun { sections: vec![section(number)], ..ImportRun::default() }.commit(store).unwrap();
    }
    let CatalogFacts { revision, log_position, .. } = store.load().unwrap();
    assert!(store.changes_since(revision, &log_position).unwrap().is_some());
    let committed_at = log_position.committed_at.map(|at| at.plus_seconds(1));
    for (revision, head) in [
        (revision, LogPosition { epoch: LogEpoch("another".into()), ..log_position.clone() }),
        (revision, LogPosition { committed_at, ..log_position.clone() }),
        (revision, LogPosition { committed_at: None, ..log_position.clone() }),
        (revision.next(), log_position.clone()),
        (CatalogRevision::EMPTY, LogPosition { committed_at: None, ..log_position.clone() }),
    ] {
        assert_eq!(store.changes_since(revision, &head).unwrap(), None, "{revision} {head:?}");
    }
}
