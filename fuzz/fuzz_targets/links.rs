//! Text of any kind as a fragment of HTML: what comes out are http(s) links with titles, and the same again changes
//! nothing.

#![no_main]

use catalog_domain::ports::{PartSelection, ProductDetails};
use catalog_import::{ImportInput, ResourceOptions, run_resource_import};
use catalog_testkit::builders::product_record;
use catalog_testkit::{ImportRun, MemoryStore, FixedClock};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use catalog_domain::values::PageUrl;

fuzz_target!(|html: &str| {
    let store = MemoryStore::new();
    ImportRun::of_records([product_record("A", &[])]).commit(&store).unwrap();
    let record = serde_json::json!({"stockNumber": "A", "documentationHtml": html, "softwareHtml": null}).to_string();
    let import = || {
        let input = ImportInput::from_reader("input", Cursor::new(record.clone()));
        run_resource_import(vec![input], &ResourceOptions::default(), &store, &FixedClock::default())
    };
    let Ok(_) = import() else { return };
    let detail = store.read(&["A".into()], PartSelection::ALL).unwrap().details.remove(0).unwrap();
    for link in &detail.documentation {
        assert!(PageUrl::parse(&link.url).is_ok() && !link.title.is_empty(), "{link:?}");
    }
    assert!(!import().unwrap().changed);
});
