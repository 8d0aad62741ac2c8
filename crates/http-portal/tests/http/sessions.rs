//! How a session begins and ends.

use crate::browser::Browser;
use crate::test_portal::{PASSWORD, TestPortal, login};
use catalog_domain::accounts::{AccountProfile, AccountStatus, SESSION_LIFETIME_SECONDS};
use catalog_domain::ports::PasswordHasher;
use catalog_testkit::app::quick_hasher;
use catalog_testkit::builders::NOON;
use http_portal::PortalSettings;

const SESSION: &str = "catalog-session";

#[actix_web::test]
async fn the_cookie_is_for_this_host_and_not_for_scripts() {
    for (public_origin, cookie) in [
        ("", "catalog-session=VALUE; HttpOnly; SameSite=Lax; Path=/; Max-Age=43200"),
        ("http://shop.example", "catalog-session=VALUE; HttpOnly; SameSite=Lax; Path=/; Max-Age=43200"),
        ("https://shop.example", "__Host-catalog-session=VALUE; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=43200"),
    ] {
        let mut portal = TestPortal::new();
        portal.settings = PortalSettings { public_origin: public_origin.into(), ..portal.settings };
        let mut browser = Browser::new(&portal);
        let page = browser.sign_in("user", PASSWORD).await;
        let (_, value) = browser.cookies.iter().find(|(name, _)| name.ends_with(SESSION)).unwrap();
        assert_eq!(page.header("set-cookie").replace(value.as_str(), "VALUE"), cookie);
        assert_eq!(browser.get("/portal").await.status, 200);
    }
}

#[actix_web::test]
async fn signing_out_ends_the_session_for_a_copied_cookie_too() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        let mut copy = browser.clone();
        let mut elsewhere = Browser::of(&portal, "user").await;
        let page = browser.fill_in("/portal", "/portal/sign-out", &[]).await;
        assert_eq!((page.status, page.header("location")), (303, "/"));
        assert!(!browser.cookies.contains_key(SESSION));
        assert_eq!(copy.get("/portal").await.status, 303);
        assert_eq!(elsewhere.get("/portal").await.status, 200, "another session of the same person goes on");
    }
}

#[actix_web::test]
async fn a_session_holds_on_every_server_and_ends_there_within_a_second() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        let mut there = Browser::on(&portal, &portal.another_server());
        there.cookies = browser.cookies.clone();
        assert_eq!(there.get("/portal").await.status, 200);
        browser.fill_in("/portal", "/portal/sign-out", &[]).await;
        portal.clock.advance(1);
        assert_eq!(there.get("/portal").await.status, 303);
    }
}

#[actix_web::test]
async fn a_session_ends_after_twelve_hours() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        portal.clock.advance(SESSION_LIFETIME_SECONDS - 1);
        assert_eq!(browser.get("/portal").await.status, 200);
        portal.clock.advance(1);
        assert_eq!(browser.get("/portal").await.status, 303);
    }
}

#[actix_web::test]
async fn a_form_that_comes_after_its_session_says_so_and_leads_back_to_its_page() {
    let portal = TestPortal::new();
    let mut browser = Browser::of(&portal, "user").await;
    let form_token = browser.get("/portal/keys").await.form_token();
    portal.clock.advance(SESSION_LIFETIME_SECONDS);
    let fields = [("name", "late"), ("form_token", &*form_token)];
    for (referrer, next) in [
        ("http://shop.example/portal/catalog?page=2", "%2Fportal%2Fcatalog%3Fpage%3D2"),
        ("http://shop.example/docs", "%2Fportal"),
        ("http://other.example/portal/catalog", "%2Fportal"),
        ("http://shop.example", "%2Fportal"),
        ("about:blank", "%2Fportal"),
    ] {
        let page = browser.post("/portal/keys", &fields, &[("referer", referrer)]).await;
        let expected = format!("/portal/sign-in?next={next}&unsaved=true");
        assert_eq!((page.status, page.header("location")), (303, expected.as_str()), "{referrer}");
        browser.get(&expected).await.shows(&["Your session had ended, so nothing was saved."]);
    }
    let asked = browser.get("/portal/keys").await;
    browser.get(asked.header("location")).await.hides(&["nothing was saved"]);
    assert!(portal.store.keys_of(portal.account("user").id).unwrap().is_empty());
}

#[actix_web::test]
async fn a_session_that_was_started_while_the_clock_was_ahead_is_refused() {
    for portal in TestPortal::all() {
        for (ahead, status) in [(60, 200), (61, 303), (100 * 86_400, 303)] {
            portal.clock.advance(ahead);
            let mut browser = Browser::of(&portal, "user").await;
            assert_eq!(browser.get("/portal").await.status, 200);
            portal.clock.advance(-ahead);
            assert_eq!(browser.get("/portal").await.status, status, "{ahead} s ahead");
        }
    }
}

#[actix_web::test]
async fn a_session_ends_with_the_access_of_its_account() {
    for portal in TestPortal::all() {
        let store = &portal.store;
        let id = portal.account("user").id;
        let mut browser = Browser::of(&portal, "user").await;
        assert_eq!(browser.get("/portal").await.status, 200);
        let mut disable = |profile: &mut AccountProfile| profile.status = AccountStatus::Disabled;
        store.update_profile(id, &mut disable, NOON).unwrap();
        portal.state.app.accounts.refresh().unwrap();
        assert_eq!(browser.get("/portal").await.status, 303);
        let refused = browser.sign_in("user", PASSWORD).await;
        refused.shows(&["Your access is disabled"]);
        let mut enable = |profile: &mut AccountProfile| profile.status = AccountStatus::Active;
        store.update_profile(id, &mut enable, NOON).unwrap();
        portal.state.app.accounts.refresh().unwrap();
        assert_eq!(browser.get("/portal").await.status, 303, "letting somebody in again revives no session");

        let mut browser = Browser::of(&portal, "user").await;
        store.update_password(id, &quick_hasher().hash("another password").unwrap(), NOON).unwrap();
        portal.state.app.accounts.refresh().unwrap();
        assert_eq!(browser.get("/portal").await.status, 303);
    }
}

#[actix_web::test]
async fn a_cookie_that_is_no_session_is_ignored() {
    let portal = TestPortal::new();
    for value in ["", "x", "A".repeat(43).as_str(), "A".repeat(4_000).as_str()] {
        let mut browser = Browser::new(&portal);
        browser.cookies.insert(SESSION.into(), value.into());
        assert_eq!(browser.get("/portal").await.status, 303, "{value}");
    }
}

#[actix_web::test]
async fn sign_ins_are_refused_in_the_same_words_and_limited_with_the_other_routes() {
    for portal in TestPortal::all() {
        let mut browser = Browser::new(&portal);
        let token = browser.get("/portal/sign-in").await.form_token();
        for (attempt, person) in
            ["user", "stranger", "pending", "user", "user", "user", "user", "user", "user", "user"].iter().enumerate()
        {
            let fields = [("email", &*login(person)), ("password", "a wrong password"), ("form_token", &*token)];
            let page = browser.post("/portal/sign-in", &fields, &[]).await;
            assert_eq!(page.status, 403, "attempt {attempt}");
            assert!(page.body.contains("Wrong e-mail or password"), "{person}");
        }
        let fields = [("email", &*login("user")), ("password", PASSWORD), ("form_token", &*token)];
        let page = browser.post("/portal/sign-in", &fields, &[]).await;
        assert_eq!((page.status, page.heading()), (429, "Too many attempts"));
        assert_eq!(page.header("retry-after"), "60");
        page.shows(&["Try again in 60 seconds.", "data-seconds=\"60\"", "href=\"/portal/sign-in\">Go to sign-in<"]);
        let json = serde_json::json!({"login": login("user"), "password": PASSWORD});
        let request = actix_web::test::TestRequest::post().uri("/auth/token").set_json(json);
        assert_eq!(browser.send(request).await.status, 429, "one limit for all routes");
    }
}

#[actix_web::test]
async fn signing_in_leads_to_the_page_that_was_asked_for() {
    let portal = TestPortal::new();
    for (next, location) in
        [("/portal/account?changed=true", "/portal/account?changed=true"), ("https://other.example/", "/portal")]
    {
        let mut browser = Browser::new(&portal);
        let fields = [("email", &*login("user")), ("password", PASSWORD), ("next", next)];
        let page = browser.fill_in("/portal/sign-in", "/portal/sign-in", &fields).await;
        assert_eq!((page.status, page.header("location")), (303, location));
    }
}
