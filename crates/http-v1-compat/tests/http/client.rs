//! Sends one request to the real routes and reads the whole response.

use crate::fixture::Fixture;
use actix_web::App;
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::web::ServiceConfig;
use catalog_testkit::DocumentedResponses;
use catalog_testkit::app::exchange;
use http_v1_compat::V1Settings;
use std::sync::LazyLock;

pub(crate) use actix_web::test::TestRequest;
pub(crate) use catalog_testkit::TestResponse;

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
    let app = App::new()
        .app_data(fixture.state.clone())
        .configure(|config| http_v1_compat::configure(config, settings))
        .wrap(from_fn(http_common::request::stamp_request_id));
    let request = request.to_request();
    let (method, path) = (request.method().clone(), request.path().to_owned());
    let response = exchange(app, request).await;
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

/// GET `path` as `user`.
pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    let authorization = ("Authorization", format!("Bearer {}", fixture.token(user)));
    send(fixture, TestRequest::get().uri(path).insert_header(authorization)).await
}
