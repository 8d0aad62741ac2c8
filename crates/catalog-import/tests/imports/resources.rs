//! Imports of links: what they write, which events they make, and their warnings.

use crate::support::{TestStore, base_store, import_links, product};
use catalog_import::{ImportError, ImportReport};

fn import(store: &TestStore, seconds: i64, dry_run: bool, lines: &[&str]) -> Result<ImportReport, ImportError> {
    import_links(store, seconds, dry_run, &lines.join("\n"))
}

fn record(stock_number: &str, documentation: &str, software: &str) -> String {
    format!(r#"{{"stockNumber":"{stock_number}","documentationHtml":{documentation},"softwareHtml":{software}}}"#)
}

const MANUAL: &str = r#""<ul><li><a href='/files/m.pdf'>Manual</a> (PDF, 2.3 MB)</li></ul>""#;
const DRIVER: &str = r#""<a href='//cdn.example/d.zip'>Driver</a>""#;

fn urls(store: &TestStore, stock_number: &str) -> [Vec<String>; 2] {
    let content = store.content();
    let detail = content.detail(stock_number);
    [&detail.documentation, &detail.software].map(|links| links.iter().map(|link| link.url.to_string()).collect())
}

#[test]
fn changed_links_are_content_and_unchanged_ones_are_nothing() {
    let store = base_store();
    let both = record("A", MANUAL, DRIVER);
    // Lines, products updated and unchanged, events, documentation and software of A, when its content changed.
    let m = "https://shop.example/files/m.pdf";
    let d = "https://cdn.example/d.zip";
    for (seconds, lines, products, events, links, content_time) in [
        (10, vec![record("A", "null", "\"\"")], (0, 1), vec![], [vec![], vec![]], 0),
        (20, vec![both.clone()], (1, 0), vec!["A content 2 [+1 +2]"], [vec![m], vec![d]], 20),
        (30, vec![both.clone()], (0, 1), vec![], [vec![m], vec![d]], 20),
        // Different markup of the same links is not a change.
        (40, vec![both.replace("<ul>", "<ul class='x'>")], (0, 1), vec![], [vec![m], vec![d]], 20),
        (
            50,
            vec![record("B", "null", DRIVER), record("A", MANUAL, "null"), record("C", "null", "null")],
            (2, 1),
            vec!["A content 2 [+1 +2]", "B content 3 [+3]"],
            [vec![m], vec![]],
            50,
        ),
        (60, vec![record("A", "\"\"", "null")], (1, 0), vec!["A content 2 [+1 +2]"], [vec![], vec![]], 60),
    ] {
        let before = store.content();
        let text: Vec<&str> = lines.iter().map(String::as_str).collect();
        let trial = import(&store, seconds, true, &text).unwrap();
        assert_eq!(store.content(), before, "a dry run writes nothing");
        let report = import(&store, seconds, false, &text).unwrap();
        assert_eq!((report.products.updated, report.products.unchanged), products, "{lines:?}");
        assert_eq!((trial.products, trial.events), (report.products, report.events));
        assert_eq!(report.changed, products.0 > 0);
        let revisions = store.content().revision().0 - before.revision().0;
        assert_eq!(revisions, i64::from(report.changed));
        assert_eq!(if report.changed { store.last_events() } else { Vec::new() }, events, "{lines:?}");
        assert_eq!(urls(&store, "A"), links.map(|links| links.into_iter().map(str::to_owned).collect::<Vec<_>>()));
        assert_eq!(store.times("A"), (content_time, 0));
    }
}

#[test]
fn products_that_nobody_sees_get_links_without_an_event() {
    let store = base_store();
    store.import(5, &[r#"{"type":"deleted","stockNumber":"A"}"#]).unwrap();
    let report = import(&store, 10, false, &[&record("A", MANUAL, "null")]).unwrap();
    assert_eq!((report.changed, report.events.content), (true, 0));
    assert_eq!(urls(&store, "A")[0].len(), 1);
}

#[test]
fn a_record_of_the_product_leaves_its_links_alone() {
    let store = base_store();
    import(&store, 10, false, &[&record("B", MANUAL, "null")]).unwrap();
    let report = store.import(20, &[&product("B", 92, "[3]", r#""description":"new""#)]).unwrap();
    assert_eq!(report.events.content, 1);
    assert_eq!(urls(&store, "B")[0], ["https://shop.example/files/m.pdf"]);
    let again = import(&store, 30, false, &[&record("B", MANUAL, "null")]).unwrap();
    assert!(!again.changed);
}

#[test]
fn unknown_products_are_warnings_and_everything_else_is_a_problem() {
    let store = base_store();
    let report = import(&store, 10, false, &[&record("X", MANUAL, "null"), "", &record("A", MANUAL, "null")]).unwrap();
    let warnings = &report.warnings;
    assert_eq!(warnings.texts, ["input:1: /stockNumber: the store has no product `X`"]);
    assert_eq!(report.products.updated, 1);

    let long = record("A", &format!("\"{}\"", "x".repeat((1 << 20) + 1)), "null");
    let links: String = (0..1_001).map(|at| format!("<a href=/{at}>x</a>")).collect();
    let links = record("A", &format!("\"{links}\""), "null");
    let twice = record("A", "null", "null");
    for (lines, expected) in [
        (vec!["[]"], "input:1: one object a line: this line is an array"),
        (
            vec!["{", "\"stockNumber\": \"A\",", "\"documentationHtml\": null,", "\"softwareHtml\": null", "}"],
            "input:1: one object a line: this line opens an object and does not close it; further lines that are not records: 4",
        ),
        (vec![r#"{"stockNumber":"A","documentationHtml":null}"#], "input:1: /softwareHtml: is missing"),
        (
            vec![r#"{"stockNumber":"A","documentationHtml":3,"softwareHtml":null}"#],
            "input:1: /documentationHtml: invalid type: integer `3`, expected a string",
        ),
        (
            vec![r#"{"type":"x","stockNumber":"A","documentationHtml":null,"softwareHtml":null}"#],
            "input:1: /type: unknown field (expected one of stockNumber, documentationHtml, softwareHtml, documentation, software)",
        ),
        (vec![&*twice, &*twice], "input:2: /stockNumber: a second record about the product of input:1"),
        (vec![&*long], "input:1: /documentationHtml: is longer than 1048576 bytes"),
        (vec![&*links], "input:1: /documentationHtml: has more than 1000 links"),
    ] {
        let before = store.content();
        let error = import(&store, 20, false, &lines).unwrap_err();
        assert!(error.is_rejection());
        assert_eq!(error.to_string(), expected);
        assert_eq!(store.content(), before);
    }
}

#[test]
fn an_empty_store_knows_no_product() {
    let store = TestStore::default();
    let report = import(&store, 0, false, &[&record("A", MANUAL, "null")]).unwrap();
    assert_eq!((report.changed, report.warnings.count), (false, 1));
}
