//! The catalog and its deltas as an import would read them.

mod checker;
mod delta;
mod proportions;

use crate::{GeneratorOptions, MAXIMUM_PRODUCTS, MAXIMUM_SECTIONS, generate};
use checker::State;
use std::collections::HashSet;
use std::io;

/// Options with a fixed seed and no changes.
fn options(products: u64, sections: u64) -> GeneratorOptions {
    GeneratorOptions {
        products,
        sections,
        seed: 42,
        changes: None,
        storefront: "storefront.example".to_owned(),
        pictures: None,
    }
}

fn text(options: &GeneratorOptions) -> String {
    let mut output = Vec::new();
    generate(options, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn the_same_options_give_the_same_bytes_and_another_seed_gives_others() {
    for changes in [None, Some(40)] {
        let first = GeneratorOptions { changes, ..options(300, 40) };
        let other = GeneratorOptions { seed: 43, ..first.clone() };
        assert_eq!(text(&first), text(&first), "{changes:?}");
        assert_ne!(text(&first), text(&other), "{changes:?}");
    }
}

#[test]
fn a_product_is_the_same_in_a_catalog_of_any_number_of_products() {
    let products = |count| -> Vec<String> {
        let text = text(&options(count, 40));
        text.lines().filter(|line| line.contains(r#""type":"product""#)).map(str::to_owned).collect()
    };
    // The same number of vendors on both sides: those grow with the catalog.
    let (small, large) = (products(20), products(40));
    let without_configurator = |line: &&String| !line.contains(r#""configurator""#);
    let same = small.iter().zip(&large).filter(|(line, _)| without_configurator(line)).all(|(one, other)| one == other);
    assert!(same);
    assert!(small.len() == 20);
    assert!(large.len() == 40);
}

#[test]
fn a_catalog_of_any_size_is_valid() {
    for (products, sections) in [(0, 0), (3, 0), (0, 3), (1, 1), (60, 2), (60, 5), (130, 21), (400, 150)] {
        for seed in [1, 2] {
            let state = State::of_catalog(&text(&GeneratorOptions { seed, ..options(products, sections) }));
            let sizes = (state.products.len() as u64, state.sections.len() as u64);
            assert_eq!(sizes, (products, sections), "seed {seed}");
            assert_eq!(state.types.len(), 10);
        }
    }
}

#[test]
fn the_section_tree_has_every_reason_for_a_section_not_to_be_public() {
    let state = State::of_catalog(&text(&options(10, 150)));
    assert_eq!(state.sections.keys().map(|id| state.depth(*id)).max(), Some(5));
    let count =
        |fits: &dyn Fn(&serde_json::Value) -> bool| state.sections.values().filter(|section| fits(section)).count();
    let on = |host: &str, section: &serde_json::Value| section["url"].as_str().is_some_and(|url| url.contains(host));
    assert_eq!(count(&|section| section["isService"] == true), 1);
    assert!(count(&|section| section["isActive"] == false) >= 3);
    assert!(count(&|section| on("https://archive.example/", section)) >= 3);
    assert!(count(&|section| section["url"].is_null()) >= 2);
    assert!(count(&|section| on("https://storefront.example/", section)) > 120);
    assert!(count(&|section| section["hierarchyId"] == section["sourceId"]) == 0);
    let foreign_in_the_middle = state.sections.values().filter(|section| {
        let parent = section["parentHierarchyId"].as_u64().and_then(|parent| state.sections.get(&parent));
        on("storefront.example", section)
            && parent.is_some_and(|parent| on("archive.example", parent) && !parent["parentHierarchyId"].is_null())
    });
    assert!(foreign_in_the_middle.count() > 0);
}

#[test]
fn schemas_have_every_role_and_raw_names() {
    let state = State::of_catalog(&text(&options(0, 0)));
    let fields = || state.fields.values();
    let roles: HashSet<&str> = fields().filter_map(|field| field["role"].as_str()).collect();
    assert_eq!(roles, HashSet::from(["feature", "warranty", "facetAlias", "price", "seo", "service", "commercial"]));
    let is_raw = |field: &&serde_json::Value| field["name"].as_str().is_some_and(|name| name.starts_with("i18n::"));
    assert!(fields().any(|field| is_raw(&field)));
    assert!(fields().filter(is_raw).all(|field| field["uid"] == "old_code"), "people see the others");
    assert!(fields().any(|field| field["isMultiple"] == true));
}

#[test]
fn options_out_of_range_are_refused_before_anything_is_written() {
    let base = options(1, 1);
    for (bad, named) in [
        (GeneratorOptions { sections: MAXIMUM_SECTIONS + 1, ..base.clone() }, "sections"),
        (GeneratorOptions { products: MAXIMUM_PRODUCTS + 1, ..base.clone() }, "products"),
        (GeneratorOptions { changes: Some(MAXIMUM_PRODUCTS + 1), ..base.clone() }, "changes"),
        (GeneratorOptions { storefront: String::new(), ..base.clone() }, "storefront"),
        (GeneratorOptions { storefront: "https://storefront.example".to_owned(), ..base.clone() }, "storefront"),
    ] {
        let mut output = Vec::new();
        let error = generate(&bad, &mut output).unwrap_err();
        assert_eq!((error.kind(), output.len()), (io::ErrorKind::InvalidInput, 0), "{named}");
        assert!(error.to_string().starts_with(named), "{error}");
    }
}

#[test]
fn a_failing_output_fails_the_generation() {
    let mut too_small = [0_u8; 100];
    let error = generate(&options(10, 10), &mut too_small.as_mut_slice()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::WriteZero);
}

#[test]
fn siblings_have_names_of_their_own() {
    let state = State::of_catalog(&text(&options(0, 150)));
    let mut seen = HashSet::new();
    for section in state.sections.values() {
        let unique = seen.insert((section["parentHierarchyId"].as_u64(), section["name"].as_str().unwrap()));
        assert!(unique || section["isService"] == true, "{section}");
    }
}
