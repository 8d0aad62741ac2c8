//! Opens pages as somebody who is signed in.

use crate::browser::{Browser, Page};
use actix_web::test::TestRequest;
use catalog_domain::accounts::grant_for;
use catalog_testkit::TestResponse;
use catalog_testkit::service::TestService;
use catalog_testkit::usual::Fixture;

pub(crate) async fn page(fixture: &Fixture, user: &str, path: &str) -> Page {
    page_of(&fixture.service, fixture, (user, "en"), path).await
}

pub(crate) async fn russian_page(fixture: &Fixture, user: &str, path: &str) -> Page {
    page_of(&fixture.service, fixture, (user, "ru"), path).await
}

pub(crate) async fn page_of(
    service: &TestService,
    fixture: &Fixture,
    (user, language): (&str, &str),
    path: &str,
) -> Page {
    let session = fixture.service.app.callers.start_session(grant_for(&fixture.account(user))).await.unwrap();
    let mut browser = Browser::of_service(service);
    browser.cookies = [("catalog-language", language), ("catalog-session", session.expose())]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    browser.get(path).await
}

/// What the API responds.
pub(crate) async fn get(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    let request = TestRequest::get().uri(path).insert_header(("Authorization", fixture.bearer(user)));
    fixture.service.send(request.insert_header(("Host", "shop.example"))).await
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

/// How a page in English writes an amount that the API writes as `text`.
pub(crate) fn amount(text: &str) -> String {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let from_the_end: Vec<char> = whole.chars().rev().collect();
    let groups: Vec<String> = from_the_end.chunks(3).map(|group| group.iter().rev().collect()).collect();
    let whole = groups.into_iter().rev().collect::<Vec<_>>().join(",");
    let class = if decimals.len() > 2 { "fraction fine" } else { "fraction" };
    format!(r#"{whole}<span class="{class}">.{decimals:0<2}</span>"#)
}
