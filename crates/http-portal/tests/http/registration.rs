//! Requests for access, and texts that strangers send.

use crate::browser::Browser;
use crate::test_portal::{TestPortal, login};
use catalog_domain::accounts::AccountProfile;
use catalog_testkit::builders::NOON;

const PATH: &str = "/portal/register";

#[actix_web::test]
async fn a_request_is_received_in_the_same_words_whether_or_not_the_address_is_known() {
    for portal in TestPortal::all() {
        let mut pages = Vec::new();
        for person in ["new", "user", "pending", "disabled", "new"] {
            let email = format!(" {} ", login(person));
            let fields =
                [("email", &*email), ("name", "Ann"), ("company", "Shop"), ("phone", ""), ("comment", "a\r\nb")];
            let page = Browser::new(&portal).fill_in(PATH, PATH, &fields).await;
            assert_eq!((page.status, page.heading()), (200, "Your request was received"), "{person}");
            pages.push(page.main().to_owned());
        }
        assert!(pages.iter().all(|page| *page == pages[0]));
        let made = portal.account("new");
        assert_eq!((&*made.profile.name, &made.profile.phone), ("Ann", &None));
        assert_eq!(made.profile.comment.as_deref(), Some("a\r\nb"));
        assert_eq!(made.registration_attempts, 1);
        assert_eq!(portal.account("user").registration_attempts, 1);
    }
}

#[actix_web::test]
async fn a_request_that_is_wrong_keeps_what_was_typed_and_says_what_is_wrong() {
    let portal = TestPortal::new();
    let hostile = ["<script>alert(1)</script>", "\u{202e}gnol", "\"><img src=x onerror=alert(1)>"];
    for text in hostile {
        let fields = [("email", text), ("name", text), ("company", ""), ("comment", text)];
        let page = Browser::new(&portal).fill_in(PATH, PATH, &fields).await;
        assert_eq!(page.status, 422, "{text}");
        page.shows(&["Enter an e-mail address", "Please fill this in."]);
        page.hides(&["<script>alert", "<img"]);
    }
    let long = "x".repeat(10_000);
    let fields = [("email", "a@b.example"), ("name", &*long), ("company", "C"), ("phone", &*long)];
    let page = Browser::new(&portal).fill_in(PATH, PATH, &fields).await;
    assert_eq!(page.status, 422);
    page.shows(&["At most 200 characters"]);
}

#[actix_web::test]
async fn names_that_older_versions_let_in_are_shown_harmlessly() {
    for text in ["<script>alert(1)</script>", "\u{202e}gnol\u{2066}", "x\" onfocus=\"alert(1)", &"ж".repeat(10_000)] {
        let portal = TestPortal::new();
        let mut rename = |profile: &mut AccountProfile| text.clone_into(&mut profile.company);
        portal.store.update_profile(portal.account("user").id, &mut rename, NOON).unwrap();
        portal.state.app.accounts.refresh().unwrap();
        let mut browser = Browser::of(&portal, "user").await;
        for path in ["/portal", "/portal/account"] {
            let body = browser.get(path).await.body;
            assert!(!body.contains("<script>alert"), "{body}");
            assert!(!body.contains("\" onfocus"), "{body}");
            let escaped = text.replace('<', "&#60;").replace('>', "&#62;").replace('"', "&#34;");
            assert!(body.contains(&format!("<bdi>{escaped}</bdi>")), "{body:.2000}");
        }
    }
}
