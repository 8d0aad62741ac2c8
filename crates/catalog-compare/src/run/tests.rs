//! Whole runs between systems that are functions: lists too long or too strange for the stand-in.

use super::{CompareError, CompareOptions, Systems, compare};
use crate::options::Login;
use crate::request::Request;
use crate::route::{Form, Route};
use crate::source::{Response, Source};
use crate::workers::Unobserved;
use serde_json::{Value, json};

/// A system with one section, whose lists have these products in this order.
struct OneSection(Vec<Value>);

impl Source for OneSection {
    fn get(&self, request: &Request) -> Result<Response, CompareError> {
        let number = |name: &str| {
            let value = request.target.split(['?', '&']).find_map(|pair| pair.strip_prefix(name));
            value.and_then(|text| text.parse().ok())
        };
        let (offset, limit) = (number("offset=").unwrap_or(0), number("limit=").unwrap_or(usize::MAX));
        let data = match (request.route, request.route.form()) {
            (Route::Catalog, _) => json!([{"id": 1, "name": "All"}]),
            (_, Form::From) if request.section() == Some(1) => {
                self.0.iter().skip(offset).take(limit).cloned().collect()
            }
            _ => json!([]),
        };
        let mut body = json!({"status": true, "error": {}, "message": ""});
        body["data"] = data;
        Ok(Response { status: 200, body: Some(body) })
    }
}

/// Identity, path and kind of every difference in lists of price and stock.
fn differences(old: Vec<Value>, new: Vec<Value>) -> Vec<[String; 3]> {
    let folder = tempfile::tempdir().unwrap();
    let login = Login { url: String::new(), login: String::new(), password: String::new() };
    let options = CompareOptions::of_test(Some(login.clone()), login, folder.path().join("report"));
    let (old, new) = (OneSection(old), OneSection(new));
    compare(&Systems { old: &old, new: &new }, &options, &Unobserved).unwrap();
    let lines = std::fs::read_to_string(options.report.join("differences.ndjson")).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines = lines.filter(|line| line["route"] == Route::AvailabilityFrom.pattern());
    lines.map(|line| ["identity", "path", "kind"].map(|name| line[name].as_str().unwrap().to_owned())).collect()
}

fn product(id: i64, price: &str) -> Value {
    json!({"id": id, "price": price})
}

fn is(identity: &str, path: &str, kind: &str) -> [String; 3] {
    [identity, path, kind].map(str::to_owned)
}

#[test]
fn a_long_list_in_another_order_is_compared_product_by_product_without_keeping_all_of_them() {
    let count = 12_000;
    let old = (0..count).map(|id| product(id, "1")).collect();
    let new = (0..count).rev().map(|id| product(id, if id == 77 { "2" } else { "1" })).collect();
    let expected = [is("section 1", "data", "order"), is("item 77 of section 1", "price", "price")];
    assert_eq!(differences(old, new), expected);
}

#[test]
fn a_product_that_is_twice_in_a_list_is_one_difference() {
    let list = |ids: &[i64]| ids.iter().map(|id| product(*id, "1")).collect::<Vec<_>>();
    assert_eq!(differences(list(&[1, 2, 2, 3]), list(&[1, 2, 3])), [is("item 2 of section 1", "", "missing")]);
    assert_eq!(differences(list(&[1, 2, 3]), list(&[1, 2, 3, 1])), [is("item 1 of section 1", "", "extra")]);
    assert_eq!(differences(list(&[1, 2, 2]), list(&[1, 2, 2])), Vec::<[String; 3]>::new());
}

#[test]
fn products_that_are_missing_do_not_shift_the_comparison_of_the_others() {
    let old: Vec<_> = (0..1_000).map(|id| product(id, "1")).collect();
    let new = old.iter().filter(|item| item["id"].as_i64().unwrap() % 90 != 7).cloned().collect();
    let missing = (0..1_000).filter(|id| id % 90 == 7);
    let expected: Vec<_> = missing.map(|id| is(&format!("item {id} of section 1"), "", "missing")).collect();
    assert_eq!(differences(old, new), expected);
}
