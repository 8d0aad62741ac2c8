//! What the old system does otherwise without being wrong.

use crate::comparison::Comparison;
use crate::site::{Site, items, without};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Like a system that has grown: what is empty is there all the same, numbers are texts with zeros at the end or have a
/// point, what has no order has another one, and base properties have ids of fields. In batches it multiplies
/// quantities by the number of ids.
fn grow(name: &str, value: &mut Value, ids: i64) {
    match value {
        Value::Object(members) => {
            let uid = members.get("uid").and_then(Value::as_str).unwrap_or(name).to_owned();
            members.iter_mut().for_each(|(name, member)| grow(if name == "value" { &uid } else { name }, member, ids));
            let is_product = members.contains_key("fullName");
            for name in ["vendor", "description", "warehouses", "url", "documentation"].iter().filter(|_| is_product) {
                let empty = json!({"name": name, "value": [], "field_id": 110, "uid": name});
                members.entry(*name).or_insert(empty);
            }
            // What the contract does not show: of an account, a product and a part of one.
            if is_product || members.contains_key("quantity") {
                members.insert("zone".to_owned(), json!("old"));
            }
            if members.contains_key("priceLevel") {
                members.extend(["id", "login", "password_hint"].map(|name| (name.to_owned(), json!("old"))));
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| grow(name, element, ids)),
        _ => {}
    }
    match (name, &mut *value) {
        ("field_id", Value::Number(id)) => *value = id.as_i64().map(i64::abs).into(),
        ("price", Value::String(price)) => price.push_str(if price.contains('.') { "0" } else { ".0" }),
        ("count" | "productsCount", Value::Number(count)) => *value = count.as_f64().into(),
        ("shipping", Value::Number(count)) => *value = count.to_string().into(),
        ("inStock", Value::String(count)) => *count = (count.parse::<i64>().unwrap() * ids).to_string(),
        ("inStock" | "quantity", Value::Number(count)) => *value = (count.as_i64().unwrap() * ids).into(),
        ("warehouses" | "f1", Value::Array(elements)) => elements.reverse(),
        _ => {}
    }
}

#[test]
fn an_old_system_with_the_same_catalog_differs_by_rules_of_the_contract_only() {
    let (old, new) = (Site::usual(), Site::usual());
    old.change(move |target, reply| {
        if reply["body"]["message"].as_str().is_some_and(|message| !message.is_empty()) {
            reply["body"]["message"] = json!("Другими словами");
        }
        if reply["body"]["error"]["code"].is_u64() {
            reply["body"]["error"] = json!({"code": reply["body"]["error"]["code"], "message": "Другими словами"});
        }
        let listed = target.split_once("_list=").filter(|_| !target.contains("/from?"));
        let ids = listed.map_or(1, |(_, list)| list.split('&').next().unwrap().split(',').count());
        grow("", &mut reply["body"]["data"], i64::try_from(ids).unwrap());
        if target.starts_with("/api/v1/get/item/") {
            let photos = reply["body"]["data"].get_mut("photos").and_then(|photos| photos["value"].as_array_mut());
            photos.into_iter().for_each(|photos| photos.reverse());
        }
    });
    let report = Comparison::between(&old, &new, "").report(&[]);
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    assert!(report.is_equal && report.files[2].contains("Only allowed differences are left."));
    let summary = &report.summary;
    let rules = summary["rules"].as_array().unwrap().iter().map(|rule| rule["name"].as_str().unwrap());
    let all = ["account record", "base field ids", "field not shown", "photo order", "quantities multiplied"];
    assert_eq!(rules.collect::<Vec<_>>(), all.map(|rule| format!("contract: {rule}")));
    assert_eq!(summary["rules"][1]["examples"].as_array().unwrap().len(), 3, "however many there are");
    let hint = report.lines.iter().find(|line| line["path"] == "password_hint").unwrap();
    assert_eq!([&hint["kind"], &hint["allowed"]], ["missing", "contract: field not shown"]);
}

#[test]
fn a_system_that_knows_no_pages_or_has_shorter_ones_is_compared_whole() {
    let (old, new) = (Site::of(without(&["P-4"])), Site::usual());
    for page in [None, Some(2)] {
        old.has_pages_of(page);
        let report = Comparison::between(&old, &new, "--sample 0 --sections 50100").report(&[]);
        let counting = report.counting();
        assert!(counting.iter().any(|[identity, ..]| *identity == "item 177 of section 50120"), "{counting:?}");
        let lists = report.lines.iter().filter(|line| line["route"].as_str().unwrap().ends_with("/from"));
        let others: Vec<_> = lists.filter(|line| line["product"] != 177).collect();
        assert!(others.is_empty(), "{page:?} {others:?}");
    }
}

/// Between lists of one section in systems that send so many elements at a time, or all of them always.
fn differences(lists: [Vec<i64>; 2], price: (i64, &'static str), page: Option<usize>) -> Vec<[String; 3]> {
    let sites = lists.map(|list| {
        let site = Site::usual();
        site.change(move |target, reply| {
            let list_of = "/api/v1/get/items/availability/from?id_list=50200&limit=200&offset=";
            if let Some(offset) = target.strip_prefix(list_of) {
                let offset = page.map_or(0, |_| offset.parse().unwrap());
                let item =
                    |id: &i64| json!({"id": id, "price": if *id == price.0 && list[0] != 0 { price.1 } else { "1" }});
                reply["body"]["data"] = list.iter().skip(offset).take(page.unwrap_or(usize::MAX)).map(item).collect();
            }
        });
        site
    });
    let report = Comparison::between(&sites[0], &sites[1], "--sample 0 --sections 50200").report(&[]);
    report.counting().into_iter().map(|found| found.map(str::to_owned)).collect()
}

#[test]
fn lists_are_compared_product_by_product_whatever_their_order_and_what_one_of_them_lacks_or_has_twice() {
    let is = |identity: &str, path: &str, kind: &str| [identity, path, kind].map(str::to_owned);
    let found = differences([(0..2_000).collect(), (0..2_000).rev().collect()], (77, "2"), Some(200));
    assert_eq!(found, [is("section 50200", "data", "order"), is("item 77 of section 50200", "price", "price")]);
    let twice = |old: &[i64], new: &[i64]| differences([old.to_vec(), new.to_vec()], (-1, ""), Some(200));
    assert_eq!(twice(&[1, 2, 2, 3], &[1, 2, 3]), [is("item 2 of section 50200", "", "missing")]);
    assert_eq!(twice(&[1, 2, 3], &[1, 2, 3, 1]), [is("item 1 of section 50200", "", "extra")]);
    assert_eq!(twice(&[1, 2, 2], &[1, 2, 2]), Vec::<[String; 3]>::new());
    let is_absent = |id: &i64| id % 90 == 7;
    let expected = (0..1_000).filter(is_absent).map(|id| is(&format!("item {id} of section 50200"), "", "missing"));
    let lists: [Vec<i64>; 2] = [(0..1_000).collect(), (0..1_000).filter(|id| !is_absent(id)).collect()];
    let expected: Vec<_> = expected.collect();
    for page in [Some(200), None] {
        assert_eq!(differences(lists.clone(), (-1, ""), page), expected, "{page:?}");
    }
}

#[test]
fn a_list_that_goes_round_for_ever_is_an_error() {
    let (site, turn) = (Site::usual(), AtomicUsize::new(0));
    site.change(move |target, reply| {
        if target.contains("/availability/from?id_list=50100&") {
            // Like a system that knows pages: the first does not come again.
            let id = if target.ends_with("&offset=0") { 0 } else { 1 + turn.fetch_add(1, Ordering::Relaxed) % 2 };
            reply["body"]["data"] = json!(vec![json!({"id": id}); 200]);
        }
    });
    let (status, said) = Comparison::between(&site, &site, "").failure(&[]);
    assert!(status == 1 && said.ends_with("a page begins with the same element as the one before\n"), "{said}");
}

#[test]
fn data_that_changes_during_the_run_is_no_difference() {
    let (old, new) = (Site::usual(), Site::usual());
    let lists = Arc::new(AtomicUsize::new(0));
    let counted = lists.clone();
    old.change(move |target, reply| {
        // Each list has another price once. It is requested a second time after everything else.
        if target.starts_with("/api/v1/get/items/availability/from") && counted.fetch_add(1, Ordering::Relaxed) < 6 {
            items(reply).iter_mut().for_each(|item| item["price"] = json!("0.01"));
        }
    });
    assert_eq!(Comparison::between(&old, &new, "").report(&[]).counting(), Vec::<[&str; 3]>::new());
    assert!(lists.load(Ordering::Relaxed) > 6, "nothing was requested again");
}

#[test]
fn a_busy_system_is_left_alone_for_as_long_as_it_asks_and_one_line_says_so() {
    let (old, new) = (Site::usual(), Site::usual());
    let was_busy = AtomicBool::new(false);
    old.change(move |target, reply| {
        if target == "/api/v1/get/catalog" && !was_busy.swap(true, Ordering::Relaxed) {
            *reply = json!({"status": 429, "body": {}, "retryAfter": 1});
        }
    });
    let report = Comparison::between(&old, &new, "").report(&[]);
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    let lines: Vec<&str> = report.said.lines().collect();
    let is_pause = |line: &str| line.starts_with("the old system: 429 ") && line.ends_with("; waiting 1 s");
    assert!(matches!(lines[..], [line] if is_pause(line)), "{lines:?}");
}
