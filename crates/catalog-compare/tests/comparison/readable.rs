//! What a manager reads: one sentence, each field with examples, what is missing, and what only follows from that.

use crate::comparison::{Comparison, Report};
use crate::model::{Model, Product};
use crate::stand_in::{Reply, StandIn};
use serde_json::{Value, json};

fn product(model: &mut Model, id: i64) -> &mut Product {
    model.products.iter_mut().find(|product| product.id == id).unwrap()
}

/// Compares with a new system that has another catalog, and other responses.
fn compared(alter: fn(&mut Model), change: fn(&str, &mut Reply)) -> Report {
    let mut model = Model::new(70);
    alter(&mut model);
    let old = StandIn::of(Model::new(70));
    let new = StandIn::changed(model, Box::new(move |target, _, reply| change(target, reply)));
    Comparison::between(&old.url, &new.url).report()
}

/// Three products are lost, and two prices are others.
fn lose_products(model: &mut Model) {
    model.products.retain(|product| ![90_002, 90_012, 90_024].contains(&product.id));
    product(model, 90_001).retail = "7.75".into();
    product(model, 90_004).level = Some("8".into());
}

fn nothing(_: &str, _: &mut Reply) {}

/// A section that counts one product too many.
fn miscount(target: &str, reply: &mut Reply) {
    if target == "/api/v1/get/section-meta/88002" {
        let count = &mut reply.body["data"]["productTypes"][0]["productsCount"];
        *count = json!(count.as_i64().unwrap() + 1);
    }
}

#[test]
fn a_report_begins_with_a_sentence_of_causes_and_counts_apart_what_follows() {
    for (alter, change, expected, follows) in [
        ((|_| ()) as fn(&mut Model), nothing as fn(&str, &mut Reply), "Nothing differs.", false),
        (lose_products, nothing, "3 products are missing, 2 prices differ.", true),
        (lose_products, miscount, "3 products are missing, 2 prices differ, 1 other value differs.", true),
        (
            |model| product(model, 90_019).sections = vec![88_002],
            nothing,
            "1 product is missing from a section, 1 product is extra in a section.",
            true,
        ),
        (|model| drop(model.sections.pop()), nothing, "1 section is missing.", true),
    ] {
        let report = compared(alter, change);
        let sentence = &report.outcome.summary;
        assert!(sentence.starts_with(expected), "{sentence}");
        let consequences = report.lines.iter().filter(|line| line["consequence"] == true).count();
        assert_eq!((report.outcome.consequences, follows), (consequences as u64, consequences > 0), "{sentence}");
        assert!(!follows || sentence[expected.len()..].starts_with(&format!(" {consequences} further ")), "{sentence}");
        assert!(report.files[2].contains(sentence));
    }
}

#[test]
fn only_counters_and_empty_responses_follow_from_missing_products() {
    let report = compared(lose_products, nothing);
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
    let report = compared(lose_products, nothing);
    let expected = "id,stockNumber,name,vendor,section,sectionName\n\
        90012,P-00012,Product 00012,,88001,Equipment\n\
        90024,P-00024,Product 00024,,88001,Equipment\n\
        90002,P-00002,Product 00002,Acme\u{a0},88004,i18n::spare.parts\n";
    assert_eq!(report.files[3], expected);
    let summary = report.summary();
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
    assert_eq!(differences.sum::<u64>() + report.outcome.consequences, report.outcome.differences);
    assert!(
        report.files[2].contains("item 90001 of section 88001 (Product 00001): 1.50 → 7.750"),
        "{}",
        report.files[2]
    );
}
