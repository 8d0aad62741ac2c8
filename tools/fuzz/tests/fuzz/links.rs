//! Fragments of HTML: what comes out are http(s) links with titles, and the same again changes nothing.

use crate::edits::{edits, seeds};
use crate::fuzz;
use catalog_domain::ports::{PartSelection, ProductDetails};
use catalog_domain::values::PageUrl;
use catalog_import::{ImportInput, ResourceOptions, run_resource_import};
use catalog_testkit::builders::product_record;
use catalog_testkit::{FixedClock, ImportRun, MemoryStore};
use std::io::Cursor;

const TOKENS: [&str; 18] = [
    "<a href=\"https://files.example/a.pdf\">",
    "</a>",
    "<p>",
    "</p>",
    "<br>",
    "<",
    ">",
    "&amp;",
    "&#0;",
    "&#x110000;",
    "href=",
    "http://",
    "//host.example/x",
    "javascript:",
    "<!--",
    "-->",
    "\u{202e}",
    "<script>",
];

#[test]
fn a_fragment_gives_links_or_nothing() {
    let seeds = seeds("links");
    fuzz(1_000, edits(), |edits| check(&edits.apply_to_text(&seeds, &TOKENS)));
}

fn check(html: &str) {
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
        assert!(PageUrl::parse(&link.url).is_ok(), "{link:?}");
        assert!(!link.title.is_empty(), "{link:?}");
    }
    assert!(!import().unwrap().changed);
}
