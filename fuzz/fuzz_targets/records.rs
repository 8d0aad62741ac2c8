//! Bytes of any kind as an export: they are imported or rejected, never anything else, and a trial writes nothing.

#![no_main]

use catalog_domain::url_group::StorefrontHost;
use catalog_import::{ImportInput, ImportOptions, run_import};
use catalog_testkit::{MemoryStore, StandingClock};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let storefront = StorefrontHost::parse("shop.example").unwrap();
    let options = ImportOptions { dry_run: true, ..ImportOptions::new(&storefront) };
    let input = ImportInput::from_reader("input", Cursor::new(bytes.to_vec()));
    match run_import(vec![input], &options, &MemoryStore::new(), &StandingClock::default()) {
        Ok(report) => assert_eq!(report.revision.0, 0),
        Err(error) => assert!(error.is_rejection(), "{error}"),
    }
});
