//! Sends one request to the real routes and reads the whole response.

use catalog_testkit::DocumentedResponses;
use catalog_testkit::usual::Fixture;
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
    let sent = request.to_request();
    let (method, path) = (sent.method().to_string(), sent.uri().to_string());
    (method, path, fixture.service.exchange(sent).await)
}

pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    send(fixture, TestRequest::get().uri(path).insert_header(("Authorization", fixture.bearer(user)))).await
}
