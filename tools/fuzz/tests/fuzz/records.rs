//! Exports: they are imported or rejected, never anything else; a trial says what the run then does and writes
//! nothing, and the same again changes nothing.

use crate::edits::{edits, seeds};
use crate::fuzz;
use catalog_domain::values::StorefrontHost;
use catalog_import::{ImportError, ImportInput, ImportOptions, ImportReport, run_import};
use catalog_testkit::{FixedClock, MemoryStore};
use std::io::Cursor;

const TOKENS: [&str; 20] = [
    "null",
    "true",
    "{}",
    "[]",
    "\"\"",
    "-1",
    "0",
    "1e309",
    "9223372036854775808",
    "0.005",
    "\n",
    "\r\n",
    "\u{feff}",
    "\"type\":",
    "\"isActive\":false",
    "\"deleted\":true",
    "\\u0000",
    "\\ud800",
    "i18n::",
    "\u{2003}",
];

#[test]
fn an_export_is_imported_or_rejected() {
    let seeds = seeds("records");
    fuzz(1_000, edits(), |edits| check(&edits.apply(&seeds, &TOKENS)));
}

fn check(bytes: &[u8]) {
    let storefront = StorefrontHost::parse("storefront.example").unwrap();
    let store = MemoryStore::new();
    let import = |dry_run: bool| -> Result<ImportReport, ImportError> {
        let options = ImportOptions { dry_run, allow_empty: true, ..ImportOptions::new(&storefront) };
        let input = ImportInput::from_reader("input", Cursor::new(bytes.to_vec()));
        run_import(vec![input], &options, &store, &FixedClock::default())
    };
    match import(true) {
        Ok(trial) => {
            assert_eq!(trial.revision.0, 0);
            let report = import(false).unwrap();
            let counts = |report: &ImportReport| (report.products, report.sections, report.events);
            assert_eq!(counts(&report), counts(&trial));
            let again = import(false).unwrap();
            assert!(!again.changed, "{again:?}");
        }
        Err(error) => assert!(error.is_rejection(), "{error}"),
    }
}
