//! Sends one request to the real routes and reads the whole response.

use actix_web::http::Method;
use catalog_testkit::DocumentedResponses;
use catalog_testkit::service::TestService;
use catalog_testkit::usual::Fixture;
use http_v1_compat::V1Settings;
use std::sync::LazyLock;

pub(crate) use actix_web::test::TestRequest;
pub(crate) use catalog_testkit::TestResponse;

/// Sends `request`, and checks the response against the OpenAPI document.
pub(crate) async fn send(fixture: &Fixture, request: TestRequest) -> TestResponse {
    send_to(&fixture.service, request).await
}

pub(crate) async fn send_with(fixture: &Fixture, settings: &V1Settings, request: TestRequest) -> TestResponse {
    send_to(&fixture.service.with_v1(settings), request).await
}

async fn send_to(service: &TestService, request: TestRequest) -> TestResponse {
    let request = request.to_request();
    let (method, path) = (request.method().clone(), request.path().to_owned());
    let response = service.exchange(request).await;
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
    DOCUMENTED.check(method, path, response);
}

pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    let authorization = ("Authorization", format!("Bearer {}", fixture.token(user)));
    send(fixture, TestRequest::get().uri(path).insert_header(authorization)).await
}
