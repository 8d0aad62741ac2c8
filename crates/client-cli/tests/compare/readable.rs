//! What a manager reads: one sentence, each field with examples, what is missing, and what only follows from that.

use crate::catalog::{Catalog, usual, usual_without};
use crate::comparison::{Comparison, Report};
use crate::edits::edits;
use crate::site::Site;
use serde_json::{Value, json};

/// Compares with a new system that has another catalog, and edited responses.
fn compared(import: &Catalog, edited: &str) -> Report {
    let (old, new) = (Site::of(&usual(70)), Site::of(import));
    new.change(edits(edited));
    Comparison::between(&old, &new, "").report(&[])
}

/// Three products are lost.
fn lossy() -> Catalog {
    usual_without(70, &[90_002, 90_012, 90_024])
}

/// Two prices are others.
const REPRICED: &str = "90001 /price = '7.75'; 90004 /price = '7.75'";
/// A section counts one product too many as well: without those that are lost it has 27.
const MISCOUNTED: &str = "90001 /price = '7.75'; 90004 /price = '7.75'; META /data/productTypes/0/productsCount = 28";

#[test]
fn a_report_begins_with_a_sentence_of_causes_and_counts_apart_what_follows() {
    let without_section = Catalog { has_empty_section: false, ..usual(70) };
    let moved = Catalog { moved: vec![(90_019, vec![100_002])], ..usual(70) };
    for (import, edited, expected, follows) in [
        (usual(70), "", "Nothing differs.", false),
        (lossy(), REPRICED, "3 products are missing, 2 prices differ.", true),
        (lossy(), MISCOUNTED, "3 products are missing, 2 prices differ, 1 other value differs.", true),
        (moved, "", "1 product is missing from a section, 1 product is extra in a section.", true),
        (without_section, "", "1 section is missing.", true),
    ] {
        let report = compared(&import, edited);
        let sentence = report.summary["summary"].as_str().unwrap();
        assert!(sentence.starts_with(expected), "{sentence}");
        let consequences = report.lines.iter().filter(|line| line["consequence"] == true).count();
        assert_eq!((&report.summary["consequences"], follows), (&json!(consequences), consequences > 0), "{sentence}");
        assert!(!follows || sentence[expected.len()..].starts_with(&format!(" {consequences} further ")), "{sentence}");
        assert!(report.files[2].contains(sentence));
    }
}

#[test]
fn only_counters_and_empty_responses_follow_from_missing_products() {
    let report = compared(&lossy(), REPRICED);
    for line in &report.lines {
        let path = line["path"].as_str().unwrap();
        let follows = ["productTypes", "filters[", "message"].iter().any(|start| path.starts_with(start))
            || line["route"] == "/api/v1/get/item/:id/documentation" && path.is_empty();
        assert_eq!(line["consequence"], follows, "{line}");
        assert!(follows || path.starts_with("price") || path.is_empty() && line["kind"] == "missing", "{line}");
    }
}

#[test]
fn missing_products_are_a_table_and_each_field_has_three_examples_with_names() {
    let report = compared(&lossy(), REPRICED);
    let expected = "id,stockNumber,name,vendor,section,sectionName\n\
        90012,P-00012,Product 00012,,100001,Equipment\n\
        90024,P-00024,Product 00024,,100001,Equipment\n\
        90002,P-00002,Product 00002,Acme\u{a0},100004,i18n::spare.parts\n";
    assert_eq!(report.files[3], expected);
    let summary = &report.summary;
    let shown = |index: usize| -> Vec<Value> {
        let field = &summary["fields"][index];
        let names = field["examples"].as_array().unwrap().iter().map(|example| example["name"].clone());
        [field["field"].clone(), field["kind"].clone(), field["things"].clone()].into_iter().chain(names).collect()
    };
    let names = ["Product 00012", "Product 00024", "Product 00002"];
    assert_eq!(shown(0), [&[json!("product"), json!("missing"), json!(3)][..], &names.map(Value::from)].concat());
    let names = ["Product 00001", "Product 00004"];
    assert_eq!(shown(1), [&[json!("price"), json!("price"), json!(2)][..], &names.map(Value::from)].concat());
    let differences = summary["fields"].as_array().unwrap().iter().map(|field| field["differences"].as_u64().unwrap());
    assert_eq!(json!(differences.sum::<u64>() + summary["consequences"].as_u64().unwrap()), summary["differences"]);
    assert!(
        report.files[2].contains("item 90001 of section 100001 (Product 00001): 100.25 → 7.75"),
        "{}",
        report.files[2]
    );
}
