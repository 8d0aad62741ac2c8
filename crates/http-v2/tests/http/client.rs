//! Sends one request to the real routes and reads the whole response.

use crate::fixture::Fixture;
use actix_web::http::header::HeaderMap;
use actix_web::middleware::from_fn;
use actix_web::{App, test, web};
use catalog_testkit::{DocumentedResponses, Exchange};
use http_v2::{ApiDocument, Documentation, PrefilledLogins};
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
    /// The body as text.
    pub(crate) body: String,
    /// The body as received.
    pub(crate) bytes: Vec<u8>,
}

impl TestResponse {
    /// The body as JSON; null when there is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// The text of a header; empty when it is absent.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The value at `pointer` in `data`.
    pub(crate) fn data(&self, pointer: &str) -> Value {
        self.json()["data"].pointer(pointer).cloned().unwrap_or(Value::Null)
    }

    /// `data.items[*].<field>`.
    pub(crate) fn items(&self, field: &str) -> Vec<Value> {
        let items = self.data("/items");
        items.as_array().unwrap().iter().map(|item| item[field].clone()).collect()
    }

    /// `error.name`; empty on success.
    pub(crate) fn error_name(&self) -> String {
        self.json()["error"]["name"].as_str().unwrap_or_default().to_owned()
    }

    /// The parameters that `error.details` names.
    pub(crate) fn wrong_parameters(&self) -> Vec<String> {
        let details = self.json()["error"]["details"].clone();
        let details = details.as_array().cloned().unwrap_or_default();
        details.iter().map(|detail| detail["parameter"].as_str().unwrap().to_owned()).collect()
    }
}

/// Sends `request` to an app over `fixture`, and checks the response against the OpenAPI document.
pub(crate) async fn send(fixture: &Fixture, request: TestRequest) -> TestResponse {
    let (method, path, response) = exchange(fixture, request).await;
    if !path.starts_with("/docs") && !path.starts_with("/openapi/") {
        assert_documented(&method, &path, &response);
    }
    response
}

/// Fails unless the OpenAPI document allows this response to the request.
fn assert_documented(method: &str, path: &str, response: &TestResponse) {
    static DOCUMENTED: LazyLock<DocumentedResponses> =
        LazyLock::new(|| DocumentedResponses::of(http_v2::openapi(), "ErrorEnvelope"));
    let header = |name: &str| response.headers.get(name).map(|value| value.to_str().unwrap().to_owned());
    DOCUMENTED.check(&Exchange { method, path, status: response.status, header: &header, body: &response.body });
}

/// Sends `request` and returns its method and path with the response, whatever that is.
pub(crate) async fn exchange(fixture: &Fixture, request: TestRequest) -> (String, String, TestResponse) {
    static DOCUMENTATION: LazyLock<Documentation> =
        LazyLock::new(|| Documentation::new(ApiDocument::v2().into(), &PrefilledLogins::new()));
    let request = request.to_request();
    let (method, path) = (request.method().to_string(), request.uri().to_string());
    let app = test::init_service(
        App::new()
            .app_data(fixture.services.clone())
            .configure(http_v2::configure)
            .configure(|config| http_v2::configure_documentation(config, &DOCUMENTATION))
            .default_service(web::to(http_v2::not_found))
            .wrap(from_fn(http_common::response::compress))
            .wrap(from_fn(http_common::response::add_security_headers))
            .wrap(from_fn(http_common::request::stamp_request_id)),
    )
    .await;
    let response = test::call_service(&app, request).await;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = test::read_body(response).await.to_vec();
    let body = String::from_utf8_lossy(&bytes).into_owned();
    (method, path, TestResponse { status, headers, body, bytes })
}

/// GET `path` with the token of `user`.
pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    send(fixture, TestRequest::get().uri(path).insert_header(("Authorization", fixture.bearer(user)))).await
}
