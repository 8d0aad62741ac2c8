//! What holds for every input.

use crate::support::{TestStore, base, base_store, clock, input, options, product};
use catalog_domain::pricing::Money;
use catalog_import::{ImportMode, run_import};
use proptest::prelude::*;

/// An import of `lines` into an empty store.
fn fresh(lines: &[String], mode: ImportMode) -> TestStore {
    let store = TestStore::default();
    store.import_with(0, lines, |options| options.mode = mode).unwrap();
    store
}

#[test]
fn a_delta_of_everything_equals_a_full_import_into_an_empty_store() {
    assert_eq!(fresh(&base(), ImportMode::Delta).content(), fresh(&base(), ImportMode::Full).content());
}

#[test]
fn several_files_are_one_run() {
    let lines = base();
    let store = TestStore::default();
    let (one, two) = lines.split_at(4);
    // The second file defines what the first refers to.
    let inputs = [two, one].map(|lines| input("part", lines.join("\n")));
    run_import(Vec::from(inputs), &options(), &store, &clock(0)).unwrap();
    assert_eq!(store.content(), fresh(&lines, ImportMode::Delta).content());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_order_of_lines_does_not_matter(lines in Just(base()).prop_shuffle()) {
        prop_assert_eq!(fresh(&lines, ImportMode::Delta).content(), fresh(&base(), ImportMode::Delta).content());
    }

    #[test]
    fn any_texts_are_stored_and_read_back_unchanged(name in "\\PC{0,20}", description in "\\PC{0,40}", units in 0_i64..1_000_000) {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let price = format!("{}.{:04}", units / 10_000, units % 10_000);
        let more = format!(r#""description":{},"offer":{{"retail":{price}}}"#, quoted(&description));
        let line = product("N", 500, "[2]", &more).replacen("\"P\"", &quoted(&name), 1);
        let store = base_store();
        store.import(1, &[&line]).unwrap();
        let content = store.content();
        let stored = content.product("N");
        prop_assert_eq!(stored.name(), name.as_str());
        prop_assert_eq!(&*content.detail("N").description, description.as_str());
        prop_assert_eq!(stored.offer.retail.map_or(0, Money::units), units);
        prop_assert!(!store.import(2, &[&line]).unwrap().changed);
    }
}
