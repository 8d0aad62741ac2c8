//! v1 against v2 over generated catalogs: nothing unexplained, and every altered response is found.

use crate::catalogs::generated;
use crate::comparison::{Comparison, Report};
use crate::site::{Site, USERS};
use catalog_compare::CompareError;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn compared(site: &Site) -> Report {
    Comparison::of_interfaces(site, USERS[0]).report()
}

#[test]
fn generated_catalogs_with_every_oddity_have_no_difference_that_the_contract_does_not_explain() {
    let (mut rules, mut compared) = (BTreeSet::new(), 0);
    for seed in 0..8 {
        let site = Site::of(generated(seed));
        for user in USERS {
            let report = Comparison::of_interfaces(&site, user).report();
            assert!(report.outcome.is_equal(), "seed {seed}, {user}: {:#?}", report.open());
            compared += report.outcome.compared;
            rules.extend(report.lines.iter().map(|line| line["allowed"].as_str().unwrap().to_owned()));
        }
    }
    let all = ["contract: one name per vendor", "contract: storefront host"].map(str::to_owned);
    assert_eq!(rules, all.into(), "every rule explains something");
    assert!(compared > 1_000, "{compared}");
}

/// Responses of one interface to a target that begins so, and what is done to `data`.
type Mutation = (&'static str, &'static str, fn(&mut Value));

fn first(list: &mut Value) -> &mut Value {
    list.get_mut(0).unwrap_or_else(|| panic!("an empty list cannot be altered"))
}

const MUTATIONS: [Mutation; 26] = [
    ("/api/v1/get/items/from", "pricing", |data| first(data)["price"]["value"] = json!("123456.78")),
    ("/api/v1/get/items/from", "availability.inStock", |data| first(data)["inStock"]["value"] = json!("4321")),
    ("/api/v1/get/items/from", "availability.shipping", |data| first(data)["shipping"]["value"] = json!("4321")),
    ("/api/v1/get/items/from", "name", |data| first(data)["name"] = json!("Another")),
    ("/api/v1/get/items/from", "fullName", |data| first(data)["fullName"]["value"] = json!("Another")),
    ("/api/v2/products?", "vendor.name", |data| first(&mut data["items"])["vendor"]["name"] = json!("Another")),
    ("/api/v1/get/items/from", "description", |data| first(data)["description"]["value"] = json!("Another")),
    ("/api/v1/get/items/from", "url.path", |data| first(data)["url"] = json!("/another")),
    ("/api/v1/get/items/from", "documentation", |data| first(data)["documentation"] = json!([{"title": "Another"}])),
    ("/api/v1/get/items/from", "features", |data| first(data)["features"]["x"] = json!({"value": "1"})),
    ("/api/v1/get/items/from", "warehouses", |data| first(data)["warehouses"]["value"] = json!([])),
    ("/api/v1/get/items/from", "media.preview", |data| first(data)["previewPhoto"]["value"] = json!("x")),
    ("/api/v2/products?", "pricing", |data| {
        first(&mut data["items"])["pricing"] = json!({"onRequest": false, "retail": {"value": 0.01}});
    }),
    ("/api/v2/products?", "warehouses", |data| first(&mut data["items"])["availability"]["inStock"] = json!(-5)),
    ("/api/v2/products?", "media.photos", |data| first(&mut data["items"])["media"]["photos"] = json!([{"url": "x"}])),
    ("/api/v2/catalog/sections/1?", "productCount", |data| data["productCount"] = json!(4321)),
    ("/api/v2/catalog/sections/1?", "availableProductCount", |data| data["availableProductCount"] = json!(4321)),
    ("/api/v2/catalog/sections/1?", "directProductCount", |data| data["directProductCount"] = json!(4321)),
    ("/api/v2/catalog/sections/1?", "name", |data| data["name"] = json!("Another")),
    ("/api/v2/catalog/sections/1?", "parentSectionId", |data| data["parentSectionId"] = json!("77")),
    ("/api/v2/catalog/sections/1?", "vendors", |data| first(&mut data["vendors"])["name"] = json!("Another")),
    ("/api/v2/catalog/sections/1?", "filters", |data| first(&mut data["filters"])["values"][0]["count"] = json!(4321)),
    ("/api/v1/get/section-meta/100001", "filters", |data| data["filters"] = json!([])),
    ("/api/v1/get/items/availability/from?id_list=100001&", "products", |data| data.as_array_mut().unwrap().reverse()),
    ("/api/v2/catalog/sections/1/products?pageSize", "p", |data| {
        data["items"].as_array_mut().unwrap().pop();
    }),
    ("/api/v2/catalog/sections", "", |data| {
        // The list of sections, not that of products.
        if data["items"][0].get("childSectionIds").is_some() {
            data["items"].as_array_mut().unwrap().pop();
        }
    }),
];

#[test]
fn every_altered_response_is_found_by_what_was_altered() {
    let site = Site::of(generated(1));
    assert!(compared(&site).outcome.is_equal());
    for (target, path, alter) in MUTATIONS {
        let before = site.targets().len();
        site.change_data(target, alter);
        let report = compared(&site);
        assert!(
            site.targets()[before..].iter().any(|requested| requested.starts_with(target)),
            "{target} is requested"
        );
        let is_found = report.open().iter().any(|line| line["path"].as_str().unwrap().starts_with(path));
        assert!(is_found && !report.outcome.is_equal(), "{target} {path}: {:#?}", report.lines);
    }
}

#[test]
fn a_count_and_a_tree_that_no_catalog_has_end_the_comparison() {
    let site = Site::of(generated(1));
    site.change_data("/api/v1/get/section-meta/", |meta| meta["productTypes"] = json!([{"productsCount": u64::MAX}]));
    let counted = Comparison::of_interfaces(&site, USERS[0]).error();
    assert!(matches!(counted, CompareError::Refused { .. }), "{counted:?}");
    site.change_data("/api/v1/get/catalog", |tree| {
        tree[0]["subSections"] = json!([{"id": tree[0]["id"], "name": "Again"}]);
    });
    assert!(!compared(&site).outcome.is_equal());
}

#[test]
fn what_follows_from_a_product_that_a_list_leaves_out_is_counted_apart() {
    let site = Site::of(generated(1));
    let mut found = 0;
    for section in 1..=9 {
        let list = format!("/api/v2/catalog/sections/{section}/products?pageSize");
        site.change(move |target, reply| {
            if target.starts_with(&list) {
                reply.body["data"]["items"].as_array_mut().unwrap().pop();
            }
        });
        let report = compared(&site);
        let (follow, causes): (Vec<&Value>, Vec<&Value>) =
            report.open().into_iter().partition(|line| line["consequence"] == true);
        // One that is in a section which only v1 shows may be missing.
        if causes.iter().any(|line| line["path"].as_str().unwrap().starts_with("products[")) {
            // The lists of a section do not say whose product it was.
            let others = causes.iter().filter(|line| line["path"] != "vendors").count();
            assert_eq!(others, 1, "{causes:#?}");
            assert!(follow.iter().any(|line| line["path"] == "productCount"), "{follow:#?}");
            assert!(report.outcome.summary.starts_with("1 product is missing from a section"), "{report:?}");
            found += 1;
        }
    }
    assert!(found > 0);
}
