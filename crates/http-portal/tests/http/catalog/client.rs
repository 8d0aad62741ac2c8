//! Opens pages as somebody who is signed in.

use actix_web::test::TestRequest;
use catalog_domain::accounts::grant_for;
use catalog_testkit::TestResponse;
use catalog_testkit::service::TestService;
use catalog_testkit::usual::Fixture;

/// The page at `path` as `user` sees it.
pub(crate) async fn page(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    page_of(&fixture.service, fixture, user, path).await
}

/// The same of a certain service.
pub(crate) async fn page_of(service: &TestService, fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    let session = fixture.service.app.callers.start_session(grant_for(&fixture.account(user))).await.unwrap();
    open(service, path, ("Cookie", format!("catalog-session={}", session.expose()))).await
}

/// The response to a request with that header.
pub(crate) async fn open(service: &TestService, path: &str, header: (&str, String)) -> TestResponse {
    service.send(TestRequest::get().uri(path).insert_header(header).insert_header(("Host", "shop.example"))).await
}

/// What the API responds to `user`.
pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    open(&fixture.service, path, ("Authorization", fixture.bearer(user))).await
}

/// The text between `start` and `end`; empty when there is none.
pub(crate) fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).map_or("", |(_, rest)| rest);
    rest.split_once(end).map_or("", |(found, _)| found)
}

/// The text that a browser shows for escaped text.
pub(crate) fn unescaped(html: &str) -> String {
    let named = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    named.iter().fold(html.to_owned(), |text, (from, to)| text.replace(from, to))
}
