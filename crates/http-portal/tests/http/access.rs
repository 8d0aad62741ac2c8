//! Access to pages by role.

use crate::browser::{Browser, with_token};
use crate::test_portal::TestPortal;
use actix_web::test::TestRequest;
use catalog_testkit::app::token_of;
use http_portal::PortalSettings;

/// Pages for everybody, with their status for people who are not signed in and for those who are.
const FOR_EVERYBODY: &[(&str, u16, u16)] = &[
    ("/", 200, 200),
    ("/portal/sign-in", 200, 303),
    ("/portal/register", 200, 200),
    ("/portal/password/forgotten", 200, 200),
    ("/portal/password", 410, 410),
    ("/portal/nothing", 404, 404),
];

const FOR_PEOPLE: &[&str] = &[
    "/portal",
    "/portal/account",
    "/portal/catalog",
    "/portal/catalog/sections/1",
    "/portal/products/P-1",
    "/portal/products/P-1/json",
    "/portal/changes/1",
    "/portal/search",
];

/// What forms are sent to, by people who are signed in.
const ACTIONS: &[&str] = &["/portal/token", "/portal/account", "/portal/sign-out"];

#[actix_web::test]
async fn every_page_opens_for_exactly_those_whom_it_is_for() {
    let portal = TestPortal::new();
    let mut nobody = Browser::new(&portal);
    for (path, for_nobody, _) in FOR_EVERYBODY {
        assert_eq!(nobody.get(path).await.status, *for_nobody, "{path}");
    }
    for path in FOR_PEOPLE {
        let page = nobody.get(&format!("{path}?a=b")).await;
        let expected = format!("/portal/sign-in?next={}%3Fa%3Db", path.replace('/', "%2F"));
        assert_eq!((page.status, page.header("location")), (303, expected.as_str()), "{path}");
    }
    let page = nobody.get("/portal/").await;
    assert_eq!((page.status, page.header("location")), (303, "/portal"));
    for path in ACTIONS {
        let page = nobody.post(path, &[], &[]).await;
        assert_eq!(
            (page.status, page.header("location")),
            (303, "/portal/sign-in?next=%2Fportal&unsaved=true"),
            "{path}"
        );
    }
    for person in ["user", "administrator"] {
        let mut browser = Browser::of(&portal, person).await;
        for (path, _, status) in FOR_EVERYBODY {
            assert_eq!(browser.get(path).await.status, *status, "{person} {path}");
        }
        for path in FOR_PEOPLE {
            let page = browser.get(path).await;
            assert_eq!(page.status, 200, "{person} {path}");
            let has_administration = page.body.contains("/portal/admin/");
            assert_eq!(has_administration, person == "administrator", "{person} {path}");
        }
    }
    for person in ["disabled", "pending", "stranger"] {
        let page = Browser::new(&portal).sign_in(person, crate::test_portal::PASSWORD).await;
        assert_eq!((page.status, page.header("location")), (403, ""), "{person}");
    }
}

#[actix_web::test]
async fn an_error_keeps_the_navigation_of_whoever_is_signed_in() {
    let portal = TestPortal::new();
    let mut nobody = Browser::new(&portal);
    let mut user = Browser::of(&portal, "user").await;
    for (path, status) in [("/portal/nothing", 404), ("/portal/admin/status", 403), ("/portal/sign-out", 405)] {
        let page = user.get(path).await;
        assert_eq!(page.status, status, "{path}");
        page.shows(&["href=\"/portal/catalog\"", "action=\"/portal/sign-out\""]);
        nobody.get(path).await.hides(&["action=\"/portal/sign-out\""]);
    }
}

#[actix_web::test]
async fn every_page_says_that_nothing_may_keep_it_or_run_in_it() {
    let portal = TestPortal::new();
    let mut browser = Browser::of(&portal, "administrator").await;
    let paths = FOR_EVERYBODY.iter().map(|(path, ..)| *path).chain(FOR_PEOPLE.iter().copied());
    for path in paths {
        let page = browser.get(path).await;
        assert_eq!(page.header("cache-control"), "no-store", "{path}");
        // The browser has looked at the rest, as it does at every page of these tests.
        assert!(page.status == 303 || page.header("content-type") == "text/html; charset=utf-8", "{path}");
    }
}

#[actix_web::test]
async fn no_route_of_the_interface_takes_the_cookie_and_no_page_a_token() {
    let portal = TestPortal::new();
    let mut browser = Browser::of(&portal, "administrator").await;
    for path in ["/auth/v2/check", "/api/v2/catalog/tree", "/auth/admin/users"] {
        assert_eq!(browser.get(path).await.status, 401, "{path}");
    }
    let token = token_of(&portal.account("administrator"), portal.state.app.now());
    let mut nobody = Browser::new(&portal);
    assert_eq!(nobody.send(with_token("/auth/v2/check", &token)).await.status, 200);
    for path in FOR_PEOPLE {
        assert_eq!(nobody.send(with_token(path, &token)).await.status, 303, "{path}");
    }
}

#[actix_web::test]
async fn a_portal_that_is_off_leaves_its_start_the_guides_and_the_downloads() {
    let mut portal = TestPortal::new();
    portal.settings = PortalSettings::default();
    let mut browser = Browser::new(&portal);
    let start = browser.get("/").await;
    assert_eq!((start.status, start.heading()), (200, "Product catalog"));
    start.hides(&["/portal/sign-in", "/portal/language"]);
    for path in ["/portal/help", "/portal/help/first-afternoon", "/download/"] {
        let page = browser.get(path).await;
        assert_eq!((page.status, browser.cookies.len()), (200, 0), "{path}");
        page.hides(&["/portal/sign-in\"", "/portal/register\"", "/portal/keys\"", "/portal/language\""]);
    }
    for (path, ..) in FOR_EVERYBODY.iter().skip(1) {
        assert_eq!(browser.get(path).await.status, 404, "{path}");
    }
    for path in FOR_PEOPLE.iter().chain(ACTIONS) {
        assert_eq!(browser.get(path).await.status, 404, "{path}");
    }
}

#[actix_web::test]
async fn other_methods_get_a_page_that_names_those_there_are() {
    let portal = TestPortal::new();
    let mut browser = Browser::new(&portal);
    for (path, allowed) in
        [("/portal/sign-in", "GET, HEAD, POST"), ("/portal/account", "GET, HEAD, POST"), ("/portal/sign-out", "POST")]
    {
        let page = browser.send(TestRequest::delete().uri(path)).await;
        assert_eq!((page.status, page.header("allow")), (405, allowed), "{path}");
    }
}

#[actix_web::test]
async fn assets_are_kept_for_good_under_an_address_of_their_content() {
    let portal = TestPortal::new();
    let mut browser = Browser::new(&portal);
    let start = browser.get("/").await.body;
    let addresses: Vec<&str> =
        start.split('"').filter(|text| text.starts_with("/portal/assets/") && text.contains('.')).collect();
    assert_eq!(addresses.len(), 4, "{addresses:?}");
    for address in addresses {
        let asset = browser.get(address).await;
        assert_eq!((asset.status, asset.header("cache-control")), (200, "public, max-age=31536000, immutable"));
        let of_another_version = address.replace("/assets/", "/assets/0");
        assert_eq!(browser.get(&of_another_version).await.status, 404);
    }
}
