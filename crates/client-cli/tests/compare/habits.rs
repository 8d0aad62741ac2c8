//! What the old system does otherwise without being wrong.

use crate::catalog::{usual, usual_without};
use crate::comparison::Comparison;
use crate::site::{Reply, Site};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn each_object(value: &mut Value, change: &impl Fn(&mut Value)) {
    match value {
        Value::Object(members) => members.values_mut().for_each(|member| each_object(member, change)),
        Value::Array(elements) => return elements.iter_mut().for_each(|element| each_object(element, change)),
        _ => return,
    }
    change(value);
}

/// Like a system that has grown: what is empty is there all the same, numbers are texts with zeros at the end or have a
/// point, and base properties have ids of fields.
fn grown(value: &mut Value) {
    let id = value["field_id"].as_i64();
    if let Some(id) = id.filter(|id| *id < 0) {
        value["field_id"] = json!(100 - id);
    }
    if value["features"].is_object() || value["fullName"].is_object() {
        let wrapper = |name: &str, empty: Value| json!({"name": name, "value": empty, "field_id": 110, "uid": name});
        for (name, empty) in [
            ("vendor", wrapper("vendor", json!(null))),
            ("description", wrapper("description", json!(""))),
            ("photos", wrapper("photos", json!([]))),
            ("warehouses", wrapper("warehouses", json!(null))),
            ("previewPhoto", json!(null)),
            ("features", json!({})),
            ("documentation", json!([])),
        ] {
            if value.get(name).is_none() {
                value[name] = empty;
            }
        }
    }
    for name in ["price", "value"] {
        let is_price = name == "price" || value["uid"] == "price";
        if let Some(price) = value[name].as_str().filter(|_| is_price) {
            value[name] = json!(if price.contains('.') { format!("{price}0") } else { format!("{price}.0") });
        }
    }
    for name in ["count", "productsCount"] {
        if let Some(count) = value[name].as_f64() {
            value[name] = json!(count);
        }
    }
    let is_unordered =
        |name: &str| name == "warehouses" || ["warehouses", "color"].iter().any(|uid| value["uid"] == *uid);
    if let Some(name) = ["warehouses", "value"].into_iter().find(|name| is_unordered(name) && value[*name].is_array()) {
        value[name].as_array_mut().unwrap().reverse();
    }
    if let Some(shipping) = value["shipping"].as_i64() {
        value["shipping"] = json!(shipping.to_string());
    }
    if value["priceLevel"].is_string() {
        (value["id"], value["login"], value["password_hint"]) = (json!(77), json!("old-login"), json!("cat"));
    }
}

/// Multiplies quantities by the number of ids, as the old system does in batches.
fn multiply(value: &mut Value, by: i64) {
    for name in ["inStock", "warehouses"] {
        let value = if value[name]["uid"].is_string() { &mut value[name]["value"] } else { &mut value[name] };
        match value {
            Value::String(text) => *text = (text.parse::<i64>().unwrap() * by).to_string(),
            Value::Number(number) => *value = json!(number.as_i64().unwrap() * by),
            Value::Array(stock) => stock.iter_mut().for_each(|stock| {
                stock["quantity"] = json!(stock["quantity"].as_i64().unwrap() * by);
            }),
            _ => {}
        }
    }
}

#[test]
fn an_old_system_with_the_same_catalog_differs_by_rules_of_the_contract_only() {
    let (old, new) = (Site::of(&usual(70)), Site::of(&usual(70)));
    let photos_turn = AtomicBool::new(false);
    old.change(move |target, reply| {
        each_object(&mut reply.body["data"], &grown);
        if reply.body["message"].as_str().is_some_and(|message| !message.is_empty()) {
            reply.body["message"] = json!("Другими словами");
        }
        let listed = target.split(['?', '&']).filter(|pair| pair.contains("_list="));
        let listed: usize = listed.map(|list| list.split(',').count()).sum();
        if ["items?", "items/by-stock?", "availability/by-stock?"].iter().any(|end| target.contains(end)) {
            reply.items().iter_mut().for_each(|item| multiply(item, i64::try_from(listed).unwrap()));
        }
        if target.starts_with("/api/v1/get/item/") && photos_turn.fetch_not(Ordering::Relaxed) {
            let photos = reply.body["data"].get_mut("photos").and_then(|photos| photos["value"].as_array_mut());
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
    let fields = summary["onlyOneSide"].as_array().unwrap();
    assert!(fields.iter().any(|field| field["path"] == "password_hint" && field["side"] == "old"), "{summary}");
}

#[test]
fn a_system_that_knows_no_pages_or_has_shorter_ones_is_compared_whole() {
    let (old, new) = (Site::of(&usual_without(700, &[90_600])), Site::of(&usual(700)));
    for page in [None, Some(70)] {
        old.has_pages_of(page);
        let report = Comparison::between(&old, &new, "--sample 0 --sections 100002").report(&[]);
        let counting = report.counting();
        assert!(counting.iter().any(|[identity, ..]| *identity == "item 90600 of section 100002"), "{counting:?}");
        let others: Vec<_> = counting.iter().filter(|[identity, ..]| !identity.contains("90600")).collect();
        assert!(others.iter().all(|[_, path, _]| path.contains("ount")), "{page:?} {others:?}");
    }
}

fn differences(lists: [Vec<i64>; 2], price: (i64, &'static str)) -> Vec<[String; 3]> {
    let sites = lists.map(|list| {
        let site = Site::of(&usual(1));
        site.change(move |target, reply| {
            if let Some(page) =
                target.strip_prefix("/api/v1/get/items/availability/from?id_list=100004&limit=200&offset=")
            {
                let item =
                    |id: &i64| json!({"id": id, "price": if *id == price.0 && list[0] != 0 { price.1 } else { "1" }});
                reply.body["data"] = list.iter().skip(page.parse().unwrap()).take(200).map(item).collect();
            }
        });
        site
    });
    let report = Comparison::between(&sites[0], &sites[1], "--sample 0 --sections 100004").report(&[]);
    report.counting().into_iter().map(|found| found.map(str::to_owned)).collect()
}

#[test]
fn lists_are_compared_product_by_product_whatever_their_order_and_what_one_of_them_lacks_or_has_twice() {
    let is = |identity: &str, path: &str, kind: &str| [identity, path, kind].map(str::to_owned);
    let found = differences([(0..2_000).collect(), (0..2_000).rev().collect()], (77, "2"));
    assert_eq!(found, [is("section 100004", "data", "order"), is("item 77 of section 100004", "price", "price")]);
    let twice = |old: &[i64], new: &[i64]| differences([old.to_vec(), new.to_vec()], (-1, ""));
    assert_eq!(twice(&[1, 2, 2, 3], &[1, 2, 3]), [is("item 2 of section 100004", "", "missing")]);
    assert_eq!(twice(&[1, 2, 3], &[1, 2, 3, 1]), [is("item 1 of section 100004", "", "extra")]);
    assert_eq!(twice(&[1, 2, 2], &[1, 2, 2]), Vec::<[String; 3]>::new());
    let is_absent = |id: &i64| id % 90 == 7;
    let expected = (0..1_000).filter(is_absent).map(|id| is(&format!("item {id} of section 100004"), "", "missing"));
    let lists = [(0..1_000).collect(), (0..1_000).filter(|id| !is_absent(id)).collect()];
    assert_eq!(differences(lists, (-1, "")), expected.collect::<Vec<_>>());
}

#[test]
fn a_list_that_goes_round_for_ever_is_an_error() {
    let (site, turn) = (Site::of(&usual(1)), AtomicUsize::new(0));
    site.change(move |target, reply| {
        if target.contains("/availability/from?id_list=100001&") {
            // Like a system that knows pages: the first does not come again.
            let id = if target.ends_with("&offset=0") { 0 } else { 1 + turn.fetch_add(1, Ordering::Relaxed) % 2 };
            reply.body["data"] = json!(vec![json!({"id": id}); 200]);
        }
    });
    let (status, said) = Comparison::between(&site, &site, "").failure(&[]);
    assert!(status == 1 && said.ends_with("a page begins with the same element as the one before\n"), "{said}");
}

#[test]
fn data_that_changes_during_the_run_is_no_difference() {
    let (old, new) = (Site::of(&usual(30)), Site::of(&usual(30)));
    let lists = Arc::new(AtomicUsize::new(0));
    let counted = lists.clone();
    old.change(move |target, reply| {
        // Each list has another price once. It is requested a second time after everything else.
        if target.starts_with("/api/v1/get/items/availability/from") && counted.fetch_add(1, Ordering::Relaxed) < 6 {
            reply.items().iter_mut().for_each(|item| item["price"] = json!("0.01"));
        }
    });
    assert_eq!(Comparison::between(&old, &new, "").report(&[]).counting(), Vec::<[&str; 3]>::new());
    assert!(lists.load(Ordering::Relaxed) > 6, "nothing was requested again");
}

#[test]
fn a_busy_system_is_left_alone_for_as_long_as_it_asks_and_one_line_says_so() {
    let (old, new) = (Site::of(&usual(10)), Site::of(&usual(10)));
    let was_busy = AtomicBool::new(false);
    old.change(move |target, reply| {
        if target == "/api/v1/get/catalog" && !was_busy.swap(true, Ordering::Relaxed) {
            *reply = Reply { status: 429, body: json!({}), header: Some(("Retry-After", "1")) };
        }
    });
    let report = Comparison::between(&old, &new, "").report(&[]);
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    let lines: Vec<&str> = report.said.lines().collect();
    let is_pause = |line: &str| line.starts_with("the old system: 429 ") && line.ends_with("; waiting 1 s");
    assert!(matches!(lines[..], [line] if is_pause(line)), "{lines:?}");
}
