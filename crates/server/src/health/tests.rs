//! Responses for load balancers.

use super::*;
use actix_web::App;
use actix_web::body::to_bytes;
use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body_json};
use serde_json::{Value, json};
use std::time::Duration;

async fn response_of(readiness: Result<(), NotReady>) -> (u16, Value) {
    let response = readiness_response(readiness, CatalogRevision(7));
    let status = response.status().as_u16();
    assert_eq!(response.headers().get(CACHE_CONTROL).unwrap(), "no-store");
    (status, serde_json::from_slice(&to_bytes(response.into_body()).await.unwrap()).unwrap())
}

#[actix_web::test]
async fn readiness_is_a_status_and_a_reason() {
    let (status, body) = response_of(Ok(())).await;
    assert_eq!((status, &body["data"]), (200, &json!({"state": "ready", "catalogRevision": 7})));
    for (reason, words) in [
        (NotReady::Loading, "not ready: the catalog is not loaded yet"),
        (NotReady::Stale(Duration::from_secs(12)), "not ready: the catalog could not be refreshed for 12 seconds"),
        (NotReady::Lost("the file is gone".to_owned()), "not ready: the file is gone"),
    ] {
        let (status, body) = response_of(Err(reason)).await;
        assert_eq!((status, &body["status"], &body["error"]["code"]), (503, &json!(false), &json!(503)));
        assert_eq!(body["error"]["message"], words);
    }
}

#[actix_web::test]
async fn the_responses_are_those_that_the_document_shows() {
    let document = http_v2::openapi();
    let example = |path: &str, status: u16| {
        document["paths"][path]["get"]["responses"][status.to_string()]["content"]["application/json"]["example"]
            .clone()
    };
    let app = init_service(App::new().configure(configure_unavailable)).await;
    for (method, path, status) in
        [(Method::GET, "/health/live", 200), (Method::POST, "/health/live", 405), (Method::GET, "/health/ready", 503)]
    {
        let response = call_service(&app, TestRequest::default().method(method).uri(path).to_request()).await;
        assert_eq!(response.status(), status, "{path}");
        assert_eq!(read_body_json::<Value, _>(response).await, example(path, status), "{path}");
    }
    let ready = readiness_response(Ok(()), CatalogRevision(42));
    let body: Value = serde_json::from_slice(&to_bytes(ready.into_body()).await.unwrap()).unwrap();
    assert_eq!(body, example("/health/ready", 200));
}
