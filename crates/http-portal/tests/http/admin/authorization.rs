//! Authorization: what administrators, buyers and strangers may see and do.

use crate::browser::Browser;
use crate::test_portal::TestPortal;
use catalog_domain::accounts::{AccountChange, AccountStatus};
use catalog_domain::pricing::Role;

const PAGES: [&str; 11] = [
    "/portal/admin/offers.csv",
    "/portal/admin/readers",
    "/portal/admin/accounts.csv",
    "/portal/admin/requests",
    "/portal/admin/accounts",
    "/portal/admin/accounts/2",
    "/portal/admin/imports",
    "/portal/admin/imports/1",
    "/portal/admin/look",
    "/portal/admin/v1",
    "/portal/admin/status",
];

const FORMS: [&str; 18] = [
    "/portal/admin/accounts/2/contact",
    "/portal/admin/accounts/2/see",
    "/portal/admin/seeing/end",
    "/portal/admin/accounts/selected",
    "/portal/admin/requests/3/approve",
    "/portal/admin/requests/3/decline",
    "/portal/admin/accounts/2",
    "/portal/admin/accounts/2/enable",
    "/portal/admin/accounts/2/disable",
    "/portal/admin/accounts/2/erase",
    "/portal/admin/accounts/2/invitation",
    "/portal/admin/accounts/2/mail",
    "/portal/admin/accounts/2/keys/abcdefgh2345/revoke",
    "/portal/admin/imports/0123456789abcdef0123456789abcdef/import",
    "/portal/admin/imports/0123456789abcdef0123456789abcdef/try",
    "/portal/admin/imports/0123456789abcdef0123456789abcdef/cancel",
    "/portal/admin/imports/1/seen",
    "/portal/admin/imports/1/undo",
];

const FIELDS: [(&str, &str); 2] = [("price_level", "Розн"), ("role", "admin")];

#[actix_web::test]
async fn only_administrators_see_the_pages_and_send_the_forms() {
    for portal in TestPortal::administered_on_all() {
        assert_eq!(portal.add("waiting", Role::User, AccountStatus::Pending, false), 3);
        let accounts = catalog_testkit::all_accounts(&*portal.store);
        let mut nobody = Browser::new(&portal);
        let mut buyer = Browser::of(&portal, "buyer").await;
        buyer.get("/portal").await;
        for page in PAGES {
            let response = nobody.get(page).await;
            assert!(response.status == 303, "{page}");
            assert!(response.header("location").starts_with("/portal/sign-in"), "{page}");
            assert_eq!(buyer.get(page).await.status, 403, "{page}");
        }
        for form in FORMS {
            assert_eq!(nobody.submit(form, &FIELDS).await.status, 303, "{form}");
            assert_eq!(buyer.submit(form, &FIELDS).await.status, 403, "{form}");
        }
        assert_eq!(catalog_testkit::all_accounts(&*portal.store), accounts, "nothing was changed");
        let mut admin = Browser::of(&portal, "admin").await;
        for page in PAGES {
            assert_eq!(admin.get(page).await.status, 200, "{page}");
        }
    }
}

#[actix_web::test]
async fn a_form_without_the_token_of_the_session_changes_nothing() {
    let portal = TestPortal::administered();
    portal.add("waiting", Role::User, AccountStatus::Pending, false);
    let accounts = catalog_testkit::all_accounts(&*portal.store);
    let mut admin = Browser::of(&portal, "admin").await;
    for form in FORMS {
        for token in [None, Some(""), Some("x")] {
            let fields: Vec<(&str, &str)> =
                FIELDS.into_iter().chain(token.map(|token| ("form_token", token))).collect();
            assert_eq!(admin.post(form, &fields, &[]).await.status, 403, "{form} {token:?}");
        }
    }
    assert_eq!(catalog_testkit::all_accounts(&*portal.store), accounts);
}

#[actix_web::test]
async fn the_role_counts_as_it_is_now_and_not_as_it_was_at_the_sign_in() {
    let portal = TestPortal::administered();
    let mut second = Browser::of(&portal, "buyer").await;
    let (admin, buyer) = (portal.account("admin").id, portal.account("buyer").id);
    let promote = AccountChange { role: Some(Role::Administrator), ..AccountChange::default() };
    portal.state.app.accounts.change(admin, buyer, promote, true).await.unwrap();
    assert_eq!(second.get("/portal/admin/accounts").await.status, 200);
    let demote = AccountChange { role: Some(Role::User), ..AccountChange::default() };
    portal.state.app.accounts.change(admin, buyer, demote, true).await.unwrap();
    assert_eq!(second.get("/portal/admin/accounts").await.status, 403);
}

#[actix_web::test]
async fn other_methods_and_unknown_accounts_have_their_own_status() {
    let portal = TestPortal::administered();
    let mut admin = Browser::of(&portal, "admin").await;
    for (path, status) in [
        ("/portal/admin/accounts/99", 404),
        ("/portal/admin/accounts/x", 404),
        ("/portal/admin/accounts/99999999999999999999", 404),
        ("/portal/admin/accounts/2/enable", 405),
        ("/portal/admin/requests/2/approve", 405),
        ("/portal/admin/unknown", 404),
        ("/portal/admin/imports/99", 404),
        ("/portal/admin/imports/x", 404),
        ("/portal/admin/imports/0123456789abcdef0123456789abcdef", 404),
        ("/portal/admin/imports/0123456789abcdef0123456789abcdef/import", 405),
    ] {
        assert_eq!(admin.get(path).await.status, status, "{path}");
    }
    admin.get("/portal/admin/accounts").await;
    for path in ["/portal/admin/accounts/99/disable", "/portal/admin/requests/99/decline"] {
        assert_eq!(admin.submit(path, &[]).await.status, 404, "{path}");
    }
}
