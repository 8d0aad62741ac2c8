//! Imports every example of the format's documentation.

use crate::support::{self, TestStore};

/// The text of all blocks that are marked as JSON, in order.
fn examples(page: &str) -> Vec<String> {
    let blocks = page.split("```json\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap().replace('\n', " ")).collect()
}

#[test]
fn every_example_of_the_documentation_can_be_imported() {
    let page = include_str!("../../../../docs/import-format.md");
    let examples = examples(page);
    assert!(examples.len() >= 8, "found {}", examples.len());
    let store = TestStore::default();
    for (seconds, example) in (0..).zip(&examples) {
        match store.import_for("storefront.example", seconds, &[example], |_| {}) {
            Ok(report) => assert!(report.changed, "{example}"),
            Err(error) => panic!("{error}\n{example}"),
        }
    }
    let content = store.content();
    assert!(!content.stored("PMP-001").is_active, "the last examples delete what the first ones made");
    let kinds = content.events.iter().map(|recorded| support::describe(&recorded.event)).collect::<Vec<_>>();
    let expected = [
        "PMP-001 content 1042 [+1000 +1042]",
        "PMP-001 commercial 1042 [+1000 +1042]",
        "PMP-001 removed 1042 [-1000 -1042]",
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn the_documented_explanations_are_what_an_import_finds() {
    let page = include_str!("../../../../docs/import-format.md");
    let cells = |line: &'static str| {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`')).collect::<Vec<_>>()
    };
    let table = |header: &str| {
        let rows = page.split(header).nth(1).unwrap().lines().skip(2);
        rows.take_while(|line| line.starts_with('|')).map(cells).collect::<Vec<_>>()
    };
    let (explained, unexplained) = (table("| source | `description` |"), table("| source | because |"));
    assert!(explained.len() >= 3);
    assert!(unexplained.len() >= 5);
    let rows = explained.iter().map(|row| (row[0], Some(row[1]))).chain(unexplained.iter().map(|row| (row[0], None)));
    let store = support::base_store();
    for (seconds, (html, description)) in (60..).zip(rows) {
        let html = html
            .replace("\"...\"", "'https://d.example/x'")
            .replace("\"1\"", "/1")
            .replace("\"2\"", "/2")
            .replace('"', "'");
        let line = format!(r#"{{"stockNumber":"A","documentationHtml":"{html}","softwareHtml":null}}"#);
        support::import_links(&store, seconds, false, &line).unwrap();
        let content = store.content();
        let links = &content.detail("A").documentation;
        assert!(!links.is_empty(), "{html}");
        assert!(links.iter().all(|link| link.description.as_deref() == description), "{html}: {links:?}");
    }
    let records = page.split("```resources\n").skip(1).map(|block| block.split("```").next().unwrap());
    for (record, at) in records.zip(99..) {
        let record = record.replace('\n', " ").replace("PMP-001", "A").replace("PMP-002", "A");
        assert_eq!(support::import_links(&store, at, false, &record).unwrap().events.content, 1);
    }
}
