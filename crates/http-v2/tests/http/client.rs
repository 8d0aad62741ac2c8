//! Sends one request to the real routes and reads the whole response.

use crate::fixture::Fixture;
use actix_web::middleware::from_fn;
use actix_web::{App, web};
use catalog_testkit::DocumentedResponses;
use catalog_testkit::app::exchange as exchange_with;
use http_v2::{ApiDocument, Documentation, PrefilledLogins};
use std::sync::LazyLock;

pub(crate) use actix_web::test::TestRequest;
pub(crate) use catalog_testkit::TestResponse;

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
    DOCUMENTED.check(method, path, response);
}

/// Sends `request` and returns its method and path with the response, whatever that is.
pub(crate) async fn exchange(fixture: &Fixture, request: TestRequest) -> (String, String, TestResponse) {
    static DOCUMENTATION: LazyLock<Documentation> =
        LazyLock::new(|| Documentation::new(ApiDocument::v2().into(), &PrefilledLogins::new()));
    let request = request.to_request();
    let (method, path) = (request.method().to_string(), request.uri().to_string());
    let app = App::new()
        .app_data(fixture.state.clone())
        .configure(http_v2::configure)
        .configure(|config| http_v2::configure_documentation(config, &DOCUMENTATION))
        .default_service(web::to(http_v2::not_found))
        .wrap(from_fn(http_common::response::compress))
        .wrap(from_fn(http_common::response::add_security_headers))
        .wrap(from_fn(http_common::request::stamp_request_id));
    (method, path, exchange_with(app, request).await)
}

/// GET `path` with the token of `user`.
pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    send(fixture, TestRequest::get().uri(path).insert_header(("Authorization", fixture.bearer(user)))).await
}
