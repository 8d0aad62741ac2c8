//! Vendor names: one product determines the name of its vendor, so a change of that product changes the others.

use super::tally;
use crate::support::{TestStore, base, product, section};

/// A product of the vendor `v` under that name, in section 2 unless other sections are given.
fn named(stock_number: &str, source_id: i64, name: &str, more: &str) -> String {
    let vendor = format!(r#""vendor":{{"id":"v","name":"{name}"}}{more}"#);
    product(stock_number, source_id, "[2]", &vendor)
}

/// Products F, G and H of one vendor, whose name is that of F, and a product of another vendor.
fn store() -> TestStore {
    let mut lines = base();
    let others = [named("F", 96, "First ", ""), named("G", 97, "Second", ""), named("H", 98, "Second", "")];
    lines.extend(others);
    lines.push(named("I", 99, "Other", "").replace(r#""id":"v""#, r#""id":"w""#));
    let store = TestStore::default();
    store.import(0, &lines).unwrap();
    store
}

/// The name that clients see of the vendor `v`.
fn shown(store: &TestStore) -> String {
    let content = store.content();
    let catalog = content.catalog();
    let vendors = catalog.products().map(|public| public.vendor).filter(|vendor| vendor.id == "v");
    let mut names: Vec<String> = vendors.map(|vendor| vendor.name.to_string()).collect();
    names.dedup();
    assert_eq!(names.len(), 1, "all products of a vendor show one name: {names:?}");
    names.remove(0)
}

#[test]
fn a_change_of_the_product_that_names_a_vendor_is_an_event_of_all_its_products() {
    let moved = |line: String| line.replace("\"sections\":[2]", "\"sections\":[]");
    let cases: Vec<(&str, Vec<String>, &str, Vec<&str>)> = vec![
        (
            "another name",
            vec![named("F", 96, "Best", "")],
            "Best",
            vec!["F content 2 [+1 +2]", "G content 2 [+1 +2]", "H content 2 [+1 +2]"],
        ),
        ("another name but for blanks", vec![named("F", 96, "First", "")], "First", vec![]),
        ("another name of a product that does not decide", vec![named("G", 97, "Third", "")], "First", vec![]),
        (
            "the product deleted",
            vec![r#"{"type":"deleted","stockNumber":"F"}"#.to_owned()],
            "Second",
            vec!["F removed 2 [-1 -2]", "G content 2 [+1 +2]", "H content 2 [+1 +2]"],
        ),
        (
            "the product no longer public",
            vec![moved(named("F", 96, "First ", ""))],
            "Second",
            vec!["F removed 2 [-1 -2]", "G content 2 [+1 +2]", "H content 2 [+1 +2]"],
        ),
        (
            "the product with another vendor",
            vec![named("F", 96, "Other", "").replace(r#""id":"v""#, r#""id":"w""#)],
            "Second",
            vec!["F content 2 [+1 +2]", "G content 2 [+1 +2]", "H content 2 [+1 +2]"],
        ),
        (
            "a new product before it",
            vec![named("E", 95, "Newest", "")],
            "Newest",
            vec!["E content 2 [+1 +2]", "F content 2 [+1 +2]", "G content 2 [+1 +2]", "H content 2 [+1 +2]"],
        ),
        ("a new product before it that nobody sees", vec![moved(named("E", 95, "Newest", ""))], "First", vec![]),
        ("a new product behind it", vec![named("Z", 95, "Newest", "")], "First", vec!["Z content 2 [+1 +2]"]),
        (
            "the product renamed to another stock number",
            vec![named("Z", 96, "First ", "")],
            "Second",
            vec!["F removed 2 [-1 -2]", "G content 2 [+1 +2]", "H content 2 [+1 +2]", "Z content 2 [+1 +2]"],
        ),
        (
            "another name beside a new price",
            vec![
                named("F", 96, "Best", ""),
                r#"{"type":"offer","stockNumber":"G","retail":5}"#.to_owned(),
                named("H", 98, "Second", r#","contentUpdatedAt":"2026-01-01T00:00:00Z""#),
            ],
            "Best",
            vec!["F content 2 [+1 +2]", "G content+commercial 2 [+1 +2]", "H content 2 [+1 +2]"],
        ),
    ];
    for (title, lines, name, events) in cases {
        let store = store();
        assert_eq!(shown(&store), "First");
        store.import(60, &lines).unwrap();
        assert_eq!(shown(&store), name, "{title}");
        assert_eq!(if store.content().revision().0 > 1 { store.last_events() } else { vec![] }, events, "{title}");
        let again = store.import(120, &lines).unwrap();
        assert!(!again.changed, "{title}: the same again changes nothing, but {again:?}");
    }
}

#[test]
fn a_section_that_hides_the_product_that_names_a_vendor_changes_the_others() {
    let store = store();
    let elsewhere = named("G", 97, "Second", "").replace("\"sections\":[2]", "\"sections\":[3]");
    store.import(1, &[&elsewhere]).unwrap();
    let off = section(2, Some(1)).replace("\"isActive\":true", "\"isActive\":false");
    store.import(60, &[&off]).unwrap();
    assert_eq!(shown(&store), "Second");
    let events = store.last_events();
    assert!(events.contains(&"G content 3 [+3]".to_owned()), "{events:?}");
}

#[test]
fn a_vendor_name_that_a_record_changes_has_its_time_and_one_that_another_record_changes_that_of_the_run() {
    let store = store();
    let report = store
        .import(
            60,
            &[
                &named("F", 96, "Best", r#","contentUpdatedAt":"2026-01-01T00:00:07Z""#),
                &named("H", 98, "Second", r#","contentUpdatedAt":"2026-01-01T00:00:07Z""#),
            ],
        )
        .unwrap();
    assert_eq!(tally(&report), [0, 3, 0, 0]);
    assert_eq!((store.times("F"), store.times("G"), store.times("H")), ((7, 0), (60, 0), (60, 0)));
    assert_eq!(store.times("I"), (0, 0), "a product of another vendor");
}

#[test]
fn products_that_nobody_sees_have_no_part_in_a_vendor_name() {
    let store = store();
    store.import(1, &[&named("G", 97, "Second", "").replace("\"isActive\":true", "\"isActive\":false")]).unwrap();
    store.import(60, &[&named("F", 96, "Best", "")]).unwrap();
    assert_eq!(store.last_events(), ["F content 2 [+1 +2]", "H content 2 [+1 +2]"]);
    assert_eq!(store.times("G").0, 0, "not touched");
}
