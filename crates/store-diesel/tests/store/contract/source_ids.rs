//! Source ids that change owners.

use super::import::snapshot;
use catalog_domain::ports::{ImportWriteError, ProductRecord, ProductWrite};
use catalog_domain::sections::Section;
use catalog_domain::values::SourceId;
use catalog_testkit::builders::{product_record, section};
use catalog_testkit::{AnyStore, ImportRun};

fn with_source(stock_number: &str, source_id: i64) -> ProductRecord {
    ProductRecord { source_id: SourceId(source_id), ..product_record(stock_number, &[1]) }
}

fn sources(store: &dyn AnyStore) -> Vec<(Box<str>, Option<i64>)> {
    let products = snapshot(store).products.into_iter();
    products.map(|product| (product.stock_number, product.source_id.map(|id| id.0))).collect()
}

/// Releases come first, so a swap needs no third id.
pub(crate) fn two_products_can_swap_their_source_ids(store: &dyn AnyStore) {
    ImportRun::of_records([with_source("A", 1), with_source("B", 2)]).commit(store).unwrap();
    let swap = ImportRun {
        released_product_source_ids: vec![SourceId(1), SourceId(2)],
        ..ImportRun::of_records([with_source("A", 2), with_source("B", 1)])
    };
    swap.commit(store).unwrap();
    assert_eq!(sources(store), [("A".into(), Some(2)), ("B".into(), Some(1))]);
}

pub(crate) fn a_released_source_id_leaves_its_product_without_one(store: &dyn AnyStore) {
    ImportRun::of_records([with_source("A", 1)]).commit(store).unwrap();
    let rename = ImportRun {
        released_product_source_ids: vec![SourceId(1), SourceId(99)],
        ..ImportRun::of_writes([
            ProductWrite::Deactivate { stock_number: "A".into() },
            ProductWrite::Record(Box::new(with_source("B", 1))),
        ])
    };
    rename.commit(store).unwrap();
    assert_eq!(sources(store), [("A".into(), None), ("B".into(), Some(1))]);
    assert_eq!(store.load().unwrap().products.len(), 1);
}

pub(crate) fn two_sections_can_swap_their_source_ids(store: &dyn AnyStore) {
    let with_source = |id, source_id: Option<i64>| Section { source_id: source_id.map(SourceId), ..section(id) };
    let first =
        ImportRun { sections: vec![with_source(1, Some(10)), with_source(2, Some(20))], ..ImportRun::default() };
    first.commit(store).unwrap();
    let swap = ImportRun {
        released_section_source_ids: vec![SourceId(10), SourceId(20)],
        sections: vec![with_source(1, Some(20)), with_source(3, Some(10))],
        ..ImportRun::default()
    };
    swap.commit(store).unwrap();
    let seen: Vec<_> = snapshot(store).sections.iter().map(|each| (each.id.0, each.source_id.map(|id| id.0))).collect();
    assert_eq!(seen, [(1, Some(20)), (2, None), (3, Some(10))]);
}

pub(crate) fn a_source_id_that_another_product_holds_fails_the_run(store: &dyn AnyStore) {
    ImportRun::of_records([with_source("A", 1)]).commit(store).unwrap();
    let clash = ImportRun::of_records([with_source("0", 2), with_source("B", 1)]).commit(store);
    assert!(matches!(clash, Err(ImportWriteError::Store(_))), "{clash:?}");
    assert_eq!(sources(store), [("A".into(), Some(1))]);
}
