//! Bytes of any kind as an export: they are imported or rejected, never anything else; a trial says what the run then
//! does and writes nothing, and the same again changes nothing.

#![no_main]

use catalog_import::{ImportError, ImportInput, ImportOptions, ImportReport, run_import};
use catalog_testkit::{MemoryStore, FixedClock};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use catalog_domain::values::StorefrontHost;

fuzz_target!(|bytes: &[u8]| {
    let storefront = StorefrontHost::parse("storefront.example").unwrap();
    let store = MemoryStore::new();
    let import = |dry_run: bool| -> Result<ImportReport, ImportError> {
        let options = ImportOptions { dry_run, ..ImportOptions::new(&storefront) };
        let input = ImportInput::from_reader("input", Cursor::new(bytes.to_vec()));
        run_import(vec![input], &options, &store, &FixedClock::default())
    };
    match import(true) {
        Ok(trial) => {
            assert_eq!(trial.revision.0, 0);
            let report = import(false).unwrap();
            assert_eq!((report.products, report.sections, report.events), (trial.products, trial.sections, trial.events));
            let again = import(false).unwrap();
            assert!(!again.changed, "{again:?}");
        }
        Err(error) => assert!(error.is_rejection(), "{error}"),
    }
});
