//! What surrounds every request, seen through the application that is served.

use super::*;
use crate::v1::V1;
use actix_web::http::Method;
use actix_web::http::header::HeaderMap;
use actix_web::test::{TestRequest, call_service, init_service, try_call_service};
use catalog_domain::ports::MockTokenSigner;
use catalog_index::Catalog;
use catalog_testkit::app::TestApp;
use catalog_testkit::builders::storefront;
use catalog_testkit::{FixedClock, TestStore};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// The state of a server that panics when it is shown a token.
fn panicking_at_tokens() -> SharedState {
    let mut tokens = MockTokenSigner::new();
    tokens.expect_verify().returning(|_, _| panic!("the secret of the panic"));
    state_with(|app| TestApp { tokens: Arc::new(tokens), ..app })
}

/// The state of a server with an empty catalog.
fn idle(origins: CorsOrigins) -> SharedState {
    SharedState { origins, ..state_with(|app| app) }
}

fn state_with(change: impl FnOnce(TestApp) -> TestApp) -> SharedState {
    // Nothing here is read from it: it may be gone before the requests.
    let stored = TestStore::on_sqlite();
    let app = TestApp::over(&stored.store, Catalog::empty(storefront()), &Arc::new(FixedClock::default()));
    SharedState {
        http: change(app).state(),
        refresh_health: web::Data::new(RefreshHealth::new(Duration::ZERO)),
        requests: RequestMetrics::default(),
        connections: OpenConnections::default(),
        portal: PortalSettings::default(),
        v1: V1::default(),
        origins: CorsOrigins::Listed(Vec::new()),
        has_demo_pictures: false,
    }
}

#[actix_web::test]
async fn a_panic_becomes_the_envelope_of_an_internal_error_with_the_request_id() {
    let app = init_service(application(&panicking_at_tokens(), &documentation(&PrefilledLogins::new(), None))).await;
    for path in ["/api/v2/catalog/tree", "/api/v1/get/catalog"] {
        let request = TestRequest::get().uri(path).insert_header(("x-request-id", "abc-123"));
        let request = request.insert_header(("authorization", "Bearer token")).to_request();
        let Err(error) = try_call_service(&app, request).await else { panic!("a panic must not look like a success") };
        let response = error.error_response();
        assert_eq!(response.status(), 500);
        assert_eq!(response.headers().get("x-request-id").unwrap(), "abc-123");
        let body = actix_web::body::to_bytes(response.into_body()).await.unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["status"], false);
        assert_eq!(body["error"]["name"], "InternalServerError");
        assert_eq!(body["error"]["message"], "Internal error; request id abc-123");
        let after = call_service(&app, TestRequest::get().uri("/health/live").to_request()).await;
        assert_eq!(after.status(), 200, "the worker goes on");
    }
}

fn preflight(path: &str, origin: &str) -> TestRequest {
    TestRequest::with_uri(path)
        .method(Method::OPTIONS)
        .insert_header(("origin", origin))
        .insert_header(("access-control-request-method", "GET"))
        .insert_header(("access-control-request-headers", "authorization,if-none-match"))
}

#[actix_web::test]
async fn only_pages_of_allowed_origins_may_call_and_a_preflight_needs_no_token() {
    const PATH: &str = "/api/v2/catalog/tree";
    let shop = CorsOrigins::Listed(vec!["https://shop.example".into(), "http://localhost:3000".into()]);
    for (case, origins, origin, allowed) in [
        ("nothing is set", CorsOrigins::Listed(Vec::new()), "https://shop.example", None),
        ("listed", shop.clone(), "https://shop.example", Some("https://shop.example")),
        ("listed with a port", shop.clone(), "http://localhost:3000", Some("http://localhost:3000")),
        ("another port", shop.clone(), "http://localhost:3001", None),
        ("another scheme", shop.clone(), "http://shop.example", None),
        ("not listed", shop, "https://other.example", None),
        ("all", CorsOrigins::All, "https://any.example", Some("*")),
    ] {
        let is_on = origins != CorsOrigins::Listed(Vec::new());
        let app = init_service(application(&idle(origins), &documentation(&PrefilledLogins::new(), None))).await;
        let allowed_origin = |headers: &HeaderMap| {
            headers.get("access-control-allow-origin").map(|value| value.to_str().unwrap().to_owned())
        };
        let response = call_service(&app, preflight(PATH, origin).to_request()).await;
        assert_eq!(allowed_origin(response.headers()).as_deref(), allowed, "{case}");
        assert_eq!(response.status().is_success(), allowed.is_some(), "{case}");
        if allowed.is_none() {
            let code = response.status().as_u16();
            let body: serde_json::Value = actix_web::test::read_body_json(response).await;
            assert_eq!(
                (&body["status"], &body["error"]["code"]),
                (&false.into(), &code.into()),
                "{case}: the envelope"
            );
        }
        for method in ["HEAD", "POST", "PUT", "PATCH", "DELETE"] {
            let asked = preflight(PATH, origin).insert_header(("access-control-request-method", method));
            let response = call_service(&app, asked.to_request()).await;
            assert_eq!(response.status().is_success(), allowed.is_some(), "{case}: {method}");
        }
        let request = TestRequest::get().uri(PATH).insert_header(("origin", origin)).to_request();
        let response = call_service(&app, request).await;
        assert_eq!(response.status(), 401, "{case}: the request itself needs a token");
        assert_eq!(allowed_origin(response.headers()).as_deref(), allowed, "{case}");
        assert!(!response.headers().contains_key("access-control-allow-credentials"), "{case}: never with cookies");
        let exposed = response.headers().get("access-control-expose-headers");
        let exposed = exposed.map(|value| value.to_str().unwrap().to_ascii_lowercase()).unwrap_or_default();
        for name in ["etag", "catalog-revision", "x-request-id", "retry-after"] {
            assert_eq!(exposed.contains(name), is_on, "{case}: {name}");
        }
    }
}

#[actix_web::test]
async fn the_documents_have_the_name_of_the_service() {
    let named = documentation(&PrefilledLogins::new(), Some("Pumps Ltd"));
    let app = init_service(application(&idle(CorsOrigins::All), &named)).await;
    for (path, title) in [
        ("/openapi/v2.json", "Pumps Ltd"),
        ("/openapi/v2-3.0.json", "Pumps Ltd"),
        ("/openapi/v1.json", "Pumps Ltd, v1"),
    ] {
        let response = call_service(&app, TestRequest::get().uri(path).to_request()).await;
        let document: serde_json::Value = actix_web::test::read_body_json(response).await;
        assert_eq!(document["info"]["title"], title, "{path}");
    }
}

#[actix_web::test]
async fn pages_elsewhere_read_the_interfaces_and_nothing_else() {
    let app = init_service(application(&idle(CorsOrigins::All), &documentation(&PrefilledLogins::new(), None))).await;
    for (path, is_interface) in [
        ("/api/v2/catalog/tree", true),
        ("/api/v1/get/catalog", true),
        ("/auth/v2/check", true),
        ("/openapi/v2.json", true),
        ("/", false),
        ("/docs", false),
        ("/portal", false),
        ("/portal/catalog", false),
        ("/health/live", false),
        ("/nothing", false),
    ] {
        let request = TestRequest::get().uri(path).insert_header(("origin", "https://any.example")).to_request();
        for response in [
            call_service(&app, request).await,
            call_service(&app, preflight(path, "https://any.example").to_request()).await,
        ] {
            let is_readable = response.headers().keys().any(|name| name.as_str().starts_with("access-control-"));
            assert_eq!(is_readable, is_interface, "{path}");
        }
    }
}

#[actix_web::test]
async fn a_preflight_request_is_told_which_methods_and_headers_are_allowed() {
    let app = init_service(application(&idle(CorsOrigins::All), &documentation(&PrefilledLogins::new(), None))).await;
    let response = call_service(&app, preflight("/auth/token", "https://any.example").to_request()).await;
    let list = |name: &str| {
        let text = response.headers().get(name).unwrap().to_str().unwrap().to_ascii_lowercase();
        let mut names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(list("access-control-allow-methods"), ["delete", "get", "head", "patch", "post", "put"]);
    assert_eq!(list("access-control-allow-headers"), ["authorization", "content-type", "if-none-match"]);
}
