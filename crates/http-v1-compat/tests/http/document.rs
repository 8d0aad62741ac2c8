//! The OpenAPI document: complete, and in step with the code.

use catalog_testkit::{check_listed, check_stored};
use http_common::request::MAXIMUM_LISTED;
use serde_json::Value;
use std::collections::HashSet;

fn document() -> Value {
    serde_json::to_value(http_v1_compat::openapi()).unwrap()
}

#[test]
fn the_file_in_the_repository_is_what_the_code_says() {
    let text = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi/v1.json");
    check_stored(path, &text, "-p http-v1-compat --test http document");
}

#[test]
fn every_operation_is_described_completely() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = HashSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        assert_eq!(item.as_object().unwrap().keys().collect::<Vec<_>>(), ["get"], "{path}");
        let operation = &item["get"];
        assert!(ids.insert(operation["operationId"].as_str().unwrap().to_owned()), "{path}: the id is not unique");
        assert!(!operation["summary"].as_str().unwrap().is_empty(), "{path}");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{path}");
        assert_eq!(operation["security"].as_array().unwrap().len(), 1, "{path}");
        assert_eq!(operation["deprecated"], true, "{path}");
        let responses = operation["responses"].as_object().unwrap();
        assert_eq!(responses.keys().collect::<Vec<_>>(), ["200", "410", "500", "503"], "{path}");
        let content = &responses["200"]["content"]["application/json"];
        assert_eq!(content["schema"]["oneOf"].as_array().unwrap().len(), 2, "{path}");
        let examples: Vec<_> = content["examples"].as_object().unwrap().values().map(|each| &each["value"]).collect();
        let successes = examples.iter().filter(|example| example["status"] == true).count();
        assert!(successes >= 1, "{path}");
        assert!(examples.len() - successes >= 2, "{path}");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{path}: {parameter}");
            assert!(parameter["schema"].is_object(), "{path}: {parameter}");
        }
    }
    assert_eq!(ids.len(), 17);
}

#[test]
fn a_list_in_a_parameter_ends_where_the_code_ends_it() {
    assert_eq!(check_listed(&document(), MAXIMUM_LISTED), 10);
}
