//! The start page, the overview and access tokens.

use crate::browser::{Browser, with_token};
use crate::test_portal::TestPortal;
use actix_web::test::TestRequest;
use catalog_index::Catalog;
use catalog_testkit::builders::storefront;
use http_portal::Readiness;
use serde_json::Value;
use std::sync::Arc;

#[actix_web::test]
async fn the_start_says_what_the_service_is_and_whether_it_is_ready() {
    for (is_ready, text) in [(true, ">Ready<"), (false, ">Not ready<")] {
        let mut portal = TestPortal::new();
        portal.settings.readiness = Readiness(Arc::new(move || is_ready));
        let mut browser = Browser::new(&portal);
        let page = browser.get("/").await;
        assert!(page.body.contains(text), "{}", page.body);
        page.shows(&[
            r#"href="/portal/sign-in">Sign in<"#,
            r#"href="/portal/register">Request access<"#,
            r#"href="/docs">API reference<"#,
            r#"href="/health/ready">Health<"#,
        ]);
        let request = TestRequest::get().uri("/").insert_header(("accept", "application/json"));
        let json: Value = serde_json::from_str(&browser.send(request).await.body).unwrap();
        assert_eq!(json["data"]["ready"], is_ready);
        assert_eq!(json["data"]["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(json["data"]["links"]["apiReference"], "/docs");
    }
}

#[actix_web::test]
async fn the_name_of_the_service_is_in_the_head_and_the_title_of_each_page() {
    let mut portal = TestPortal::new();
    portal.settings.site_name = Some("A & <B>".into());
    let mut browser = Browser::of(&portal, "user").await;
    for path in ["/", "/portal", "/portal/catalog", "/portal/nothing", "/portal/help"] {
        let page = browser.get(path).await.body;
        assert!(page.contains(" · A &#38; &#60;B&#62;</title>"), "{path}: {page}");
        assert!(page.contains(">A &#38; &#60;B&#62;</a>") && !page.contains(">Catalog</a>\n<nav"), "{path}: {page}");
    }
}

#[actix_web::test]
async fn the_start_of_a_server_over_an_empty_store_says_what_to_do_next() {
    let portal = TestPortal::new();
    let advice = "Import a catalog with";
    assert!(!Browser::new(&portal).get("/").await.body.contains(advice));
    portal.state.app.catalog.shared().replace(Catalog::empty(storefront()));
    assert!(Browser::new(&portal).get("/").await.body.contains(advice));
}

#[actix_web::test]
async fn json_is_for_clients_that_accept_nothing_else() {
    let portal = TestPortal::new();
    for (accept, is_json) in [
        ("application/json", true),
        ("application/json;q=0.9, application/problem+json", true),
        ("text/html,application/xhtml+xml,application/json", false),
        ("application/json, */*;q=0.1", false),
        ("*/*", false),
        ("", false),
    ] {
        let request = TestRequest::get().uri("/").insert_header(("accept", accept));
        let page = Browser::new(&portal).send(request).await;
        assert_eq!(page.header("content-type").starts_with("application/json"), is_json, "{accept:?}");
        assert!(page.header("vary").starts_with("Accept"), "{accept:?}");
    }
}

#[actix_web::test]
async fn a_token_is_shown_once_works_and_ends_with_the_password() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        let overview = browser.get("/portal").await.body;
        for text in [
            "<bdi>Company of user</bdi>",
            "<bdi>Розн</bdi>",
            "<dt>Revision</dt><dd>1</dd>",
            "http://shop.example/api/v2",
        ] {
            assert!(overview.contains(text), "{text}: {overview}");
        }
        let page = browser.fill_in("/portal", "/portal/token", &[]).await;
        assert_eq!(page.status, 200);
        let token = page.body.split_once("<code id=\"token\">").unwrap().1.split('<').next().unwrap().to_owned();
        assert!(page.body.contains("1 Feb 2026, 12:00 UTC"), "when it ends: {}", page.body);
        assert_eq!(browser.send(with_token("/auth/v2/check", &token)).await.status, 200);
        browser.get("/portal").await.hides(&[&token]);
        let again = browser.get("/portal/token").await;
        assert_eq!((again.status, again.header("location")), (303, "/portal"));
    }
}
