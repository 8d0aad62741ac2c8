//! What surrounds every request, seen through the application that is served.

use super::*;
use actix_web::test::{TestRequest, call_service, init_service, try_call_service};
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::MockTokenSigner;
use catalog_testkit::builders::storefront;
use catalog_testkit::services::services;
use catalog_testkit::{AnyStore, FixedClock, MemoryStore};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// The state of a server that panics when it is shown a token.
fn panicking_at_tokens() -> SharedState {
    let mut tokens = MockTokenSigner::new();
    tokens.expect_verify().returning(|_, _| panic!("the secret of the panic"));
    let store: Arc<dyn AnyStore> = Arc::new(MemoryStore::new());
    let services = services(&store, Catalog::empty(storefront()), &Arc::new(FixedClock::default()));
    SharedState {
        services: web::Data::new(Services { tokens: Arc::new(tokens), ..services }),
        refresh_health: web::Data::new(RefreshHealth::new(Duration::ZERO)),
        requests: RequestMetrics::default(),
        connections: OpenConnections::default(),
        portal: PortalSettings::default(),
    }
}

#[actix_web::test]
async fn a_panic_becomes_the_envelope_of_an_internal_error_with_the_request_id() {
    let app = init_service(application(&panicking_at_tokens(), &documents().unwrap())).await;
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
