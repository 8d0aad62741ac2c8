//! Lists that are too long or too strange for a catalog.

use crate::catalogs::usual;
use crate::comparison::Comparison;
use crate::site::{Site, USERS};
use catalog_compare::CompareError;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

const LIST: &str = "/api/v1/get/items/availability/from?id_list=100004";

fn number(target: &str, name: &str) -> Option<usize> {
    target.split(['?', '&']).find_map(|pair| pair.strip_prefix(name)?.parse().ok())
}

/// A system whose list of a section has these products.
fn listing(products: Vec<Value>) -> Site {
    let site = Site::of(usual(1));
    site.change(move |target, reply| {
        if target.starts_with(LIST) {
            let (offset, limit) = (number(target, "offset="), number(target, "limit="));
            reply.body["data"] =
                products.iter().skip(offset.unwrap_or(0)).take(limit.unwrap_or(usize::MAX)).cloned().collect();
        }
    });
    site
}

/// Identity, path and kind of every difference of two lists.
fn differences(old: Vec<Value>, new: Vec<Value>) -> Vec<[String; 3]> {
    let (old, new) = (listing(old), listing(new));
    let mut comparison = Comparison::between(&old, &new);
    (comparison.options.sample, comparison.options.sections) = (0, vec![100_004]);
    comparison.report().counting().into_iter().map(|found| found.map(str::to_owned)).collect()
}

fn product(id: i64, price: &str) -> Value {
    json!({"id": id, "price": price})
}

fn list(ids: impl IntoIterator<Item = i64>) -> Vec<Value> {
    ids.into_iter().map(|id| product(id, "1")).collect()
}

fn is(identity: &str, path: &str, kind: &str) -> [String; 3] {
    [identity, path, kind].map(str::to_owned)
}

#[test]
fn a_long_list_in_another_order_is_compared_product_by_product_without_keeping_all_of_them() {
    let mut new = list((0..12_000).rev());
    *new.iter_mut().find(|item| item["id"] == 77).unwrap() = product(77, "2");
    let expected = [is("section 100004", "data", "order"), is("item 77 of section 100004", "price", "price")];
    assert_eq!(differences(list(0..12_000), new), expected);
}

#[test]
fn a_product_that_is_twice_in_a_list_is_one_difference() {
    for (old, new, expected) in [
        (&[1, 2, 2, 3][..], &[1, 2, 3][..], vec![is("item 2 of section 100004", "", "missing")]),
        (&[1, 2, 3], &[1, 2, 3, 1], vec![is("item 1 of section 100004", "", "extra")]),
        (&[1, 2, 2], &[1, 2, 2], vec![]),
    ] {
        assert_eq!(differences(list(old.iter().copied()), list(new.iter().copied())), expected);
    }
}

#[test]
fn products_that_are_missing_do_not_shift_the_comparison_of_the_others() {
    let missing = |id: &i64| id % 90 == 7;
    let expected = (0..1_000).filter(missing).map(|id| is(&format!("item {id} of section 100004"), "", "missing"));
    assert_eq!(differences(list(0..1_000), list((0..1_000).filter(|id| !missing(id)))), expected.collect::<Vec<_>>());
}

#[test]
fn a_list_that_goes_round_for_ever_is_an_error() {
    for list in
        [LIST, "/api/v1/get/items/availability/from?id_list=100001&", "/api/v2/catalog/sections/1/products?page"]
    {
        let (site, turn) = (Site::of(usual(1)), AtomicUsize::new(0));
        site.change(move |target, reply| {
            if target.starts_with(list) {
                // Like a system that knows pages: the first does not come again.
                let id = if target.ends_with("&offset=0") { 0 } else { 1 + turn.fetch_add(1, Ordering::Relaxed) % 2 };
                let size = number(target, "limit=").or(number(target, "pageSize="));
                let page = json!(vec![json!({"id": id, "stockNumber": "A"}); size.unwrap()]);
                reply.body["data"] = if target.contains("/v2/") { json!({"items": page}) } else { page };
            }
        });
        let mut comparison =
            if list == LIST { Comparison::between(&site, &site) } else { Comparison::of_interfaces(&site, USERS[0]) };
        comparison.options.sample = 0;
        let error = comparison.error();
        assert!(matches!(error, CompareError::Standing { .. }), "{list}: {error}");
    }
}
