//! Deltas, imported after their catalog.

use super::checker::State;
use super::{options, text};
use crate::{GeneratorOptions, generate_round};
use serde_json::Value;
use std::collections::HashMap;

fn delta(base: &GeneratorOptions, count: u64) -> String {
    text(&GeneratorOptions { changes: Some(count), ..base.clone() })
}

/// The catalog before the delta, the delta's lines, and the catalog after it.
fn changed(base: &GeneratorOptions, count: u64) -> (State, Vec<Value>, State) {
    let before = State::of_catalog(&text(base));
    let mut after = before.clone();
    let lines = after.import(&delta(base, count));
    (before, lines, after)
}

fn count(lines: &[Value], kind: &str) -> usize {
    lines.iter().filter(|line| line["type"] == kind).count()
}

#[test]
fn a_delta_of_any_length_is_valid_after_its_catalog() {
    for (products, sections) in [(0, 0), (5, 0), (40, 1), (200, 2), (200, 19), (300, 150)] {
        let base = options(products, sections);
        let before = State::of_catalog(&text(&base));
        for changes in [0, 1, 20, 90, 400] {
            let lines = before.clone().import(&delta(&base, changes));
            let of_products = lines.len() - count(&lines, "section");
            assert_eq!(of_products as u64, changes, "{products} products, {sections} sections");
        }
    }
}

#[test]
fn a_delta_mixes_offers_edits_removals_returns_moves_and_new_products() {
    let (before, lines, after) = changed(&options(600, 150), 200);
    assert_eq!((count(&lines, "offer"), count(&lines, "deleted")), (120, 10));
    let (mut new, mut restored, mut moved, mut edited) = (0, 0, 0, 0);
    for product in lines.iter().filter(|line| line["type"] == "product") {
        match before.products.get(product["stockNumber"].as_str().unwrap()) {
            None => new += 1,
            Some(old) if old["isActive"] == false => restored += 1,
            Some(old) if old["sections"] != product["sections"] => moved += 1,
            Some(_) => edited += 1,
        }
    }
    assert_eq!((new, restored, moved, edited), (10, 10, 10, 40));
    assert_eq!(after.products.len(), 610);
}

#[test]
fn every_change_of_a_delta_changes_something() {
    let (before, lines, _) = changed(&options(400, 60), 300);
    for line in lines.iter().filter(|line| line["type"] == "product" || line["type"] == "offer") {
        let Some(old) = before.products.get(line["stockNumber"].as_str().unwrap()) else { continue };
        let old = if line["type"] == "offer" { &old["offer"] } else { old };
        let ignored = ["type", "stockNumber", "offer", "contentUpdatedAt", "commercialUpdatedAt"];
        let said = |record: &Value| -> HashMap<String, Value> {
            let fields = record.as_object().unwrap().clone().into_iter();
            fields.filter(|(name, _)| !ignored.contains(&name.as_str())).collect()
        };
        assert_ne!(said(old), said(line), "{line}");
    }
}

#[test]
fn from_twenty_changes_on_a_section_is_renamed_one_switched_off_one_on_and_one_moved() {
    for seed in 0..6 {
        let base = GeneratorOptions { seed, ..options(40, 150) };
        assert!(!delta(&base, 19).contains(r#""type":"section""#));
        let (before, lines, after) = changed(&base, 20);
        let mut changes = Vec::new();
        for section in lines.iter().filter(|line| line["type"] == "section") {
            let old = before.sections[&section["hierarchyId"].as_u64().unwrap()].as_object().unwrap();
            let differing = old.iter().filter(|(name, value)| section[name.as_str()] != **value);
            let named: Vec<String> = differing.map(|(name, _)| format!("{name} {}", section["isActive"])).collect();
            changes.push(named.join(", "));
        }
        assert_eq!(changes, ["name true", "isActive false", "isActive true", "parentHierarchyId true"], "seed {seed}");
        assert!(after.sections.keys().all(|id| after.depth(*id) <= 5), "seed {seed}");
    }
}

#[test]
fn deltas_of_different_lengths_change_different_products() {
    let first_line = |changes| -> Value {
        let delta = delta(&options(2_000, 60), changes);
        serde_json::from_str(delta.lines().next().unwrap()).unwrap()
    };
    assert_ne!(first_line(10)["stockNumber"], first_line(11)["stockNumber"]);
}

#[test]
fn rounds_change_products_in_any_order_and_leave_the_catalog_as_large_as_it_is() {
    let base = GeneratorOptions { changes: Some(20), ..options(200, 40) };
    let mut state = State::of_catalog(&text(&GeneratorOptions { changes: None, ..base.clone() }));
    let size = |state: &State| (state.products.len(), state.sections.len());
    let original_size = size(&state);
    let (mut unchanged, mut has_removed, mut has_restored) = (0, false, false);
    for round in (0..60).chain([7, 3]) {
        let mut output = Vec::new();
        generate_round(&base, round, &mut output).unwrap();
        let before = state.clone();
        let lines = state.import(&String::from_utf8(output).unwrap());
        assert_eq!((count(&lines, "offer"), count(&lines, "product")), (18, 2));
        for line in lines {
            let number = line["stockNumber"].as_str().unwrap();
            let (old, new) = (&before.products[number], &state.products[number]);
            unchanged += usize::from(old == new);
            has_removed |= old["isActive"] == true && new["isActive"] == false;
            has_restored |= old["isActive"] == false && new["isActive"] == true;
        }
    }
    assert_eq!(size(&state), original_size);
    // What is sold out without a price can be so again.
    assert!(unchanged < 62 && has_removed && has_restored, "{unchanged}");
}
