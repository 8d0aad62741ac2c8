//! How much of a request is read, and how much of its problems is reported.

use crate::client::{TestRequest, TestResponse, get, send};
use catalog_testkit::usual::Fixture;
use http_common::request::{
    MAXIMUM_BODY_FIELDS, MAXIMUM_ERROR_BYTES, MAXIMUM_LISTED, MAXIMUM_PROBLEMS, MAXIMUM_QUERY_PAIRS,
};
use serde_json::Value;

/// A route that needs no token.
const OPEN: &str = "/auth/token";

const LIST: &str = "/api/v2/catalog/sections/100/products";

fn repeated(piece: impl Fn(usize) -> String, count: usize) -> String {
    (0..count).map(piece).collect()
}

fn reasons(response: &TestResponse) -> Vec<String> {
    let details = response.json()["error"]["details"].as_array().unwrap().clone();
    details.iter().map(|detail| detail["reason"].as_str().unwrap().to_owned()).collect()
}

/// Fails unless the response is a short 400 about `parameter` only.
fn assert_refused(response: &TestResponse, parameter: &str, case: &str) {
    assert_eq!((response.status, response.error_name().as_str()), (400, "ValidationError"), "{case}");
    let wrong = response.wrong_parameters();
    assert!((1..=MAXIMUM_PROBLEMS).contains(&wrong.len()), "{case}: {}", wrong.len());
    assert!(wrong.iter().all(|name| name == parameter), "{case}: {wrong:?}");
    assert!(response.bytes.len() <= MAXIMUM_ERROR_BYTES, "{case}: {} bytes", response.bytes.len());
}

async fn post(fixture: &Fixture, query: &str, body: String) -> TestResponse {
    let request =
        TestRequest::post().uri(&format!("{OPEN}?{query}")).insert_header(("Content-Type", "application/json"));
    send(fixture, request.set_payload(body)).await
}

#[actix_web::test]
async fn an_error_is_short_whatever_was_sent_by_any_client() {
    let fixture = Fixture::new();
    let login = || r#"{"login": "a", "password": "b"}"#.to_owned();
    for (case, query, parameter) in [
        ("as many parameters as are read", "a&".repeat(MAXIMUM_QUERY_PAIRS), "a"),
        ("one more", "a&".repeat(MAXIMUM_QUERY_PAIRS + 1), "query"),
        ("as many as fit in a request line", "a&".repeat(32_000), "query"),
        ("undecodable", "%ff=1&".repeat(999), "%ff"),
    ] {
        assert_refused(&post(&fixture, &query, login()).await, parameter, case);
    }
    let long = post(&fixture, &repeated(|at| format!("{at}{}&", "%F4%8F%BF%BF".repeat(200)), 25), login()).await;
    assert!(long.bytes.len() <= MAXIMUM_ERROR_BYTES);
    assert!(long.wrong_parameters().len() <= MAXIMUM_PROBLEMS);
    let fields = |count| format!("{{{}\"login\": 1}}", repeated(|at| format!("\"{at}\": 0,"), count - 1));
    let response = post(&fixture, "", fields(MAXIMUM_BODY_FIELDS)).await;
    assert_eq!(response.wrong_parameters(), ["login", "password"]);
    for count in [MAXIMUM_BODY_FIELDS + 1, 6_000] {
        let response = post(&fixture, "", fields(count)).await;
        assert_refused(&response, "body", "fields");
        assert_eq!(reasons(&response), [format!("must have at most {MAXIMUM_BODY_FIELDS} fields")]);
    }
}

#[actix_web::test]
async fn a_list_of_more_than_500_values_is_refused_and_a_shorter_one_reports_at_most_20_problems() {
    let fixture = Fixture::new();
    let listed = |count| repeated(|at| format!("{at},"), count);
    for (path, parameter) in [
        (format!("{LIST}?vendor={}", listed(MAXIMUM_LISTED + 1)), "vendor"),
        (format!("{LIST}?vendor={}", listed(9_000)), "vendor"),
        (format!("{LIST}?include={}", listed(9_000)), "include"),
        (format!("{LIST}?include={}", listed(MAXIMUM_LISTED)), "include"),
        (format!("{LIST}?include={}", "x,".repeat(30_000)), "include"),
        (format!("{LIST}?include={}", "media,".repeat(10_000)), "include"),
        (format!("{LIST}?include={}", ",".repeat(60_000)), "include"),
        (format!("{LIST}?include={}", "%2C".repeat(20_000)), "include"),
        (format!("{LIST}?vendor=a&vendor={}", "%2c".repeat(1_000)), "vendor"),
        (format!("{LIST}?include={}", repeated(|at| format!("{at}{},", "\u{10ffff}".repeat(65)), 60)), "include"),
        (format!("{LIST}?{}", repeated(|at| format!("filter=a:{at}&"), MAXIMUM_LISTED + 1)), "filter"),
        (format!("{LIST}?{}", "filter=a&".repeat(999)), "filter"),
        (format!("{LIST}?{}", "page=x&".repeat(999)), "page"),
        (format!("/api/v2/products?stockNumbers={}", listed(MAXIMUM_LISTED + 1)), "stockNumbers"),
        (format!("/api/v2/products?stockNumbers={}", "%22".repeat(20_000)), "stockNumbers"),
        (format!("/api/v2/catalog/sections/{}/products", "9x".repeat(30_000)), "id"),
        (format!("/api/v2/catalog/sections/100/product-changes?since={}", "9".repeat(60_000)), "since"),
    ] {
        let path: String =
            path.chars().map(|each| if each.is_ascii() { each.to_string() } else { "%F4%8F%BF%BF".into() }).collect();
        assert_refused(&get(&fixture, "retailer", &path).await, parameter, &format!("{path:.80}"));
    }
    for list in [listed(MAXIMUM_LISTED), format!("{}0,1,2", listed(MAXIMUM_LISTED))] {
        let response = get(&fixture, "retailer", &format!("{LIST}?vendor={list}")).await;
        assert_eq!((response.status, response.items("id")), (200, Vec::<Value>::new()), "repetitions do not count");
    }
}

#[actix_web::test]
async fn made_up_vendors_make_no_other_list() {
    let fixture = Fixture::new();
    for (known, with_unknown) in [("acme", "acme,nobody"), ("nobody", "nobody,no-one")] {
        let known = format!("{LIST}?vendor={known}");
        // A page that is requested again is cached.
        get(&fixture, "retailer", &known).await;
        let one = get(&fixture, "retailer", &known).await;
        let before = fixture.service.cached();
        let other = get(&fixture, "retailer", &format!("{LIST}?vendor={with_unknown}")).await;
        assert_eq!((other.status, other.json()["data"]["items"].clone()), (200, one.json()["data"]["items"].clone()));
        assert_eq!(other.header("ETag"), one.header("ETag"));
        assert_eq!(fixture.service.cached(), before, "nothing more is cached");
    }
}
