//! Stock numbers and source ids: renamed, deleted and restored products.

use super::{A_FACTS, a, tally};
use crate::support::{base_store, product};

#[test]
fn a_source_id_goes_to_another_stock_number() {
    let cases = vec![
        (vec![product("A2", 91, "[2]", "")], vec!["A removed 2 [-1 -2]", "A2 content 2 [+1 +2]"]),
        (vec![product("0", 91, "[3]", "")], vec!["A removed 2 [-1 -2]", "0 content 3 [+3]"]),
        (
            vec![r#"{"type":"deleted","stockNumber":"A"}"#.to_owned(), product("0", 91, "[3]", "")],
            vec!["A removed 2 [-1 -2]", "0 content 3 [+3]"],
        ),
        // Two products swap ids: neither is deactivated, and nothing visible changes.
        (vec![product("A", 92, "[2]", A_FACTS), product("B", 91, "[3]", "")], vec![]),
    ];
    for (lines, events) in cases {
        let store = base_store();
        let report = store.import(60, &lines).unwrap();
        assert_eq!(store.last_events(), events, "{lines:?}");
        assert_eq!(report.products.renamed, u64::from(!events.is_empty()), "{lines:?}");
    }
}

#[test]
fn a_renamed_product_can_be_renamed_back() {
    let store = base_store();
    store.import(60, &[&product("A2", 91, "[2]", "")]).unwrap();
    assert_eq!(store.content().stored("A").source_id, None);
    let line = a("P", "P");
    let report = store.import(120, &[&line]).unwrap();
    assert_eq!((tally(&report), report.products.renamed), ([0, 1, 1, 0], 1));
    assert_eq!(store.last_events(), ["A2 removed 2 [-1 -2]", "A content 2 [+1 +2]"]);
    assert_eq!(store.times("A"), (120, 0));
}

#[test]
fn a_deleted_product_comes_back_as_content_with_the_offer_it_had() {
    let store = base_store();
    store.import(60, &[r#"{"type":"deleted","stockNumber":"A"}"#]).unwrap();
    let report = store.import(90, &[r#"{"type":"deleted","stockNumber":"A"}"#]).unwrap();
    assert_eq!((tally(&report), report.products.renamed, report.changed), ([0, 0, 0, 1], 0, false));
    // An inactive stock number has no product any more: taking its source id renames nothing.
    let report = store.import(100, &[&product("A3", 91, "[2]", "")]).unwrap();
    assert_eq!((tally(&report), report.products.renamed), ([1, 0, 0, 0], 0));
    store.import(110, &[&product("A3", 1_091, "[2]", "")]).unwrap();
    store.import(120, &[&product("A", 91, "[2]", A_FACTS)]).unwrap();
    assert_eq!(store.last_events(), ["A content 2 [+1 +2]"]);
    assert_eq!(store.times("A"), (120, 0));
    assert!(store.content().product("A").offer.retail.is_some());
}
