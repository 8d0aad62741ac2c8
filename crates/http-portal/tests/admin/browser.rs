//! A browser without scripts: keeps cookies, and sends forms with the token of the page they are on.

use actix_web::App;
use actix_web::body::to_bytes;
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::test::{self, TestRequest};
use actix_web::web::Data;
use http_common::Services;
use http_portal::{PortalSettings, ServerStatus, StatusFact, StatusGroup};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A response, read to its end.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) status: u16,
    pub(crate) location: String,
    pub(crate) body: String,
}

impl Page {
    /// The token of the first form after the frame's; empty when there is none.
    fn form_token(&self) -> &str {
        between(&self.body, "name=\"form_token\" value=\"", "\"").unwrap_or_default()
    }

    /// Whether the page has `text` as it is in HTML.
    pub(crate) fn has(&self, text: &str) -> bool {
        self.body.contains(text)
    }

    /// The text between two others.
    pub(crate) fn between(&self, start: &str, end: &str) -> Option<&str> {
        between(&self.body, start, end)
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    Some(rest.split_once(end)?.0)
}

/// A browser.
pub(crate) struct Browser {
    services: Data<Services>,
    cookies: BTreeMap<String, String>,
    form_token: String,
}

/// A server that reports one fact of a hostile name.
#[derive(Debug)]
struct FixedStatus;

impl ServerStatus for FixedStatus {
    fn status(&self) -> Vec<StatusGroup> {
        let facts = vec![StatusFact::new("Revision", &7), StatusFact::new("Ready", &"<no>").marked(true)];
        vec![StatusGroup { title: "Server", facts }]
    }
}

impl Browser {
    /// A browser in which nobody is signed in.
    pub(crate) fn new(services: &Data<Services>) -> Self {
        Self { services: services.clone(), cookies: BTreeMap::new(), form_token: String::new() }
    }

    /// Signs in.
    pub(crate) async fn sign_in(&mut self, email: &str, password: &str) {
        self.get("/portal/sign-in").await;
        let page = self.post("/portal/sign-in", &[("email", email), ("password", password)]).await;
        assert_eq!(page.status, 303, "{page:?}");
    }

    /// Reads a page.
    pub(crate) async fn get(&mut self, path: &str) -> Page {
        let page = self.send(TestRequest::get().uri(path)).await;
        if !page.form_token().is_empty() {
            self.form_token = page.form_token().to_owned();
        }
        page
    }

    /// Sends a form with the token of the last page.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let token = self.form_token.clone();
        let fields: Vec<(&str, &str)> = fields.iter().copied().chain([("form_token", &*token)]).collect();
        self.post_without_token(path, &fields).await
    }

    /// Sends a form as it is.
    pub(crate) async fn post_without_token(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        self.send(TestRequest::default().method(Method::POST).uri(path).set_form(fields)).await
    }

    async fn send(&mut self, request: TestRequest) -> Page {
        let settings = PortalSettings { is_on: true, status: Some(Arc::new(FixedStatus)), ..PortalSettings::default() };
        let app = test::init_service(
            App::new()
                .app_data(self.services.clone())
                .configure(|config| http_portal::configure(config, &settings))
                .wrap(from_fn(http_common::request::stamp_request_id)),
        )
        .await;
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.insert_header(("host", "shop.example")).insert_header(("cookie", cookies.join("; ")));
        let request = request.peer_addr("192.0.2.1:1024".parse().unwrap());
        let response = test::call_service(&app, request.to_request()).await;
        for cookie in response.response().cookies() {
            self.cookies.insert(cookie.name().to_owned(), cookie.value().to_owned());
        }
        let status = response.status().as_u16();
        let header = |name: &str| {
            let value = response.headers().get(name).and_then(|value| value.to_str().ok());
            value.unwrap_or_default().to_owned()
        };
        let location = header("location");
        if status == 200 {
            assert_eq!(header("cache-control"), "no-store");
            assert!(!header("content-security-policy").contains("unsafe-inline"));
        }
        let body = String::from_utf8(to_bytes(response.into_body()).await.ok().unwrap().to_vec()).unwrap();
        // The policy would ignore them, and they are what injected markup looks like.
        for forbidden in [" style=\"", " onclick=", " onload=", "<script>"] {
            assert!(!body.contains(forbidden), "{forbidden} in {body}");
        }
        Page { status, location, body }
    }
}
