//! Forged forms: without the token, with another one, from another site.

use crate::browser::Browser;
use crate::test_portal::{PASSWORD, TestPortal, login};
use actix_web::test::TestRequest;
use http_portal::PortalSettings;

/// Every form: the page that it is on, and where it is sent.
const FORMS: &[(&str, &str)] = &[
    ("/portal/sign-in", "/portal/sign-in"),
    ("/portal/register", "/portal/register"),
    ("/portal/password/forgotten", "/portal/password/forgotten"),
    ("/portal/sign-in", "/portal/password"),
    ("/portal/sign-in", "/portal/language"),
    ("/portal", "/portal/token"),
    ("/portal/account", "/portal/account"),
    ("/portal", "/portal/sign-out"),
    ("/portal", "/portal/language"),
];

const FORGED: (u16, &str) = (403, "The form is no longer valid");

async fn browser_for(portal: &TestPortal, page: &str) -> Browser {
    let is_for_everybody = FORMS[..5].iter().any(|(known, _)| *known == page);
    if is_for_everybody { Browser::new(portal) } else { Browser::of(portal, "user").await }
}

#[actix_web::test]
async fn every_form_without_its_token_or_from_another_site_is_refused() {
    let own = [("origin", "http://shop.example"), ("sec-fetch-site", "same-origin")];
    for (page, action) in FORMS {
        let portal = TestPortal::new();
        let mut browser = browser_for(&portal, page).await;
        let token = browser.get(page).await.form_token();
        assert_eq!(token.len(), 43, "{page}");
        let mut stranger = browser_for(&portal, page).await;
        let strangers_token = stranger.get(page).await.form_token();
        let other_letter = if token.starts_with('A') { 'B' } else { 'A' };
        let with_letter_changed = format!("{other_letter}{}", &token[1..]);
        for wrong in ["", "x", &strangers_token, &with_letter_changed] {
            let refused = browser.post(action, &[("form_token", wrong)], &own).await;
            assert_eq!((refused.status, refused.heading()), FORGED, "{action} with {wrong:?}");
        }
        let refused = browser.post(action, &[], &own).await;
        assert_eq!((refused.status, refused.heading()), FORGED, "{action}");
        for foreign in [
            [("origin", "https://other.example"), ("sec-fetch-site", "same-origin")],
            [("origin", "null"), ("sec-fetch-site", "same-origin")],
            [("origin", "http://shop.example.other.example"), ("sec-fetch-site", "same-origin")],
            [("origin", "http://shop.example"), ("sec-fetch-site", "cross-site")],
            [("origin", "http://shop.example"), ("sec-fetch-site", "same-site")],
        ] {
            let refused = browser.post(action, &[("form_token", &token)], &foreign).await;
            assert_eq!((refused.status, refused.heading()), FORGED, "{action} {foreign:?}");
        }
        for headers in [&own[..], &[("sec-fetch-site", "none")], &[]] {
            let mut browser = browser_for(&portal, page).await;
            let token = browser.get(page).await.form_token();
            let taken = browser.post(action, &[("form_token", &token)], headers).await;
            assert_ne!((taken.status, taken.heading()), FORGED, "{action} {headers:?}");
        }
    }
}

#[actix_web::test]
async fn a_form_is_from_the_public_address_whatever_a_proxy_calls_the_host() {
    let mut portal = TestPortal::new();
    portal.settings = PortalSettings { public_origin: "https://catalog.example".into(), ..portal.settings };
    for (origin, status) in [("https://catalog.example", 303), ("https://other.example", 403)] {
        let mut browser = Browser::new(&portal);
        let token = browser.get("/portal/sign-in").await.form_token();
        let fields = [("email", &*login("user")), ("password", PASSWORD), ("form_token", &token)];
        let page = browser.post("/portal/sign-in", &fields, &[("origin", origin)]).await;
        assert_eq!(page.status, status, "{origin}");
    }
}

#[actix_web::test]
async fn a_form_that_is_too_long_or_no_form_is_refused() {
    let portal = TestPortal::new();
    let mut browser = Browser::new(&portal);
    let token = browser.get("/portal/register").await.form_token();
    let long = "x".repeat(64 * 1024);
    let page = browser.post("/portal/register", &[("form_token", &token), ("comment", &long)], &[]).await;
    assert_eq!((page.status, page.heading()), (413, "The form is too large"));
    for (kind, body) in [
        ("application/json", "{}"),
        ("application/x-www-form-urlencoded", "form_token=a&form_token=b"),
        ("multipart/form-data", ""),
    ] {
        let request = TestRequest::post().uri("/portal/register").insert_header(("content-type", kind));
        let page = browser.send(request.set_payload(body)).await;
        assert_eq!((page.status, page.heading()), (400, "That did not work"), "{kind}");
    }
}
