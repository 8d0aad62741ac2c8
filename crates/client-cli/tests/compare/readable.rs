//! What a manager reads: one sentence, each field with examples, what is missing, and what only follows from that.

use crate::comparison::{Comparison, Report};
use crate::site::{Site, edited, edits, without};
use catalog_domain::values::SectionId;
use catalog_testkit::ImportRun;
use catalog_testkit::usual::usual_import;
use serde_json::{Value, json};

/// Compares with a new system that has another catalog, and edited responses.
fn compared(import: ImportRun, edited: &str) -> Report {
    let (old, new) = (Site::usual(), Site::of(import));
    new.change(edits(edited));
    Comparison::between(&old, &new, "").report(&[])
}

/// Two products are lost, and so are a vendor and all that the service knows of another name of one.
fn lossy() -> ImportRun {
    without(&["P-2", "P-4"])
}

/// Two prices are others.
const REPRICED: &str = "174 /price '7.75'; 408 /price '7.75'";
/// A section counts one product too many as well: without those that are lost it has 3.
const MISCOUNTED: &str = "174 /price '7.75'; 408 /price '7.75'; META ./productTypes/0/productsCount 4";

#[test]
fn a_report_begins_with_a_sentence_of_causes_and_counts_apart_what_follows() {
    let mut without_section = usual_import();
    without_section.sections.retain(|section| section.id != SectionId(200));
    let moved = edited(|record| {
        if &*record.stock_number == "A/B+C 3%" {
            (record.sections, record.primary_section) = ([SectionId(200)].into(), None);
        }
    });
    for (import, edited, expected, follows) in [
        (usual_import(), "", "Nothing differs.", false),
        (lossy(), REPRICED, "2 products are missing, 2 prices differ.", true),
        (lossy(), MISCOUNTED, "2 products are missing, 2 prices differ, 1 other value differs.", true),
        (moved, "", "1 product is missing from a section, 1 product is extra in a section.", true),
        (without_section, "", "1 section is missing.", true),
    ] {
        let report = compared(import, edited);
        let sentence = report.summary["summary"].as_str().unwrap();
        assert!(sentence.starts_with(expected), "{sentence}");
        let consequences = report.lines.iter().filter(|line| line["consequence"] == true).count();
        assert_eq!((&report.summary["consequences"], follows), (&json!(consequences), consequences > 0), "{sentence}");
        assert!(!follows || sentence[expected.len()..].starts_with(&format!(" {consequences} further ")), "{sentence}");
        assert!(report.files[2].contains(sentence));
    }
}

#[test]
fn missing_products_are_a_table_each_field_has_examples_with_names_and_counters_and_empty_responses_follow() {
    let report = compared(lossy(), REPRICED);
    for line in &report.lines {
        let path = line["path"].as_str().unwrap();
        let follows =
            ["productTypes", "featureSchema", "filters[", "message"].iter().any(|start| path.starts_with(start))
                || line["route"] == "/api/v1/get/item/:id/documentation" && path.is_empty()
                || line["route"] == "/api/v1/get/item/:id/configurator" && path.is_empty()
                || line["route"] == "/api/v1/get/vendors/for/:id";
        assert_eq!(line["consequence"], follows, "{line}");
        assert!(follows || path.starts_with("price") || path.is_empty() && line["kind"] == "missing", "{line}");
    }
    let expected = "id,stockNumber,name,vendor,section,sectionName\n\
        175,P-2,beta pump,Acme,50100,Pumps\n\
        177,P-4,Gamma pump,Zeta,50100,Pumps\n";
    assert_eq!(report.files[3], expected);
    let summary = &report.summary;
    let shown = |index: usize| -> Vec<Value> {
        let field = &summary["fields"][index];
        let names = field["examples"].as_array().unwrap().iter().map(|example| example["name"].clone());
        [field["field"].clone(), field["kind"].clone(), field["things"].clone()].into_iter().chain(names).collect()
    };
    let names = ["beta pump", "Gamma pump"];
    assert_eq!(shown(0), [&[json!("product"), json!("missing"), json!(2)][..], &names.map(Value::from)].concat());
    let names = ["Alpha pump", "Delta pump"];
    assert_eq!(shown(1), [&[json!("price"), json!("price"), json!(2)][..], &names.map(Value::from)].concat());
    let differences = summary["fields"].as_array().unwrap().iter().map(|field| field["differences"].as_u64().unwrap());
    assert_eq!(json!(differences.sum::<u64>() + summary["consequences"].as_u64().unwrap()), summary["differences"]);
    let page = &report.files[2];
    assert!(page.contains("item 174 of section 50100 (Alpha pump): 1500 → 7.75"), "{page}");
}
