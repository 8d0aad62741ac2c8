//! What the old system does otherwise without being wrong.

use crate::comparison::{Comparison, StopAfter};
use crate::model::Model;
use crate::responses::Target;
use crate::stand_in::{Reply, StandIn};
use catalog_compare::{CompareError, OnPause};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Multiplies quantities by the number of ids, as the old system does in batches.
fn multiply(reply: &mut Reply, by: i64) {
    for item in reply.body["data"].as_array_mut().unwrap() {
        for name in ["inStock", "warehouses"] {
            let value = if item[name]["uid"].is_string() { &mut item[name]["value"] } else { &mut item[name] };
            match value {
                Value::String(text) => *text = (text.parse::<i64>().unwrap() * by).to_string(),
                Value::Number(number) => *value = json!(number.as_i64().unwrap() * by),
                Value::Array(stock) => {
                    for entry in stock {
                        entry["quantity"] = json!(entry["quantity"].as_i64().unwrap() * by);
                    }
                }
                _ => {}
            }
        }
    }
}

#[test]
fn multiplied_quantities_and_photos_in_another_order_are_counted_apart() {
    let change = |target: &str, earlier: u64, reply: &mut Reply| {
        let listed =
            target.split(['?', '&']).filter(|pair| pair.starts_with("id_list=") || pair.starts_with("stock_list="));
        let listed: usize = listed.map(|list| list.split(',').count()).sum();
        let is_batch = ["items?", "items/by-stock?", "availability/by-stock?"].iter().any(|end| target.contains(end));
        if is_batch {
            multiply(reply, i64::try_from(listed).unwrap());
        }
        if earlier.is_multiple_of(2)
            && target.starts_with("/api/v1/get/item/")
            && reply.body["data"]["photos"].is_object()
        {
            reply.body["data"]["photos"]["value"].as_array_mut().unwrap().reverse();
        }
    };
    let old = StandIn::changed(Model::new(30), Box::new(change));
    let new = StandIn::of(Model::new(30));
    let report = Comparison::between(&old.url, &new.url).report();
    assert_eq!(report.counting(), []);
    let summary = report.summary();
    let count = |name: &str| {
        let rules = summary["rules"].as_array().unwrap();
        rules.iter().find(|rule| rule["name"] == name).map_or(0, |rule| rule["differences"].as_u64().unwrap())
    };
    assert!(count("contract: quantities multiplied") > 20, "{summary}");
    assert!(report.outcome.is_equal() && report.files[2].contains("Only allowed differences are left."));
}

#[test]
fn a_system_that_knows_no_pages_or_has_shorter_ones_is_compared_whole() {
    let new = StandIn::of(Model::new(1_200));
    for page in [None, Some(70)] {
        let mut model = Model::new(1_200);
        model.products.remove(600);
        let whole = model.clone();
        let change = move |target: &str, _: u64, reply: &mut Reply| {
            let Some((list, _)) = target.split_once("&limit=") else { return };
            match page {
                Some(page) => reply.body["data"].as_array_mut().unwrap().truncate(page),
                None => reply.body = whole.respond(&Target::read(list)),
            }
        };
        let old = StandIn::changed(model, Box::new(change));
        let mut comparison = Comparison::between(&old.url, &new.url);
        comparison.options.sample = 0;
        comparison.options.sections = vec![88_002];
        let report = comparison.report();
        let counting = report.counting();
        assert!(counting.iter().any(|(identity, ..)| *identity == "item 90600 of section 88002"), "{counting:?}");
        let others: Vec<_> = counting.iter().filter(|(identity, ..)| !identity.contains("90600")).collect();
        assert!(others.iter().all(|(_, path, _)| path.contains("ount")), "{page:?} {others:?}");
    }
}

#[test]
fn data_that_changes_during_the_run_is_no_difference() {
    let change = |target: &str, earlier: u64, reply: &mut Reply| {
        // Until then, the old system has another price. Everything is requested a second time after that.
        if earlier < 100 && target.starts_with("/api/v1/get/items/availability/from") {
            for item in reply.body["data"].as_array_mut().unwrap() {
                item["price"] = json!("0.01");
            }
        }
    };
    let old = StandIn::changed(Model::new(30), Box::new(change));
    let new = StandIn::of(Model::new(30));
    let report = Comparison::between(&old.url, &new.url).report();
    assert_eq!(report.counting(), []);
    let lists = old.targets().iter().filter(|target| target.contains("availability/from?id_list=88001&")).count();
    assert!(lists > 1, "nothing was requested again");
}

#[test]
fn a_busy_system_is_left_alone_for_as_long_as_it_asks_and_one_line_says_so() {
    let was_busy = AtomicBool::new(false);
    let change = move |target: &str, _: u64, reply: &mut Reply| {
        if target == "/api/v1/get/catalog" && !was_busy.swap(true, Ordering::Relaxed) {
            *reply = Reply { status: 429, body: json!({}), header: Some("Retry-After: 1") };
        }
    };
    let old = StandIn::changed(Model::new(10), Box::new(change));
    let new = StandIn::of(Model::new(10));
    let mut comparison = Comparison::between(&old.url, &new.url);
    let lines = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&lines);
    comparison.options.on_pause = OnPause(Arc::new(move |line: &str| told.lock().unwrap().push(line.to_owned())));
    assert_eq!(comparison.report().counting(), []);
    let lines = lines.lock().unwrap();
    assert!(
        matches!(&lines[..], [line] if line.starts_with("the old system: 429 ") && line.ends_with("; waiting 1 s")),
        "{lines:?}"
    );
}

#[test]
fn a_wrong_password_is_one_refused_login_whatever_the_concurrency() {
    let (old, new) = (StandIn::of(Model::new(30)), StandIn::of(Model::new(30)));
    let mut comparison = Comparison::between(&old.url, &new.url);
    comparison.options.old.as_mut().unwrap().password = "not the password".into();
    let error = comparison.run(&StopAfter::parts(u64::MAX)).unwrap_err();
    assert!(matches!(&error, CompareError::Refused { system: "old", reason } if reason.contains("401")), "{error}");
    assert_eq!(old.targets().len(), 1, "{:?}", old.targets());
}
