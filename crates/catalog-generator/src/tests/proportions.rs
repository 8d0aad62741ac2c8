//! The proportions of a catalog.

use super::checker::{State, amount};
use super::{options, text};
use serde_json::Value;
use std::collections::HashSet;
use std::ops::RangeInclusive;

fn is_cyrillic(character: char) -> bool {
    ('\u{400}'..='\u{4ff}').contains(&character)
}

#[test]
fn a_catalog_has_about_as_much_of_everything_as_promised() {
    let state = State::of_catalog(&text(&options(5_000, 150)));
    let share = |fits: &dyn Fn(&Value) -> bool| {
        let count = state.products.values().filter(|product| fits(product)).count();
        count as f64 * 100.0 / 5_000.0
    };
    let given = |name: &'static str| move |product: &Value| product.get(name).is_some();
    let quantity = |product: &Value| -> i64 {
        let stock = product["offer"]["stock"].as_array().unwrap();
        stock.iter().map(|entry| entry["quantity"].as_i64().unwrap().max(0)).sum()
    };
    let expected: [(&str, RangeInclusive<f64>, f64); 12] = [
        ("inactive", 1.9..=2.1, share(&|product| product["isActive"] == false)),
        ("no vendor", 4.0..=6.0, 100.0 - share(&given("vendor"))),
        ("on sale", 9.0..=11.0, share(&|product| product["offer"]["sale"] == true)),
        ("special price", 9.0..=13.0, share(&|product| amount(&product["offer"]["specialPrice"]) > 0.0)),
        ("hidden prices", 7.0..=9.0, share(&|product| product["offer"]["hidePrices"] == true)),
        ("no price", 4.0..=6.0, share(&|product| amount(&product["offer"]["retail"]) <= 0.0)),
        ("out of stock", 18.0..=22.0, share(&|product| quantity(product) == 0)),
        ("linked twice", 27.0..=33.0, share(&|product| product["sections"].as_array().unwrap().len() > 1)),
        ("configurator", 4.0..=6.0, share(&given("configurator"))),
        ("dated", 47.0..=53.0, share(&given("contentUpdatedAt"))),
        ("dated offers", 47.0..=53.0, share(&given("commercialUpdatedAt"))),
        ("Cyrillic", 12.0..=25.0, share(&|product| product["fullName"].as_str().unwrap().contains(is_cyrillic))),
    ];
    for (what, range, actual) in expected {
        assert!(range.contains(&actual), "{what}: {actual} %");
    }
}

#[test]
fn a_product_has_about_as_many_parts_as_promised() {
    let state = State::of_catalog(&text(&options(2_000, 150)));
    let mean = |pointer: &str| {
        let length = |product: &Value| match product.pointer(pointer) {
            Some(Value::Array(items)) => items.len(),
            Some(Value::String(text)) => text.len(),
            _ => 0,
        };
        state.products.values().map(length).sum::<usize>() as f64 / 2_000.0
    };
    for (pointer, range) in [
        ("/features", 11.5..=14.0),
        ("/filterValues", 7.5..=9.0),
        ("/photos", 2.8..=3.2),
        ("/offer/stock", 2.5..=3.0),
        ("/description", 800.0..=1_400.0),
    ] {
        assert!(range.contains(&mean(pointer)), "{pointer}: {}", mean(pointer));
    }
    let longest = state.products.values().map(|product| product["description"].as_str().unwrap().len()).max().unwrap();
    assert!((1_500..=2_300).contains(&longest), "{longest}");
}

#[test]
fn vendors_levels_and_warehouses_are_as_many_as_promised_and_one_name_ends_in_a_space() {
    let state = State::of_catalog(&text(&options(2_000, 150)));
    let vendors: HashSet<&str> =
        state.products.values().filter_map(|product| product.pointer("/vendor/name")?.as_str()).collect();
    assert!((34..=37).contains(&vendors.len()), "{}", vendors.len());
    assert_eq!(vendors.iter().filter(|name| name.ends_with('\u{a0}')).count(), 1);
    let levels: HashSet<&String> =
        state.products.values().flat_map(|product| product["offer"]["levels"].as_object().unwrap().keys()).collect();
    assert_eq!(levels.len(), 3);
    assert_eq!(state.warehouses.len(), 3);
}
