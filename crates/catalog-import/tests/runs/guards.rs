//! What must be asked for: another storefront, many removals.

use crate::support::{TestStore, base, base_store, product};
use catalog_import::{ImportError, ImportMode};

#[test]
fn another_storefront_must_be_asked_for() {
    let store = base_store();
    let import =
        |change: bool| store.import_for("other.example", 60, &[], |options| options.change_storefront = change);
    let error = import(false).unwrap_err();
    assert!(matches!(error, ImportError::StorefrontMismatch { .. }) && !error.is_rejection());
    assert!(error.to_string().contains("--change-storefront"), "{error}");
    let report = import(true).unwrap();
    assert_eq!((report.changed, report.events.removed), (true, 3));
    assert_eq!(store.content().snapshot.storefront.unwrap().as_str(), "other.example");
}

#[test]
fn many_removals_must_be_asked_for() {
    let many: Vec<String> = (0..600).map(|at| product(&format!("M{at:03}"), 1_000 + at, "[2]", "")).collect();
    let delete = |count: usize| -> Vec<String> {
        (0..count).map(|at| format!(r#"{{"type":"deleted","stockNumber":"M{at:03}"}}"#)).collect()
    };
    // 603 public products: 120 are within a fifth of them, 121 are not; 99 of few would be.
    for (count, allowed, accepted) in [(120, 0, true), (121, 0, false), (121, 120, false), (121, 121, true)] {
        let store = base_store();
        store.import(1, &many.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let lines = delete(count);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let result = store.import_with(2, &lines, |options| options.allow_removals = allowed);
        match result {
            Ok(report) => assert!(accepted && report.events.removed == count as u64, "{count}"),
            Err(error) => {
                assert!(!accepted && error.is_rejection(), "{count}: {error}");
                assert!(error.to_string().contains("121 of 603"), "{error}");
            }
        }
    }
    let store = TestStore::default();
    let base = base();
    store.import(0, &base.iter().chain(&many[..96]).map(String::as_str).collect::<Vec<_>>()).unwrap();
    let types: Vec<&str> = base.iter().map(String::as_str).filter(|line| !line.contains("\"product\"")).collect();
    let nearly_all = [&types[..], &[&*many[0]]].concat();
    for (lines, options_allow, accepted) in [
        (&nearly_all, 0, true),
        // Nothing at all is left: that is asked for, however few there were.
        (&types, 0, false),
        (&types, 1, true),
    ] {
        let result = store.import_with(1, lines, |options| {
            options.mode = ImportMode::Full;
            options.allow_removals = options_allow;
        });
        match result {
            Ok(_) => assert!(accepted),
            Err(error) => assert!(!accepted && error.to_string().contains("1 of 1 public"), "{error}"),
        }
    }
    store.import(2, &[&many[0]]).unwrap();
    let report = store.import(3, &[r#"{"type":"deleted","stockNumber":"M000"}"#]).unwrap();
    assert_eq!(report.events.removed, 1, "a delta that says so itself may take the last one");
}
