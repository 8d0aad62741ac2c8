//! Requests of both interfaces: whatever a path, a query or a body says, the response is one of the documented ones.

use crate::edits::{edits, seeds};
use crate::fuzz;
use crate::service::{Service, escaped};
use actix_web::http::{Method, Uri};
use actix_web::test::TestRequest;
use catalog_testkit::TestResponse;

/// Longest body of an error, in bytes (`docs/contract.md#limits`).
const LONGEST_ERROR: usize = 16 * 1024;

const TOKENS: [&str; 32] = [
    "&",
    "=",
    "?",
    "/",
    "%00",
    "%2f",
    "%ff",
    "+",
    ",",
    ":",
    "..",
    "0",
    "-1",
    "9223372036854775808",
    "include=",
    "page=",
    "pageSize=",
    "sort=",
    "vendor=",
    "filter=",
    "cursor=",
    "since=2026-01-31",
    "limit=",
    "scope=direct",
    "q=",
    "%20",
    "available=",
    "null",
    "{}",
    "[]",
    "\"login\":",
    "\\u0000",
];

#[test]
fn a_query_gets_a_documented_response() {
    let service = Service::start(60);
    let seeds = paths(&service);
    fuzz(3_000, &edits(), |edits| {
        let Ok(uri) = escaped(&edits.apply(&seeds, &TOKENS)).parse::<Uri>() else { return };
        if is_page(uri.path()) {
            return;
        }
        let get = || service.send(TestRequest::get().uri(&uri.to_string()), edits.viewer());
        let response = get();
        assert_documented(&uri.to_string(), &response);
        if response.status == 200 {
            let again = get();
            assert_eq!((again.status, again.bytes), (200, response.bytes), "{uri}: the same again");
        }
    });
}

#[test]
fn a_body_gets_a_documented_response() {
    const ROUTES: [(&str, &str); 7] = [
        ("POST", "/auth/token"),
        ("POST", "/auth/registration"),
        ("POST", "/auth/admin/login"),
        ("POST", "/auth/password"),
        ("POST", "/auth/password/forgotten"),
        ("PATCH", "/auth/admin/users/2"),
        ("POST", "/auth/admin/users/2/invitation"),
    ];
    let service = Service::start(1);
    let seeds = lines("bodies");
    fuzz(1_000, &edits(), |edits| {
        let body = edits.apply(&seeds, &TOKENS);
        let (method, path) = ROUTES[body.len() % ROUTES.len()];
        let request = TestRequest::with_uri(path).method(Method::from_bytes(method.as_bytes()).unwrap());
        let request = request.insert_header(("Content-Type", "application/json")).set_payload(body);
        assert_documented(path, &service.send(request, edits.viewer()));
    });
}

/// Pages and documents for people, which are no responses of an interface.
fn is_page(path: &str) -> bool {
    path == "/" || ["/portal", "/docs", "/openapi"].iter().any(|start| path.starts_with(start))
}

/// Fails unless `response` is JSON in the envelope, and not an error of the server.
fn assert_documented(path: &str, response: &TestResponse) {
    let TestResponse { status, body, bytes, .. } = response;
    assert_eq!(body.as_bytes(), bytes, "{path}: not UTF-8");
    assert!(*status < 500, "{path}: {status}");
    let json = response.json();
    let is_success = json["status"].as_bool();
    assert!(is_success.is_some(), "{path}: {status} {body}");
    // v1 has errors with the status 200 (`docs/contract.md#v1`).
    let is_v1 = path.starts_with("/api/v1") || *status == 200;
    assert!(is_v1 || is_success == Some(*status < 400), "{path}: {status}");
    assert!(is_success == Some(true) || body.len() <= LONGEST_ERROR, "{path}: {} bytes", body.len());
}

#[test]
fn every_seed_is_a_request_that_succeeds() {
    let service = Service::start(60);
    for path in paths(&service) {
        let path = String::from_utf8(path).unwrap();
        assert_ne!(service.data(&path), serde_json::Value::Null, "{path}");
    }
}

/// Genuine requests: section, stock number and source id are of the catalog.
fn paths(service: &Service) -> Vec<Vec<u8>> {
    let section = service.data("/api/v2/catalog/sections")["items"][0]["id"].as_str().unwrap().to_owned();
    let product = service.data(&format!("/api/v2/catalog/sections/{section}/products"))["items"][0].take();
    let words = [
        ("SECTION", section.as_str()),
        ("STOCK", product["stockNumber"].as_str().unwrap()),
        ("SOURCE", product["sourceId"].as_str().unwrap_or("1")),
    ];
    let filled = |line: Vec<u8>| {
        let text = String::from_utf8(line).unwrap();
        words.iter().fold(text, |text, (word, value)| text.replace(word, value)).into_bytes()
    };
    lines("paths").into_iter().map(filled).collect()
}

fn lines(folder: &str) -> Vec<Vec<u8>> {
    let files = seeds(folder);
    files
        .iter()
        .flat_map(|file| file.split(|byte| *byte == b'\n'))
        .filter(|line| !line.is_empty())
        .map(Into::into)
        .collect()
}
