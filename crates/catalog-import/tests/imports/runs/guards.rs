//! Confirmations: another storefront, many removals, many renamed products.

use crate::support::{TestStore, base, base_store, product};
use catalog_domain::values::CatalogRevision;
use catalog_import::{ImportError, ImportMode};

#[test]
fn another_storefront_needs_a_confirmation() {
    let store = base_store();
    let import = |change: bool| {
        store.import_for("other.example", 60, &[] as &[&str], |options| options.change_storefront = change)
    };
    let error = import(false).unwrap_err();
    assert!(matches!(error, ImportError::StorefrontMismatch { .. }));
    assert!(!error.is_rejection());
    assert!(error.to_string().contains("--change-storefront"), "{error}");
    let report = import(true).unwrap();
    assert_eq!((report.changed, report.events.removed), (true, 3));
    assert_eq!(store.content().snapshot.storefront.unwrap().as_str(), "other.example");
}

#[test]
fn many_removals_need_a_confirmation() {
    let many: Vec<String> = (0..600).map(|at| product(&format!("M{at:03}"), 1_000 + at, "[2]", "")).collect();
    let delete = |count: usize| -> Vec<String> {
        (0..count).map(|at| format!(r#"{{"type":"deleted","stockNumber":"M{at:03}"}}"#)).collect()
    };
    // Of 603 public products 120 are within a fifth, 121 are not; of 303 it is 100, whatever a fifth is.
    for (more, count, allowed, accepted) in [
        (600, 120, 0, true),
        (600, 121, 0, false),
        (600, 121, 120, false),
        (600, 121, 121, true),
        (300, 100, 0, true),
        (300, 101, 0, false),
        (300, 101, 101, true),
    ] {
        let store = base_store();
        store.import(1, &many[..more]).unwrap();
        let result = store.import_with(2, &delete(count), |options| options.allow_removals = allowed);
        match result {
            Ok(report) => assert!(accepted && report.events.removed == count as u64, "{count}"),
            Err(error) => {
                assert!(!accepted, "{count}: {error}");
                assert!(error.is_rejection(), "{count}: {error}");
                assert!(error.to_string().contains(&format!("{count} of {}", more + 3)), "{error}");
            }
        }
    }
    let store = TestStore::default();
    let base = base();
    store.import(0, &[&base, &many[..96]].concat()).unwrap();
    let types: Vec<&str> = base.iter().map(String::as_str).filter(|line| !line.contains("\"product\"")).collect();
    let nearly_all = [&types[..], &[&*many[0]]].concat();
    for (lines, options_allow, accepted) in [
        (&nearly_all, 0, true),
        // Nothing at all is left: that needs a confirmation, however few there were.
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

/// `count` products under the names `prefix` and a number, with the source ids 1000 and up.
fn numbered(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|at| product(&format!("{prefix}{at:03}"), 1_000 + at as i64, "[2]", "")).collect()
}

#[test]
fn many_new_stock_numbers_need_a_confirmation() {
    // The new names come after the old ones, or before them: either way removals come first.
    for prefix in ["N", "L"] {
        for (count, maximum, refused) in [
            (120, None, None),
            (121, None, Some(120)),
            (121, Some(121), None),
            (121, Some(120), Some(120)),
            // An explicit bound counts, even if the default is larger.
            (3, Some(2), Some(2)),
            (1, Some(0), Some(0)),
        ] {
            let store = base_store();
            store.import(1, &numbered("M", 600)).unwrap();
            let before = store.content();
            let result = store.import_with(2, &numbered(prefix, count), |options| options.maximum_renames = maximum);
            match (result, refused) {
                (Ok(report), None) => {
                    let (products, count) = (report.products, count as u64);
                    assert_eq!((products.renamed, products.created, products.deactivated), (count, count, count));
                    assert_eq!((report.events.removed, report.events.content), (count, count));
                }
                (Err(error), Some(maximum)) => {
                    assert!(error.is_rejection(), "{error}");
                    assert_eq!(
                        error.to_string(),
                        format!(
                            "the run would give {count} products another stock number, with 603 public products now; at \
                             most {maximum} are allowed; if that is meant, say so with --max-renames {count}"
                        )
                    );
                    assert_eq!(store.content(), before);
                }
                (result, _) => panic!("{count} {maximum:?}: {result:?}"),
            }
        }
    }
}

#[test]
fn renamed_products_are_no_removals_for_the_guard() {
    let store = base_store();
    store.import(1, &numbered("M", 600)).unwrap();
    let mut lines = numbered("N", 120);
    lines.extend((120..241).map(|at| format!(r#"{{"type":"deleted","stockNumber":"M{at:03}"}}"#)));
    let error = store.import(2, &lines).unwrap_err();
    assert!(error.to_string().contains("make 121 of 603 public products non-public"), "{error}");
    let report = store.import(2, &lines[..240]).unwrap();
    assert_eq!((report.events.removed, report.products.renamed, report.products.deactivated), (240, 120, 240));
}

#[test]
fn a_full_import_whose_renamed_products_leave_nothing_public_needs_a_confirmation() {
    let store = base_store();
    let hidden = |stock_number, source_id| {
        product(stock_number, source_id, "[2]", "").replace("\"isActive\":true", "\"isActive\":false")
    };
    let mut lines: Vec<String> = base().into_iter().filter(|line| !line.contains("\"product\"")).collect();
    lines.extend([hidden("A2", 91), hidden("B2", 92), hidden("C2", 93)]);
    let error = store.import_with(1, &lines, |options| options.mode = ImportMode::Full).unwrap_err();
    assert!(error.to_string().contains("3 of 3 public"), "{error}");
}

#[test]
fn an_import_that_was_tried_on_another_revision_is_refused() {
    let store = base_store();
    let import = |revision: i64, dry_run: bool| {
        let line = product("D", 94, "[3]", "");
        store.import_with(60, &[&line], |options| {
            (options.dry_run, options.expected_revision) = (dry_run, Some(CatalogRevision(revision)));
        })
    };
    let tried = import(1, true).unwrap();
    assert_eq!((tried.revision, tried.changed), (CatalogRevision(1), true));
    store.import(30, &[&product("E", 95, "[3]", "")]).unwrap();
    for dry_run in [true, false] {
        let error = import(1, dry_run).unwrap_err();
        assert!(
            error.to_string().starts_with("the catalog has revision 2, not 1: another import came between"),
            "{error}"
        );
    }
    assert_eq!(store.content().revision(), CatalogRevision(2), "nothing was written");
    assert_eq!(import(2, false).unwrap().revision, CatalogRevision(3));
}
