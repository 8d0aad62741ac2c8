//! The OpenAPI document: complete, in step with the code, and served.

use crate::client::{TestRequest, send};
use catalog_testkit::usual::Fixture;
use catalog_testkit::{DocumentedOperation, check_listed, check_stored};
use http_common::request::MAXIMUM_LISTED;
use serde_json::Value;
use std::collections::HashSet;

fn document() -> Value {
    http_v2::openapi()
}

#[test]
fn the_files_in_the_repository_are_what_the_code_says() {
    for (name, document) in [("v2", document()), ("v2-3.0", http_v2::openapi_3_0())] {
        let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
        let path = format!("{}/../../openapi/{name}.json", env!("CARGO_MANIFEST_DIR"));
        check_stored(path, &text, "-p http-v2 --test http document");
    }
}

#[test]
fn every_operation_is_described_completely() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = HashSet::new();
    for DocumentedOperation { method, path, operation } in DocumentedOperation::all(&document) {
        let name = format!("{method} {path}");
        assert!(ids.insert(operation["operationId"].as_str().unwrap().to_owned()), "{name}: the id is not unique");
        assert!(!operation["summary"].as_str().unwrap().is_empty(), "{name}");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{name}");
        assert!(operation["security"].is_array(), "{name}");
        let is_open = operation["security"] == serde_json::json!([]);
        let refusals = if is_open { &[][..] } else { &["401", "403"] };
        let own = if path.starts_with("/health/") { &["405"][..] } else { &["400", "500", "503"] };
        for status in own.iter().chain(refusals) {
            assert!(operation["responses"][status].is_object(), "{name}: {status} is missing");
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            if !["204", "304"].contains(&&**status) {
                assert_explained(&document, response, status, &name);
            }
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{name}: {parameter}");
            assert!(parameter["schema"].is_object(), "{name}: {parameter}");
        }
    }
}

/// Fails unless the response has a named schema, and examples of that status.
fn assert_explained(document: &Value, response: &Value, status: &str, name: &str) {
    let content = response["content"].as_object().unwrap().values().next().unwrap();
    let schema = content["schema"]["$ref"].as_str().unwrap_or("#/nowhere");
    assert!(document.pointer(&schema[1..]).is_some(), "{name}: {schema}");
    let references = content["examples"].as_object().into_iter().flatten();
    let referenced = references.map(|(_, example)| {
        let reference = example["$ref"].as_str().unwrap();
        &document.pointer(&reference[1..]).unwrap()["value"]
    });
    let examples: Vec<_> = referenced.chain(content.get("example")).collect();
    assert!(!examples.is_empty(), "{name}: {status} has no example");
    for example in examples {
        if example["error"].is_string() {
            // One of OAuth, which has no code.
            continue;
        }
        let code = example["error"]["code"].as_u64().map_or("2xx".to_owned(), |code| code.to_string());
        assert!(code == *status || status.starts_with('2') && code == "2xx", "{name}: {status}: {example}");
    }
}

#[test]
fn what_is_refused_in_changes_of_a_user_is_documented() {
    let document = document();
    let takes_others = |name: &str| document["components"]["schemas"][name]["additionalProperties"] != false;
    assert!(!takes_others("UserChange"));
    let pattern =
        |schema: &str, name: &str| document["components"]["schemas"][schema]["properties"][name]["pattern"].clone();
    assert_eq!(pattern("UserChange", "priceLevel"), pattern("RegistrationRequest", "name"), "both pass one check");
    assert!(takes_others("RegistrationRequest"), "further fields are ignored there");
}

#[test]
fn the_names_of_errors_are_those_of_the_contract() {
    let contract = include_str!("../../../../docs/contract.md");
    let table = contract.split("## Errors").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut names: Vec<_> = table.split('`').filter(|word| word.ends_with("Error")).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(document()["components"]["schemas"]["ErrorName"]["enum"], serde_json::json!(names));
}

/// What a schema may have in OpenAPI 3.0, of what these schemas use.
const SCHEMA_3_0: [&str; 20] = [
    "additionalProperties",
    "allOf",
    "default",
    "description",
    "enum",
    "example",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "nullable",
    "pattern",
    "properties",
    "required",
    "type",
];

#[test]
fn the_3_0_edition_has_the_same_operations_and_nothing_that_3_0_does_not_know() {
    let edition = http_v2::openapi_3_0();
    assert_eq!(edition["openapi"], "3.0.3");
    let signatures = |document: &Value| -> Vec<_> {
        let name = |DocumentedOperation { method, path, operation }: DocumentedOperation<'_>| {
            format!("{method} {path} {:?}", operation["responses"].as_object().unwrap().keys())
        };
        DocumentedOperation::all(document).map(name).collect()
    };
    assert_eq!(signatures(&edition), signatures(&document()));
    let mut checked = 0;
    assert_known_to_3_0(&edition, &mut checked);
    assert!(checked > 400, "{checked}");
}

/// Checks every schema below `value`, which is not itself one.
fn assert_known_to_3_0(value: &Value, checked: &mut usize) {
    for (name, field) in value.as_object().into_iter().flatten() {
        match &**name {
            "schema" => assert_schema_known_to_3_0(field, checked),
            "schemas" => field.as_object().unwrap().values().for_each(|each| assert_schema_known_to_3_0(each, checked)),
            "example" | "examples" => {}
            _ => assert_known_to_3_0(field, checked),
        }
    }
    value.as_array().into_iter().flatten().for_each(|item| assert_known_to_3_0(item, checked));
}

fn assert_schema_known_to_3_0(schema: &Value, checked: &mut usize) {
    *checked += 1;
    let fields = schema.as_object().unwrap();
    if fields.contains_key("$ref") {
        return assert_eq!(fields.len(), 1, "{schema}");
    }
    fields.keys().for_each(|name| assert!(SCHEMA_3_0.contains(&&**name), "{name} in {schema}"));
    let of_array = ["allOf"].iter().flat_map(|name| fields.get(*name).and_then(Value::as_array)).flatten();
    let of_object = fields.get("properties").and_then(Value::as_object).into_iter().flat_map(|each| each.values());
    of_array.chain(of_object).chain(fields.get("items")).for_each(|each| assert_schema_known_to_3_0(each, checked));
    let kind = fields.get("type");
    assert!(kind.is_none_or(|kind| kind.is_string() && kind != "null"), "{schema}");
}

#[actix_web::test]
async fn the_document_and_its_page_are_served_without_a_token() {
    let fixture = Fixture::new();
    let response = send(&fixture, TestRequest::get().uri("/openapi/v2.json")).await;
    assert_eq!((response.status, response.header("Content-Type")), (200, "application/json"));
    assert_eq!(response.json(), document());
    let again = TestRequest::get().uri("/openapi/v2.json").insert_header(("If-None-Match", response.header("ETag")));
    assert_eq!(send(&fixture, again).await.status, 304);
    let redirect = send(&fixture, TestRequest::get().uri("/docs")).await;
    assert_eq!((redirect.status, redirect.header("Location")), (308, "/docs/"));
    for (path, status, content_type) in [
        ("/docs/", 200, "text/html"),
        ("/docs/page.js", 200, "text/javascript"),
        ("/docs/icon.svg", 200, "image/svg+xml"),
        ("/docs/swagger-ui.css", 200, "text/css"),
        ("/docs/nothing", 404, "application/json"),
        ("/docs/../Cargo.toml", 404, "application/json"),
    ] {
        let response = send(&fixture, TestRequest::get().uri(path)).await;
        assert_eq!((response.status, response.header("Content-Type")), (status, content_type), "{path}");
    }
    let script = send(&fixture, TestRequest::get().uri("/docs/page.js")).await;
    assert!(script.body.contains("/openapi/v2.json"), "{}", script.body);
    assert!(script.body.contains(r#""logins":{}"#), "{}", script.body);
}

#[actix_web::test]
async fn the_page_may_run_its_own_scripts_and_nothing_else() {
    let page = send(&Fixture::new(), TestRequest::get().uri("/docs/")).await;
    let policy = page.header("Content-Security-Policy");
    assert!(policy.contains("default-src 'none'"), "{policy}");
    assert!(policy.contains("script-src 'self';"), "{policy}");
    assert!(!page.body.contains("http://"), "no outside host");
    assert!(!page.body.contains("https://"), "no outside host");
    assert!(!page.body.contains("<script>"), "an inline script would be blocked");
}

#[test]
fn a_list_in_a_parameter_ends_where_the_code_ends_it() {
    assert_eq!(check_listed(&document(), MAXIMUM_LISTED), 13);
}
