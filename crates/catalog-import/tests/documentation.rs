//! Imports every example of the format's documentation.

#![cfg(test)]

mod support;

use support::TestStore;

/// The text of all blocks that are marked as JSON, in order.
fn examples(page: &str) -> Vec<String> {
    let blocks = page.split("```json\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap().replace('\n', " ")).collect()
}

#[test]
fn every_example_of_the_documentation_can_be_imported() {
    let page = include_str!("../../../docs/import-format.md");
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
    let kinds = content.events.iter().map(|(_, event)| support::describe(event)).collect::<Vec<_>>();
    let expected = [
        "PMP-001 content 1042 [+1000 +1042]",
        "PMP-001 commercial 1042 [+1000 +1042]",
        "PMP-001 removed 1042 [-1000 -1042]",
    ];
    assert_eq!(kinds, expected);
}
