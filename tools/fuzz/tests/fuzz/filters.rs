//! Sets of filters: different parameters intersect, values of one unite, whatever is combined
//! (`docs/contract.md#product-list`).

use crate::fuzz;
use crate::service::{Service, escaped};
use proptest::prelude::any;
use serde_json::Value;
use std::collections::BTreeSet;

/// A list of products, by stock number, of one section.
type List = BTreeSet<String>;

#[test]
fn a_set_of_filters_is_the_intersection_of_its_parts() {
    let service = Service::start(120);
    let section = fullest_section(&service);
    let (vendors, filters) = (vendors(&service, &section), filters(&service, &section));
    // Which vendors, flags and filters are chosen, whether of the section alone, and the order.
    let choices = any::<([bool; 3], [Option<bool>; 3], [bool; 6], bool, u8)>();
    fuzz(300, choices, |(made_vendors, flags, made_filters, direct, sort)| {
        let scope = if *direct { "scope=direct" } else { "scope=subtree" };
        let list = |query: &str| list(&service, &section, &format!("{scope}&{query}"));
        let mut expected = list("");
        let mut query = format!("sort={}", ["name", "-name", "stockNumber"][usize::from(*sort) % 3]);
        let mut narrow = |parts: Vec<String>| {
            if !parts.is_empty() {
                let union: List = parts.iter().flat_map(|part| list(part)).collect();
                expected.retain(|product| union.contains(product));
            }
        };
        let chosen = |all: &[String], made: &[bool]| -> Vec<String> {
            all.iter().zip(made).filter(|(_, is_made)| **is_made).map(|(one, _)| one.clone()).collect()
        };
        let chosen_vendors = chosen(&vendors, made_vendors);
        narrow(chosen_vendors.iter().map(|id| format!("vendor={id}")).collect());
        if !chosen_vendors.is_empty() {
            query += &format!("&vendor={}", chosen_vendors.join(","));
        }
        for (name, flag) in ["available", "sale", "hasPrice"].iter().zip(flags) {
            if let Some(flag) = flag {
                query += &format!("&{name}={flag}");
                narrow(vec![format!("{name}={flag}")]);
            }
        }
        let chosen_filters = chosen(&filters, made_filters);
        for uid in chosen_filters.iter().map(|filter| uid_of(filter)).collect::<BTreeSet<_>>() {
            narrow(chosen_filters.iter().filter(|filter| uid_of(filter) == uid).cloned().collect());
        }
        for filter in &chosen_filters {
            query += &format!("&{filter}");
        }
        assert_eq!(list(&query), expected, "{query}");
    });
}

fn fullest_section(service: &Service) -> String {
    let sections = service.data("/api/v2/catalog/sections");
    let items = sections["items"].as_array().unwrap();
    let fullest = items.iter().max_by_key(|section| section["productCount"].as_u64()).unwrap();
    fullest["id"].as_str().unwrap().to_owned()
}

fn vendors(service: &Service, section: &str) -> Vec<String> {
    let vendors = service.data(&format!("/api/v2/catalog/sections/{section}/vendors"));
    vendors["items"].as_array().unwrap().iter().take(3).map(|vendor| vendor["id"].as_str().unwrap().into()).collect()
}

/// Two values of each of three filters of the section, as parameters.
fn filters(service: &Service, section: &str) -> Vec<String> {
    let data = service.data(&format!("/api/v2/catalog/sections/{section}?include=filters"));
    let filters =
        data["filters"].as_array().unwrap().iter().filter(|filter| filter["values"].as_array().unwrap().len() > 1);
    let parameter = |filter: &Value, value: &Value| {
        // What would end the parameter or its value.
        let escape = |text: &Value| {
            let text = text.as_str().unwrap().replace('%', "%25").replace('&', "%26").replace('+', "%2B");
            escaped(text.as_bytes())
        };
        format!("filter={}:{}", escape(&filter["uid"]), escape(&value["key"]))
    };
    filters
        .take(3)
        .flat_map(|filter| {
            filter["values"]
                .as_array()
                .unwrap()
                .iter()
                .take(2)
                .map(|value| parameter(filter, value))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn uid_of(filter: &str) -> &str {
    filter.split_once(':').map_or(filter, |(uid, _)| uid)
}

/// All products of a list; it has one page.
fn list(service: &Service, section: &str, query: &str) -> List {
    let data = service.data(&format!("/api/v2/catalog/sections/{section}/products?pageSize=1000&{query}"));
    let items = data["items"].as_array().unwrap();
    items.iter().map(|product| product["stockNumber"].as_str().unwrap().to_owned()).collect()
}
