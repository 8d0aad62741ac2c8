//! The page of a person's keys.

use crate::browser::{Browser, with_token};
use crate::test_portal::TestPortal;

#[actix_web::test]
async fn a_key_is_made_shown_once_and_revoked() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        browser.get("/portal/keys").await.shows(&["You have no keys."]);
        let made = browser.fill_in("/portal/keys", "/portal/keys", &[("name", "Зеркало"), ("days", "20")]).await;
        assert_eq!(made.status, 200);
        let key = made.between("<code id=\"key\">", "</code>").unwrap().to_owned();
        let page = browser.get("/portal/keys").await;
        page.shows(&["Зеркало", "expires soon: create another"]);
        // It is shown once.
        page.hides(&[&key[17..]]);
        let check = || Browser::new(&portal);
        assert_eq!(check().send(with_token("/auth/v2/check", &key)).await.status, 200);
        let id = key.split('_').nth(1).unwrap();
        let revoke = format!("/portal/keys/{id}/revoke");
        let forged = browser.post(&revoke, &[("form_token", "x")], &[]).await;
        assert_eq!(forged.status, 403);
        let revoked = browser.fill_in("/portal/keys", &revoke, &[]).await;
        assert_eq!((revoked.status, revoked.header("location")), (303, "/portal/keys"));
        assert_eq!(check().send(with_token("/auth/v2/check", &key)).await.status, 401);
        assert_eq!(browser.fill_in("/portal/keys", &revoke, &[]).await.status, 404);
        let endless = browser.fill_in("/portal/keys", "/portal/keys", &[("name", "b"), ("days", "")]).await;
        assert!(endless.status == 200 && endless.has("never"), "{}", endless.body);
    }
}

#[actix_web::test]
async fn a_form_that_cannot_be_used_says_why_and_makes_no_key() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        for (fields, problem) in [
            ([("name", " "), ("days", "1"), ("right", "read")], "Please fill this in."),
            ([("name", "a"), ("days", "0"), ("right", "read")], "Enter a number from 1 to 3,650, or nothing."),
            ([("name", "a"), ("days", "1"), ("right", "admin")], "only administrators may have keys with this right"),
        ] {
            let page = browser.fill_in("/portal/keys", "/portal/keys", &fields).await;
            assert_eq!(page.status, 422);
            assert!(page.has(problem), "{}", page.body);
        }
        browser.get("/portal/keys").await.shows(&["You have no keys."]);
    }
}

#[actix_web::test]
async fn an_administrator_sees_the_keys_of_others_without_secrets_and_revokes_them() {
    for portal in TestPortal::administered_on_all() {
        let mut buyer = Browser::of(&portal, "buyer").await;
        let made = buyer.fill_in("/portal/keys", "/portal/keys", &[("name", "Mirror"), ("days", "20")]).await;
        let key = made.between("<code id=\"key\">", "</code>").unwrap().to_owned();
        let (page, id) = ("/portal/admin/accounts/2", key.split('_').nth(1).unwrap());
        let mut admin = Browser::of(&portal, "admin").await;
        let shown = admin.get(page).await;
        assert!(shown.has("Mirror") && shown.has(id), "{}", shown.body);
        shown.hides(&[&key[17..]]);
        assert!(!admin.get("/portal/admin/accounts/1").await.has(id), "another account");
        let others = format!("/portal/admin/accounts/1/keys/{id}/revoke");
        assert_eq!(admin.fill_in(page, &others, &[]).await.status, 404, "not of that account");
        let revoked = admin.fill_in(page, &format!("{page}/keys/{id}/revoke"), &[]).await;
        assert_eq!((revoked.status, revoked.header("location")), (303, "/portal/admin/accounts/2?done=revoked"));
        admin.get(revoked.header("location")).await.shows(&["The key was revoked."]);
        assert_eq!(Browser::new(&portal).send(with_token("/auth/v2/check", &key)).await.status, 401);
    }
}
