//! v1 against v2 of real servers over generated catalogs: nothing unexplained, and every altered response is found.

mod catalogs;
mod server;

use crate::error::CompareError;
use crate::options::{CompareOptions, Login};
use crate::report::Outcome;
use crate::request::Request;
use crate::run;
use crate::source::{HttpSource, Response, Source, Systems};
use crate::workers::Unobserved;
use catalogs::generated;
use serde_json::{Value, json};
use server::{PASSWORD, TestServer, USERS};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server whose responses are altered on the way.
struct Altered<'a> {
    server: &'a dyn Source,
    alter: &'a (dyn Fn(&str, &mut Value) + Sync),
}

impl Source for Altered<'_> {
    fn get(&self, request: &Request) -> Result<Response, CompareError> {
        let mut response = self.server.get(request)?;
        if let Some(data) = response.body.as_mut().and_then(|body| body.get_mut("data")) {
            (self.alter)(&request.target, data);
        }
        Ok(response)
    }
}

/// A server as a user sees it. It logs in once.
fn seen_by(server: &TestServer, user: &str) -> (CompareOptions, HttpSource) {
    let login = Login { url: server.url(), login: format!("{user}@shop.example"), password: PASSWORD.to_owned() };
    let options = CompareOptions::of_test(None, login, PathBuf::new());
    let source = HttpSource::new("new", &options.new, &options).unwrap();
    (options, source)
}

fn compare_altered(
    server: &dyn Source,
    alter: &(dyn Fn(&str, &mut Value) + Sync),
    options: &CompareOptions,
) -> Result<Outcome, CompareError> {
    let altered = Altered { server, alter };
    run::compare(&Systems { old: &altered, new: &altered }, options, &Unobserved)
}

/// Compares, and returns the lines of the report as well.
fn compare(
    (options, source): &(CompareOptions, HttpSource),
    alter: &(dyn Fn(&str, &mut Value) + Sync),
) -> (Outcome, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let options = CompareOptions { report: folder.path().to_owned(), ..options.clone() };
    let outcome = compare_altered(source, alter, &options).unwrap();
    let lines = std::fs::read_to_string(folder.path().join("differences.ndjson")).unwrap();
    (outcome, lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn generated_catalogs_with_every_oddity_have_no_difference_that_the_contract_does_not_explain() {
    let (mut rules, mut compared) = (std::collections::BTreeSet::new(), 0);
    for seed in 0..8 {
        let server = TestServer::start(generated(seed));
        for user in USERS {
            let (outcome, lines) = compare(&seen_by(&server, user), &|_, _| {});
            let unexplained: Vec<&Value> = lines.iter().filter(|line| line["allowed"].is_null()).collect();
            assert!(unexplained.is_empty(), "seed {seed}, {user}: {unexplained:#?}");
            assert!(outcome.is_equal(), "{outcome:?}");
            compared += outcome.compared;
            rules.extend(lines.iter().map(|line| line["allowed"].as_str().unwrap().to_owned()));
        }
    }
    let all: std::collections::BTreeSet<String> =
        super::V1_V2_RULES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(rules, all, "every rule explains something");
    assert!(compared > 1_000, "{compared}");
}

/// Responses of one interface to a target that begins so, and what is done to `data`.
type Mutation = (&'static str, &'static str, fn(&mut Value));

fn first(list: &mut Value) -> &mut Value {
    list.get_mut(0).unwrap_or_else(|| panic!("an empty list cannot be altered"))
}

const MUTATIONS: [Mutation; 25] = [
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
];

#[test]
fn every_altered_response_is_found_by_what_was_altered() {
    let server = TestServer::start(generated(1));
    let server = seen_by(&server, USERS[0]);
    let (before, _) = compare(&server, &|_, _| {});
    assert!(before.is_equal());
    for (target, path, alter) in MUTATIONS {
        let altered = AtomicUsize::new(0);
        let (outcome, lines) = compare(&server, &|requested, data| {
            if requested.starts_with(target) {
                altered.fetch_add(1, Ordering::Relaxed);
                alter(data);
            }
        });
        assert!(altered.load(Ordering::Relaxed) > 0, "{target} is requested");
        let found =
            lines.iter().any(|line| line["allowed"].is_null() && line["path"].as_str().unwrap().starts_with(path));
        assert!(found && !outcome.is_equal(), "{target} {path}: {lines:#?}");
    }
}

#[test]
fn a_count_and_a_tree_that_no_catalog_has_end_the_comparison() {
    let server = TestServer::start(generated(1));
    let (options, server) = &seen_by(&server, USERS[0]);
    let compare = |alter: &(dyn Fn(&str, &mut Value) + Sync)| {
        let folder = tempfile::tempdir().unwrap();
        let options = CompareOptions { report: folder.path().to_owned(), ..options.clone() };
        compare_altered(server, alter, &options)
    };
    let counted = compare(&|target, data| {
        if target.starts_with("/api/v1/get/section-meta/") {
            data["productTypes"] = json!([{"productsCount": u64::MAX}]);
        }
    });
    assert!(matches!(counted, Err(CompareError::Refused { .. })), "{counted:?}");
    let nested = compare(&|target, data| {
        if target == "/api/v1/get/catalog" {
            data[0]["subSections"] = json!([{"id": data[0]["id"], "name": "Again"}]);
        }
    });
    assert!(nested.is_ok_and(|outcome| !outcome.is_equal()));
}

#[test]
fn what_follows_from_a_product_that_a_list_leaves_out_is_counted_apart() {
    let server = TestServer::start(generated(1));
    let server = seen_by(&server, USERS[0]);
    let mut found = 0;
    for section in 1..=9 {
        let list = format!("/api/v2/catalog/sections/{section}/products?pageSize");
        let (outcome, lines) = compare(&server, &|target, data| {
            if target.starts_with(&list) {
                data["items"].as_array_mut().unwrap().pop();
            }
        });
        let lines = lines.iter().filter(|line| line["allowed"].is_null());
        let (follow, causes): (Vec<&Value>, Vec<&Value>) = lines.partition(|line| line["consequence"] == true);
        // One that is in a section which only v1 shows may be missing.
        if causes.iter().any(|line| line["path"].as_str().unwrap().starts_with("products[")) {
            // The lists of a section do not say whose product it was.
            let others = causes.iter().filter(|line| line["path"] != "vendors").count();
            assert_eq!(others, 1, "{causes:#?}");
            assert!(follow.iter().any(|line| line["path"] == "productCount"), "{follow:#?}");
            assert!(outcome.summary.starts_with("1 product is missing from a section"), "{outcome:?}");
            found += 1;
        }
    }
    assert!(found > 0);
}

#[test]
fn a_section_that_one_of_two_lists_leaves_out_is_found() {
    let server = TestServer::start(generated(1));
    let (outcome, lines) = compare(&seen_by(&server, USERS[0]), &|target, data| {
        if target == "/api/v2/catalog/sections" {
            data["items"].as_array_mut().unwrap().pop();
        }
    });
    assert!(!outcome.is_equal(), "{lines:#?}");
}
