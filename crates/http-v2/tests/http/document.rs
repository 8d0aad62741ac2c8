//! The OpenAPI document: complete, in step with the code, and served.

use crate::client::{TestRequest, send};
use crate::fixture::Fixture;
use http_common::request::MAXIMUM_LISTED;
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;

/// Set this variable to rewrite the file instead of comparing it.
const UPDATE: &str = "UPDATE_OPENAPI";

fn document() -> Value {
    serde_json::to_value(http_v2::openapi()).unwrap()
}

/// `(method, path, operation)` of every operation.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let items = document["paths"].as_object().unwrap().iter();
    let methods = items.flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |entry| (path, entry)));
    methods.map(|(path, (method, operation))| (&**method, &**path, operation)).collect()
}

#[test]
fn the_file_in_the_repository_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi/v2.json");
    let text = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == text,
        "openapi/v2.json is out of date: run {UPDATE}=1 cargo test -p http-v2 --test http document"
    );
}

#[test]
fn every_operation_is_described_completely() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = HashSet::new();
    for (method, path, operation) in operations(&document) {
        let name = format!("{method} {path}");
        assert!(ids.insert(operation["operationId"].as_str().unwrap().to_owned()), "{name}: the id is not unique");
        assert!(!operation["summary"].as_str().unwrap().is_empty(), "{name}");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{name}");
        assert!(operation["security"].is_array(), "{name}");
        let is_open = operation["security"] == serde_json::json!([]);
        let refusals = if is_open { &[][..] } else { &["401", "403"] };
        for status in ["400", "500", "503"].iter().chain(refusals) {
            assert!(operation["responses"][status].is_object(), "{name}: {status} is missing");
        }
        let success =
            ["200", "202"].map(|status| &operation["responses"][status]).into_iter().find(|it| it.is_object());
        for (status, response) in operation["responses"].as_object().unwrap() {
            let is_error = status.starts_with(['4', '5']);
            let example = &response["content"]["application/json"]["example"];
            assert_eq!(
                example["error"]["code"].as_u64().map(|code| code.to_string()).as_ref() == Some(status),
                is_error
            );
        }
        let envelope = &success.unwrap()["content"]["application/json"]["schema"]["properties"];
        assert!(envelope["data"]["$ref"].is_string(), "{name}: list the payload among the components");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string() && parameter["schema"].is_object(), "{name}: {parameter}");
        }
    }
    assert_eq!(ids.len(), 18);
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
        ("/docs/swagger-initializer.js", 200, "text/javascript"),
        ("/docs/swagger-ui.css", 200, "text/css"),
        ("/docs/nothing", 404, "application/json"),
        ("/docs/../Cargo.toml", 404, "application/json"),
    ] {
        let response = send(&fixture, TestRequest::get().uri(path)).await;
        assert_eq!((response.status, response.header("Content-Type")), (status, content_type), "{path}");
    }
    let script = send(&fixture, TestRequest::get().uri("/docs/swagger-initializer.js")).await;
    assert!(script.body.contains("/openapi/v2.json"));
}

#[actix_web::test]
async fn the_page_may_run_its_own_scripts_and_nothing_else() {
    let page = send(&Fixture::new(), TestRequest::get().uri("/docs/")).await;
    let policy = page.header("Content-Security-Policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{policy}");
    assert!(!page.body.contains("http://"), "no outside host");
    assert!(!page.body.contains("https://"), "no outside host");
    assert!(!page.body.contains("<script>"), "an inline script would be blocked");
}

#[test]
fn a_list_in_a_parameter_ends_where_the_code_ends_it() {
    let document = document();
    let mut lists = 0;
    for parameter in operations(&document)
        .iter()
        .flat_map(|(.., operation)| operation["parameters"].as_array().into_iter().flatten())
    {
        let schema = &parameter["schema"];
        // Of the names of parts, each counts once, and there are few.
        if schema["type"] != "array" || schema["items"]["enum"].is_array() {
            continue;
        }
        lists += 1;
        assert_eq!(schema["maxItems"], MAXIMUM_LISTED, "{parameter}");
        let words = parameter["description"].as_str().unwrap().split(|letter: char| !letter.is_ascii_digit());
        let numbers = words.filter_map(|word| word.parse().ok()).filter(|number: &usize| *number > 1);
        numbers.for_each(|number| assert_eq!(number, MAXIMUM_LISTED, "{parameter}"));
    }
    assert_eq!(lists, 3);
}
