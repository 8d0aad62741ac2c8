//! Sends one request to the real routes and reads the whole response.

use crate::fixture::Fixture;
use actix_web::http::Method;
use actix_web::http::header::HeaderMap;
use actix_web::middleware::from_fn;
use actix_web::web::ServiceConfig;
use actix_web::{App, test};
use catalog_testkit::{DocumentedResponses, Exchange};
use http_v1_compat::V1Settings;
use serde_json::Value;
use std::sync::LazyLock;

pub(crate) use actix_web::test::TestRequest;

/// A response, read to its end.
#[derive(Debug)]
pub(crate) struct TestResponse {
    /// The HTTP status.
    pub(crate) status: u16,
    /// All headers.
    pub(crate) headers: HeaderMap,
    /// The body.
    pub(crate) body: String,
}

impl TestResponse {
    /// The body as JSON; null when there is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// `data`.
    pub(crate) fn data(&self) -> Value {
        self.json()["data"].clone()
    }

    /// The text of a header; empty when it is absent.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// `error.code` and `error.name` of a failure that is HTTP 200.
    pub(crate) fn refusal(&self) -> (u64, String) {
        let json = self.json();
        assert_eq!((self.status, &json["status"]), (200, &Value::Bool(false)), "{}", self.body);
        assert_eq!((&json["data"], &json["message"]), (&serde_json::json!({}), &"".into()));
        (json["error"]["code"].as_u64().unwrap(), json["error"]["name"].as_str().unwrap().to_owned())
    }
}

/// Registers the routes of a v1 that is on.
pub(crate) fn routes(config: &mut ServiceConfig) {
    http_v1_compat::configure(config, &V1Settings::default());
}

/// Sends `request`, and checks the response against the OpenAPI document.
pub(crate) async fn send(fixture: &Fixture, request: TestRequest) -> TestResponse {
    send_with(fixture, &V1Settings::default(), request).await
}

/// The same to a v1 with `settings`.
pub(crate) async fn send_with(fixture: &Fixture, settings: &V1Settings, request: TestRequest) -> TestResponse {
    let app = test::init_service(
        App::new()
            .app_data(fixture.services.clone())
            .configure(|config| http_v1_compat::configure(config, settings))
            .wrap(from_fn(http_common::request::stamp_request_id)),
    )
    .await;
    let request = request.to_request();
    let (method, path) = (request.method().clone(), request.path().to_owned());
    let response = test::call_service(&app, request).await;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = String::from_utf8(test::read_body(response).await.to_vec()).unwrap();
    let response = TestResponse { status, headers, body };
    if method == Method::GET {
        assert_documented(method.as_str(), &path, &response);
    }
    response
}

/// Fails unless the OpenAPI document allows this response for `path`.
fn assert_documented(method: &str, path: &str, response: &TestResponse) {
    static DOCUMENTED: LazyLock<DocumentedResponses> = LazyLock::new(|| {
        let document = serde_json::to_value(http_v1_compat::openapi()).unwrap();
        DocumentedResponses::of(document, "Failure")
    });
    let header = |name: &str| response.headers.get(name).map(|value| value.to_str().unwrap().to_owned());
    DOCUMENTED.check(&Exchange { method, path, status: response.status, header: &header, body: &response.body });
}

/// GET `path` as `user`.
pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    let authorization = ("Authorization", format!("Bearer {}", fixture.token(user)));
    send(fixture, TestRequest::get().uri(path).insert_header(authorization)).await
}
