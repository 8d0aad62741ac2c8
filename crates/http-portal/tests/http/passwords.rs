//! Setting, changing and forgetting a password.

use crate::browser::{Browser, with_token};
use crate::test_portal::{PASSWORD, TestPortal, login};
use catalog_testkit::app::token_of;

const NEW: &str = "a brand new password";

#[actix_web::test]
async fn an_invitation_leads_to_a_password_and_works_once() {
    for portal in TestPortal::all() {
        let (boss, user) = (portal.account("administrator").id, portal.account("user").id);
        let path = &*portal.state.app.accounts.invite(boss, user).await.unwrap().link;
        let invitation = path.strip_prefix("/portal/password?invitation=").unwrap();
        let mut signed_in = Browser::of(&portal, "user").await;
        let mut browser = Browser::new(&portal);
        for (password, repeated, error) in [
            ("short", "short", "Enter at least 10 characters"),
            (NEW, "a different password", "The passwords do not match."),
        ] {
            let fields = [("invitation", invitation), ("password", password), ("repeated", repeated)];
            let page = browser.fill_in(path, "/portal/password", &fields).await;
            assert_eq!(page.status, 422);
            assert!(page.body.contains(error), "{}", page.body);
            assert!(page.body.contains(invitation), "{}", page.body);
            assert!(!page.body.contains(password), "no password is sent back");
        }
        let fields = [("invitation", invitation), ("password", NEW), ("repeated", NEW)];
        let page = browser.fill_in(path, "/portal/password", &fields).await;
        assert_eq!((page.status, page.header("location")), (303, "/portal/sign-in?password_set=true"));
        let next = browser.get("/portal/sign-in?password_set=true").await;
        next.shows(&["Your password is set."]);
        assert_eq!(signed_in.get("/portal").await.status, 303, "earlier sessions have ended");
        assert_eq!(browser.sign_in("user", NEW).await.status, 303);
        let used = browser.get(path).await;
        assert_eq!((used.status, used.heading()), (410, "This link is no longer valid"));
        let mut late = Browser::new(&portal);
        let token = late.get("/portal/register").await.form_token();
        let fields = [("invitation", invitation), ("password", NEW), ("repeated", NEW), ("form_token", &token)];
        let used = late.post("/portal/password", &fields, &[]).await;
        assert_eq!((used.status, used.heading()), (410, "This link is no longer valid"));
    }
}

#[actix_web::test]
async fn changing_the_password_ends_all_other_sessions_and_tokens() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        let mut elsewhere = Browser::of(&portal, "user").await;
        let mut copy = browser.clone();
        let token = token_of(&portal.account("user"), portal.state.app.now());
        let change = |present, new, repeated| [("present", present), ("password", new), ("repeated", repeated)];
        for (fields, error) in [
            (change("a wrong password", NEW, NEW), "The password is wrong."),
            (change(PASSWORD, "short", "short"), "Enter at least 10 characters"),
            (change(PASSWORD, NEW, "x"), "The passwords do not match."),
        ] {
            let page = browser.fill_in("/portal/account", "/portal/account", &fields).await;
            assert_eq!(page.status, 422);
            assert!(page.body.contains(error), "{error}: {}", page.body);
            assert_eq!(elsewhere.get("/portal").await.status, 200);
        }
        let page = browser.fill_in("/portal/account", "/portal/account", &change(PASSWORD, NEW, NEW)).await;
        assert_eq!((page.status, page.header("location")), (303, "/portal/account?changed=true"));
        browser.get("/portal/account?changed=true").await.shows(&["Your password was changed."]);
        for ended in [&mut elsewhere, &mut copy] {
            assert_eq!(ended.get("/portal").await.status, 303);
        }
        assert_eq!(browser.send(with_token("/auth/v2/check", &token)).await.status, 401);
        assert_eq!(Browser::new(&portal).sign_in("user", NEW).await.status, 303);
    }
}

#[actix_web::test]
async fn a_forgotten_password_is_noted_and_nobody_learns_whether_the_address_is_known() {
    for portal in TestPortal::all() {
        let mut pages = Vec::new();
        for person in ["user", "stranger", "disabled"] {
            let mut browser = Browser::new(&portal);
            let (path, email) = ("/portal/password/forgotten", login(person));
            let page = browser.fill_in(path, path, &[("email", &email)]).await;
            assert_eq!((page.status, page.heading()), (200, "Your request was received"));
            pages.push(page.main().to_owned());
        }
        assert!(pages.iter().all(|page| *page == pages[0]));
        assert!(portal.account("user").password_requested_at.is_some());
        assert!(portal.account("disabled").password_requested_at.is_none());
    }
}
