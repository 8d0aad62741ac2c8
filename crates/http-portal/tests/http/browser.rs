//! A browser: keeps cookies, and sends forms with the token of the page that they are on.

use crate::test_portal::{PASSWORD, TestPortal, login};
use actix_web::cookie::Cookie;
use actix_web::cookie::time::Duration;
use actix_web::test::TestRequest;
use actix_web::web::Data;
use catalog_testkit::service::TestService;
use http_common::HttpState;
use std::collections::BTreeMap;

#[derive(Debug)]
pub(crate) struct Page {
    /// With its query.
    path: String,
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Page {
    /// The text of a header; empty when it is absent.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn heading(&self) -> &str {
        self.between("<h1>", "</h1>").unwrap_or_default()
    }

    /// The page without its frame.
    pub(crate) fn main(&self) -> &str {
        self.between("<main", "</main>").unwrap()
    }

    /// Whether the page has `text` as it is in HTML.
    pub(crate) fn has(&self, text: &str) -> bool {
        self.body.contains(text)
    }

    /// Fails unless the page has every one of `texts`.
    #[track_caller]
    pub(crate) fn shows(&self, texts: &[&str]) {
        texts.iter().for_each(|text| assert!(self.has(text), "{text} is not on {}: {}", self.path, self.body));
    }

    /// Fails if the page has one of `texts`.
    #[track_caller]
    pub(crate) fn hides(&self, texts: &[&str]) {
        texts.iter().for_each(|text| assert!(!self.has(text), "{text} is on {}: {}", self.path, self.body));
    }

    pub(crate) fn between(&self, start: &str, end: &str) -> Option<&str> {
        let (_, rest) = self.body.split_once(start)?;
        Some(rest.split_once(end)?.0)
    }

    /// The token of the page's last form; empty when there is none.
    pub(crate) fn form_token(&self) -> String {
        let after = self.body.rsplit_once("name=\"form_token\" value=\"").map_or("", |(_, rest)| rest);
        after.split('"').next().unwrap_or_default().to_owned()
    }

    /// Fails when a page may be stored, or may run or style inline, or has markup that would: the policy ignores it,
    /// and it is what injected markup looks like. Nothing of the portal is `<i>` or `<b>`: names in tests are.
    fn assert_runs_nothing_inline(&self) {
        if !self.header("content-type").starts_with("text/html") {
            return;
        }
        assert_eq!(
            (self.header("content-type"), self.header("cache-control")),
            ("text/html; charset=utf-8", "no-store")
        );
        let policy = self.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{}: {policy}", self.path);
        self.hides(&[
            " style=",
            "<style",
            "<script>",
            " onclick=",
            " onload=",
            "=\"javascript:",
            "hx-on",
            "<i>",
            "<b>",
        ]);
    }
}

#[derive(Clone)]
pub(crate) struct Browser {
    service: TestService,
    pub(crate) cookies: BTreeMap<String, String>,
    /// The token of the last page with a form.
    form_token: String,
}

impl Browser {
    /// A browser without cookies.
    pub(crate) fn new(portal: &TestPortal) -> Self {
        Self::on(portal, &portal.state)
    }

    /// The same on a certain server.
    pub(crate) fn on(portal: &TestPortal, state: &Data<HttpState>) -> Self {
        Self::of_service(&TestService::over(state).with_portal(&portal.settings))
    }

    pub(crate) fn of_service(service: &TestService) -> Self {
        Self { service: service.clone(), cookies: BTreeMap::new(), form_token: String::new() }
    }

    /// A browser in which that person has signed in.
    pub(crate) async fn of(portal: &TestPortal, person: &str) -> Self {
        let mut browser = Self::new(portal);
        let page = browser.sign_in(person, PASSWORD).await;
        assert_eq!((page.status, page.header("location")), (303, "/portal"), "{person}");
        browser
    }

    pub(crate) async fn sign_in(&mut self, person: &str, password: &str) -> Page {
        self.fill_in("/portal/sign-in", "/portal/sign-in", &[("email", &login(person)), ("password", password)]).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> Page {
        let page = self.send(TestRequest::get().uri(path)).await;
        let form_token = page.form_token();
        if !form_token.is_empty() {
            self.form_token = form_token;
        }
        page
    }

    pub(crate) async fn fill_in(&mut self, page: &str, action: &str, fields: &[(&str, &str)]) -> Page {
        self.form_token = self.get(page).await.form_token();
        self.submit(action, fields).await
    }

    /// Sends a form with the token of the last page that had one.
    pub(crate) async fn submit(&mut self, action: &str, fields: &[(&str, &str)]) -> Page {
        let token = self.form_token.clone();
        let fields: Vec<_> = fields.iter().copied().chain([("form_token", &*token)]).collect();
        self.post(action, &fields, &[]).await
    }

    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Page {
        let mut request = TestRequest::post().uri(path).set_form(fields);
        for (name, value) in headers {
            request = request.insert_header((*name, *value));
        }
        self.send(request).await
    }

    /// Sends a request with the browser's cookies, and keeps those of the response.
    pub(crate) async fn send(&mut self, request: TestRequest) -> Page {
        let request = request.insert_header(("host", "shop.example"));
        let mut request = request.peer_addr("192.0.2.1:1024".parse().unwrap());
        if !self.cookies.is_empty() {
            let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            request = request.insert_header(("cookie", cookies.join("; ")));
        }
        let request = request.to_request();
        let path = request.uri().to_string();
        let response = self.service.exchange(request).await;
        for (_, cookie) in response.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let cookie = Cookie::parse(cookie).unwrap();
            if cookie.max_age().is_some_and(Duration::is_zero) {
                self.cookies.remove(cookie.name());
            } else {
                self.cookies.insert(cookie.name().to_owned(), cookie.value().to_owned());
            }
        }
        let page = Page { path, status: response.status, headers: response.headers, body: response.body };
        page.assert_runs_nothing_inline();
        page
    }
}

/// A request with a bearer token and no cookie.
pub(crate) fn with_token(path: &str, token: &str) -> TestRequest {
    TestRequest::get().uri(path).insert_header(("authorization", format!("Bearer {token}")))
}
