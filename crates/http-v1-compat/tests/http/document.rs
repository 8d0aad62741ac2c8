//! The OpenAPI document: complete, and in step with the code.

use http_common::request::MAXIMUM_LISTED;
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;

/// Set this variable to rewrite the file instead of comparing it.
const UPDATE: &str = "UPDATE_OPENAPI";

fn document() -> Value {
    serde_json::to_value(http_v1_compat::openapi()).unwrap()
}

#[test]
fn the_file_in_the_repository_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi/v1.json");
    let text = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
    let advice = "run UPDATE_OPENAPI=1 cargo test -p http-v1-compat --test http document";
    assert!(checked_in == text, "openapi/v1.json is out of date: {advice}");
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
    let document = document();
    let mut lists = 0;
    for parameter in document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|item| item["get"]["parameters"].as_array().into_iter().flatten())
    {
        let schema = &parameter["schema"];
        if schema["type"] != "array" || schema["items"]["enum"].is_array() {
            continue;
        }
        lists += 1;
        assert_eq!(schema["maxItems"], MAXIMUM_LISTED, "{parameter}");
        let words = parameter["description"].as_str().unwrap().split(|letter: char| !letter.is_ascii_digit());
        let numbers = words.filter_map(|word| word.parse().ok()).filter(|number: &usize| *number > 1);
        numbers.for_each(|number| assert_eq!(number, MAXIMUM_LISTED, "{parameter}"));
    }
    assert_eq!(lists, 10);
}
