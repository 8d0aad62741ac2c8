//! What a manager reads: one sentence, each field with examples, what is missing, and what only follows from that.

use crate::catalog::{Catalog, usual, usual_without};
use crate::comparison::{Comparison, Report};
use crate::site::{Reply, Site};
use serde_json::{Value, json};

/// Compares with a new system that has another catalog, and other responses.
fn compared(import: &Catalog, change: fn(&str, &mut Reply)) -> Report {
    let (old, new) = (Site::of(&usual(70)), Site::of(import));
    new.change(change);
    Comparison::between(&old, &new, "").report(&[])
}

/// Three products are lost.
fn lossy() -> Catalog {
    usual_without(70, &[90_002, 90_012, 90_024])
}

/// A product is in another section.
fn moved() -> Catalog {
    Catalog { moved: vec![(90_019, vec![100_002])], ..usual(70) }
}

/// Two prices are others.
fn reprice(_: &str, reply: &mut Reply) {
    let items = match &mut reply.body["data"] {
        Value::Array(items) => items.as_mut_slice(),
        item => std::slice::from_mut(item),
    };
    for item in items.iter_mut().filter(|item| item["id"] == 90_001 || item["id"] == 90_004) {
        match item.get_mut("price") {
            Some(price) if price.is_object() => price["value"] = json!("7.75"),
            Some(price) => *price = json!("7.75"),
            None => {}
        }
    }
}

/// A section counts one product too many as well.
fn miscount(target: &str, reply: &mut Reply) {
    reprice(target, reply);
    if target == "/api/v1/get/section-meta/100002" {
        let count = &mut reply.body["data"]["productTypes"][0]["productsCount"];
        *count = json!(count.as_i64().unwrap() + 1);
    }
}

fn nothing(_: &str, _: &mut Reply) {}

#[test]
fn a_report_begins_with_a_sentence_of_causes_and_counts_apart_what_follows() {
    let without_section = Catalog { has_empty_section: false, ..usual(70) };
    for (import, change, expected, follows) in [
        (usual(70), nothing as fn(&str, &mut Reply), "Nothing differs.", false),
        (lossy(), reprice, "3 products are missing, 2 prices differ.", true),
        (lossy(), miscount, "3 products are missing, 2 prices differ, 1 other value differs.", true),
        (moved(), nothing, "1 product is missing from a section, 1 product is extra in a section.", true),
        (without_section, nothing, "1 section is missing.", true),
    ] {
        let report = compared(&import, change);
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
    let report = compared(&lossy(), reprice);
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
    let report = compared(&lossy(), reprice);
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
