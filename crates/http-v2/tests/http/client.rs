//! Sends one request to the real routes and reads the whole response.

use catalog_testkit::usual::Fixture;
use catalog_testkit::{DocumentedOperation, DocumentedResponses};
use serde_json::Value;
use std::sync::LazyLock;

pub(crate) use actix_web::test::TestRequest;
pub(crate) use catalog_testkit::TestResponse;

/// What documented requests for the usual catalog have.
pub(crate) const USUAL_VALUES: [(&str, &str); 5] =
    [("id", "100"), ("stockNumber", "P-1"), ("stockNumbers", "P-1,NONE"), ("q", "pump"), ("since", "2026-01-31")];

static DOCUMENT: LazyLock<Value> = LazyLock::new(http_v2::openapi);

/// A request for the usual catalog for each documented GET that is not for administrators only, as `(operation, path
/// with its query)`.
pub(crate) fn reads() -> impl Iterator<Item = (DocumentedOperation<'static>, String)> {
    let all = DocumentedOperation::all(&DOCUMENT);
    let reads = all.filter(|each| each.method == "GET" && !each.is_public() && !each.is_for_administrators());
    reads.map(|operation| {
        let target = operation.target(&USUAL_VALUES);
        (operation, target)
    })
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
        LazyLock::new(|| DocumentedResponses::of(DOCUMENT.clone(), "ErrorEnvelope"));
    DOCUMENTED.check(method, path, response);
}

/// Sends `request` and returns its method and path with the response, whatever that is.
pub(crate) async fn exchange(fixture: &Fixture, request: TestRequest) -> (String, String, TestResponse) {
    let sent = request.to_request();
    let (method, path) = (sent.method().to_string(), sent.uri().to_string());
    (method, path, fixture.service.exchange(sent).await)
}

/// A user's GET.
pub(crate) fn by(fixture: &Fixture, user: &str, path: &str) -> TestRequest {
    TestRequest::get().uri(path).insert_header(("Authorization", fixture.bearer(user)))
}

pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    send(fixture, by(fixture, user, path)).await
}

/// A user's GET that is only to be answered if the response has another tag.
pub(crate) async fn get_unless(fixture: &Fixture, user: &str, path: &str, tag: &str) -> TestResponse {
    send(fixture, by(fixture, user, path).insert_header(("If-None-Match", tag))).await
}

/// The text at `pointer` in the data of a response.
pub(crate) fn text_at(response: &TestResponse, pointer: &str) -> String {
    response.data(pointer).as_str().unwrap().to_owned()
}
