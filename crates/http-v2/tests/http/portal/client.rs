//! Opens pages as somebody who is signed in.

use crate::client::{TestRequest, TestResponse};
use crate::fixture::Fixture;
use actix_web::web::Data;
use actix_web::{App, HttpResponse};
use catalog_domain::accounts::grant_for;
use catalog_testkit::app::exchange;
use http_common::HttpState;
use http_portal::{ApiResponder, ApiTarget, PortalSettings};
use std::future::Future;
use std::pin::Pin;

/// The page at `path` as `user` sees it.
pub(crate) async fn page(fixture: &Fixture, user: &str, path: &str) -> TestResponse {
    page_over(fixture, user, path, ApiResponder(respond)).await
}

/// The same over another API.
pub(crate) async fn page_over(fixture: &Fixture, user: &str, path: &str, api: ApiResponder) -> TestResponse {
    let session = fixture.state.app.callers.start_session(grant_for(fixture.account(user))).await.unwrap();
    open_over(fixture, path, ("Cookie", format!("catalog-session={}", session.expose())), api).await
}

/// The page at `path` for a request with that header.
pub(crate) async fn open(fixture: &Fixture, path: &str, header: (&str, String)) -> TestResponse {
    open_over(fixture, path, header, ApiResponder(respond)).await
}

async fn open_over(fixture: &Fixture, path: &str, header: (&str, String), api: ApiResponder) -> TestResponse {
    let settings = PortalSettings { is_on: true, ..PortalSettings::default() };
    let app = App::new()
        .app_data(fixture.state.clone())
        .app_data(Data::new(api))
        .configure(|config| http_portal::configure(config, &settings));
    let request = TestRequest::get().uri(path).insert_header(header).insert_header(("Host", "shop.example"));
    exchange(app, request.to_request()).await
}

fn respond(asked: ApiTarget) -> Pin<Box<dyn Future<Output = HttpResponse>>> {
    Box::pin(async move {
        let state = HttpState::of(&asked.request).unwrap().clone();
        http_v2::respond_on_behalf(&asked.request, state, asked.caller, &asked.target).await
    })
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
