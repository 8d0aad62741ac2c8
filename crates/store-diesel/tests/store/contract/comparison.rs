//! What an import reads of stored products to detect changes.

use catalog_domain::ports::{ProductRecord, ProductWrite};
use catalog_domain::pricing::{Offer, Stock};
use catalog_domain::values::SectionId;
use catalog_testkit::builders::{filter_value, offer, offer_record, product_record};
use catalog_testkit::{AnyStore, ImportRun};
use std::collections::HashSet;
use std::sync::Arc;

pub(crate) fn products_are_found_by_the_sections_of_their_filter_values(store: &dyn AnyStore) {
    let with = |stock_number: &str, values: &[&[i64]]| ProductRecord {
        filter_values: values.iter().map(|sections| filter_value("power", "[7,\"", "[7,\"", sections)).collect(),
        ..product_record(stock_number, &[7])
    };
    let records = [
        with("none", &[]),
        with("other", &[&[1], &[]]),
        with("first", &[&[7, 1]]),
        with("last", &[&[1], &[2, 77, 7]]),
        with("like", &[&[77, 71]]),
    ];
    ImportRun::of_records(records).commit(store).unwrap();
    ImportRun::of_writes([ProductWrite::Deactivate { stock_number: "last".into() }]).commit(store).unwrap();
    for (sections, expected) in
        [(&[][..], &[][..]), (&[7], &["first", "last"]), (&[7, 71], &["first", "last", "like"]), (&[99], &[])]
    {
        let sections: HashSet<SectionId> = sections.iter().copied().map(SectionId).collect();
        let mut found = store.begin().unwrap().products_with_filter_values_in(&sections).unwrap();
        found.sort();
        assert_eq!(found.iter().map(|each| &**each).collect::<Vec<_>>(), expected, "{sections:?}");
    }
}

/// An entry of no pieces is an entry.
pub(crate) fn products_are_found_by_the_warehouses_of_their_stock(store: &dyn AnyStore) {
    let with = |stock_number: &str, stock: &[(&str, i64)]| {
        let entry = |(id, quantity): &(&str, i64)| Stock { warehouse: (*id).into(), quantity: *quantity };
        let stock = stock.iter().map(entry).collect();
        let offer = Offer { stock, ..offer() };
        ProductRecord { offer: Some(offer_record(offer)), ..product_record(stock_number, &[1]) }
    };
    let records = [with("none", &[]), with("main", &[("main", 5)]), with("both", &[("far", 1), ("main", 0)])];
    ImportRun::of_records(records).commit(store).unwrap();
    for (warehouses, expected) in [(&["main"][..], &["both", "main"][..]), (&["far", "x"], &["both"]), (&["mai"], &[])]
    {
        let warehouses: HashSet<Arc<str>> = warehouses.iter().map(|id| Arc::from(*id)).collect();
        let mut found = store.begin().unwrap().products_in_warehouses(&warehouses).unwrap();
        found.sort();
        assert_eq!(found.iter().map(|each| &**each).collect::<Vec<_>>(), expected, "{warehouses:?}");
    }
}
