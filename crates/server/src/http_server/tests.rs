//! The middleware, over routes made for the purpose.

use super::*;
use actix_web::HttpResponse;
use actix_web::test::{TestRequest, call_service, init_service, try_call_service};
use serde_json::Value;

async fn panicking() -> HttpResponse {
    panic!("the secret of the panic");
}

#[actix_web::test]
async fn a_panic_becomes_the_envelope_of_an_internal_error_with_the_request_id() {
    let app = App::new()
        .route("/panics", web::get().to(panicking))
        .route("/works", web::get().to(HttpResponse::Ok))
        .wrap(from_fn(catch_panics))
        .wrap(from_fn(log_request))
        .wrap(from_fn(stamp_request_id));
    let app = init_service(app).await;
    let request = TestRequest::get().uri("/panics").insert_header(("x-request-id", "abc-123")).to_request();
    let Err(error) = try_call_service(&app, request).await else { panic!("a panic must not look like a success") };
    let response = error.error_response();
    assert_eq!(response.status(), 500);
    assert_eq!(response.headers().get("x-request-id").unwrap(), "abc-123");
    let body = actix_web::body::to_bytes(response.into_body()).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["status"], false);
    assert_eq!(body["error"]["name"], "InternalServerError");
    assert_eq!(body["error"]["message"], "Internal error; request id abc-123");
    let after = call_service(&app, TestRequest::get().uri("/works").to_request()).await;
    assert_eq!(after.status(), 200, "the worker goes on");
}
