//! A catalog that is loaded in many chunks.

use crate::support::TestLocation;
use catalog_domain::ports::{CatalogSource, ProductRecord, ProductWrite};
use catalog_domain::products::Vendor;
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{product_record, section};
use std::collections::BTreeSet;
use std::sync::Arc;

/// More than two threads take at once, and not a multiple of a chunk.
const PRODUCTS: usize = 4_100;

#[test]
fn a_catalog_of_many_parts_is_loaded_whole_each_product_once_and_sharing() {
    for location in TestLocation::all() {
        let store = location.open();
        let names: Vec<String> = (0..PRODUCTS).map(|number| format!("P-{number:04}")).collect();
        let vendor = || Vendor { id: "acme".into(), name: "Acme".into() };
        let records = names.iter().map(|name| ProductRecord { vendor: Some(vendor()), ..product_record(name, &[1]) });
        ImportRun { sections: vec![section(1)], ..ImportRun::of_records(records) }.commit(&store).unwrap();
        let gone = ProductWrite::Deactivate { stock_number: names[7].as_str().into() };
        ImportRun::of_writes([gone]).commit(&store).unwrap();
        let products = store.load().unwrap().products;
        assert_eq!(products.len(), PRODUCTS - 1);
        let loaded: BTreeSet<&str> = products.iter().map(|product| product.stock_number()).collect();
        assert!(loaded.iter().eq(names.iter().filter(|name| **name != names[7])), "each once, but the inactive one");
        let vendors = products.iter().filter_map(|product| product.vendor.as_ref());
        let allocations: BTreeSet<*const _> = vendors.map(Arc::as_ptr).collect();
        assert_eq!(allocations.len(), 1, "whichever thread loaded them");
    }
}
