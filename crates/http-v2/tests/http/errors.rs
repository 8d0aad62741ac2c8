//! Errors that no parameter causes: routes, methods, and failures of the service itself.

use crate::client::{TestRequest, by, get, reads, send};
use actix_web::http::Method;
use catalog_domain::ports::{MockAccountSource, StoreError};
use catalog_testkit::app::TestApp;
use catalog_testkit::usual::Fixture;
use std::sync::Arc;

#[actix_web::test]
async fn an_unknown_path_is_the_envelope_too() {
    for fixture in Fixture::all() {
        for path in
            ["/api/v2", "/api/v2/catalog", "/api/v2/catalog/tree/", "/api/v2/products/", "/api/v2/products/a/b", "/%zz"]
        {
            let response = get(&fixture, "retailer", path).await;
            assert_eq!((response.status, response.error_name().as_str()), (404, "NotFoundError"), "{path}");
            assert_eq!(response.header("Content-Type"), "application/json", "{path}");
        }
    }
}

#[actix_web::test]
async fn a_known_path_lists_its_methods() {
    for fixture in Fixture::all() {
        for (path, method, allowed) in [
            ("/auth/token", Method::GET, "POST"),
            ("/auth/token", Method::HEAD, "POST"),
            ("/auth/v2/check", Method::POST, "GET, HEAD"),
            ("/api/v2/catalog/tree", Method::POST, "GET, HEAD"),
            ("/api/v2/catalog/tree", Method::OPTIONS, "GET, HEAD"),
            ("/api/v2/catalog/sections", Method::PUT, "GET, HEAD"),
            ("/api/v2/catalog/sections/1", Method::DELETE, "GET, HEAD"),
            ("/api/v2/catalog/sections/1/vendors", Method::PATCH, "GET, HEAD"),
            ("/api/v2/catalog/sections/1/products", Method::TRACE, "GET, HEAD"),
            ("/api/v2/products/search?q=a", Method::POST, "GET, HEAD"),
            ("/api/v2/products/P-1", Method::POST, "GET, HEAD"),
        ] {
            let response = send(&fixture, TestRequest::default().method(method.clone()).uri(path)).await;
            assert_eq!(response.outcome(), (405, "MethodNotAllowedError".into()), "{method} {path}");
            assert_eq!(response.header("Allow"), allowed, "{method} {path}");
        }
    }
}

#[actix_web::test]
async fn head_is_served_wherever_get_is() {
    let fixture = Fixture::new();
    for target in reads().map(|(_, target)| target).chain(["/api/v2/products/P-9".to_owned()]) {
        let head = send(&fixture, by(&fixture, "retailer", &target).method(Method::HEAD)).await;
        assert_eq!(head.status, get(&fixture, "retailer", &target).await.status, "{target}");
    }
}

#[actix_web::test]
async fn a_failing_store_differs_from_a_busy_one_and_its_cause_is_never_sent() {
    let cause = || "secret cause".into();
    for (error, expected, retry) in [
        (StoreError::Unavailable(cause()), (503, "ServiceUnavailableError"), "2"),
        (StoreError::Unexpected(cause()), (500, "InternalServerError"), ""),
        (StoreError::Inconsistent(cause()), (500, "InternalServerError"), ""),
    ] {
        let mut callers = MockAccountSource::new();
        callers.expect_find_caller().return_once(|_| Err(error));
        let fixture = Fixture::with(|app| TestApp { callers: Arc::new(callers), ..app });
        let request = by(&fixture, "admin", "/api/v2/catalog/tree").insert_header(("X-Request-Id", "trace-7"));
        let response = send(&fixture, request).await;
        assert_eq!((response.status, response.error_name().as_str()), expected);
        assert_eq!(response.header("Retry-After"), retry);
        assert_eq!(response.header("X-Request-Id"), "trace-7");
        let body = response.body;
        assert!(body.contains("Request id: trace-7") && !body.contains("secret"), "{body}");
    }
}
