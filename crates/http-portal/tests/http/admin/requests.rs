//! Requests for access: approved, declined, decided twice.

use crate::browser::Browser;
use crate::test_portal::{PASSWORD, TestPortal, profile};
use catalog_domain::accounts::{AccountProfile, AccountStatus, NewAccount};
use catalog_domain::ports::{MailOutcome, MailStatus, MockMailer};
use catalog_domain::pricing::Role;
use catalog_domain::values::Language;
use catalog_testkit::builders::NOON;
use std::sync::{Arc, Mutex};

fn register(portal: &TestPortal, user: &str) -> i64 {
    let profile = AccountProfile { status: AccountStatus::Pending, comment: Some("please".into()), ..profile(user) };
    let account = NewAccount { profile, password_hash: None, created_at: NOON };
    portal.store.register(&account, 100).unwrap().account.0
}

#[actix_web::test]
async fn the_whole_day_of_an_administrator() {
    for portal in TestPortal::administered_on_all() {
        let id = register(&portal, "ann");
        register(&portal, "ann");
        register(&portal, "ann");
        let mut admin = Browser::of(&portal, "admin").await;
        let page = admin.get("/portal/admin/requests").await;
        page.shows(&["<h1>Access requests</h1>", "Company of ann", "please", "3 times", ">Approve<", ">Decline<"]);
        for label in ["Price level", "Role", "Configurator access"] {
            page.shows(&[&format!(">{label}</label>")]);
        }
        let approve = format!("/portal/admin/requests/{id}/approve");
        let fields = [("price_level", "Опт"), ("role", "user"), ("configurator_access", "yes")];
        let page = admin.submit(&approve, &fields).await;
        assert_eq!(page.status, 200, "{page:?}");
        page.shows(&["not mailed: no mail server is set up"]);
        let link = page.between("readonly value=\"", "\"").unwrap().to_owned();
        assert!(link.starts_with("http://shop.example/portal/password?invitation="), "{link}");
        let account = portal.account("ann");
        assert!(account.is_active());
        assert!(account.profile.configurator_access);
        assert_eq!(account.profile.price_level.name(), "Опт");

        let token = link.split_once("invitation=").unwrap().1;
        let mut ann = crate::browser::Browser::new(&portal);
        ann.get(&format!("/portal/password?invitation={token}")).await;
        let fields = [("invitation", token), ("password", PASSWORD), ("repeated", PASSWORD)];
        let page = ann.submit("/portal/password", &fields).await;
        assert!(page.status < 400, "{page:?}");
        assert_eq!(ann.sign_in("ann", PASSWORD).await.status, 303);

        let page = admin.get(&format!("/portal/admin/accounts/{id}")).await;
        page.shows(&[
            "status: pending → active",
            "price level: Розн → Опт",
            "configurator access: no → yes",
            "Invitation created",
            "Password set by an invitation",
            "Signed in",
            "from 192.0.2.1",
            "<a href=\"/portal/admin/accounts/1\"><bdi>admin@shop.example</bdi></a>",
        ]);
        page.hides(&["none recorded"]);
        assert!(!page.has(token));

        let disable = format!("/portal/admin/accounts/{id}/disable");
        assert_eq!(
            admin.submit(&disable, &[]).await.header("location"),
            format!("/portal/admin/accounts/{id}?done=disabled")
        );
        assert_eq!(ann.get("/portal").await.status, 303, "the session has ended");
        let page = admin.submit(&format!("/portal/admin/accounts/{id}/enable"), &[]).await;
        page.shows(&["The account was enabled.", "No invitation was created"]);
        let page = admin.submit(&format!("/portal/admin/accounts/{id}/invitation"), &[]).await;
        page.shows(&["Earlier links no longer work.", "invitation="]);
        let page =
            admin.submit(&format!("/portal/admin/accounts/{id}"), &[("price_level", "Розн"), ("role", "admin")]).await;
        assert_eq!(page.header("location"), format!("/portal/admin/accounts/{id}?done=saved"));
        let account = portal.account("ann");
        assert_eq!((account.profile.role, account.profile.configurator_access), (Role::Administrator, false));
        admin.get(&format!("/portal/admin/accounts/{id}?done=saved")).await.shows(&["The changes were saved."]);
    }
}

#[actix_web::test]
async fn a_request_is_decided_once() {
    for portal in TestPortal::administered_on_all() {
        let id = register(&portal, "bob");
        let mut admin = Browser::of(&portal, "admin").await;
        admin.get("/portal/admin/requests").await;
        let page = admin.submit(&format!("/portal/admin/requests/{id}/decline"), &[]).await;
        assert_eq!(page.header("location"), "/portal/admin/requests?done=declined");
        assert_eq!(portal.account("bob").profile.status, AccountStatus::Disabled);
        let page = admin.get("/portal/admin/requests?done=declined").await;
        page.shows(&["The request was declined.", "No access requests are waiting."]);
        for action in ["approve", "decline"] {
            let fields = [("price_level", "Розн"), ("role", "user")];
            let page = admin.submit(&format!("/portal/admin/requests/{id}/{action}"), &fields).await;
            assert!(page.status == 400, "{page:?}");
            page.shows(&["This request was already decided"]);
        }
        assert_eq!(portal.account("bob").profile.status, AccountStatus::Disabled);
    }
}

#[actix_web::test]
async fn a_level_is_chosen_by_what_its_accounts_pay() {
    let portal = TestPortal::administered();
    register(&portal, "ann");
    let mut admin = Browser::of(&portal, "admin").await;
    for path in ["/portal/admin/requests", "/portal/admin/accounts/2"] {
        let page = admin.get(path).await;
        for text in ["Розн (pays 100.00\u{a0}USD for Product P-1)", "Опт (pays 80.00\u{a0}USD for Product P-1)"]
        {
            page.shows(&[&format!(">{text}</option>")]);
        }
        assert!(page.has("<option value=\"&#60;b&#62;\u{202e}\">&#60;b&#62;"), "no product has it: {}", page.body);
    }
}

#[actix_web::test]
async fn a_reason_for_declining_is_told_in_the_persons_language_and_kept() {
    for portal in TestPortal::administered_on_all() {
        let (mut mailer, all) = (MockMailer::new(), Arc::new(Mutex::new(Vec::new())));
        let sent = Arc::clone(&all);
        mailer.expect_send().returning(move |message| {
            sent.lock().unwrap().push(message);
            MailOutcome::Queued
        });
        mailer.expect_deliveries().returning(|_| Vec::new());
        mailer.expect_status().returning(|| MailStatus { limit: 10, ..MailStatus::default() });
        register(&portal, "bob");
        let mut admin = Browser::of(&portal, "admin").await;
        let hint = ["Mailed to the user and stored with the account."];
        admin.get("/portal/admin/requests").await.hides(&hint);
        let portal = portal.with_mail(Arc::new(mailer));
        let russian =
            AccountProfile { status: AccountStatus::Pending, language: Some(Language::Russian), ..profile("anna") };
        let (anna, bob) = (portal.insert(russian, false), portal.account("bob").id.0);
        let mut admin = Browser::of(&portal, "admin").await;
        admin.get("/portal/admin/requests").await.shows(&hint);
        for (id, reason, status) in [(anna, "a\u{202e}b", 400), (anna, " <b>Мы\nне продаём. ", 303), (bob, " ", 303)]
        {
            let path = format!("/portal/admin/requests/{id}/decline");
            assert_eq!(admin.submit(&path, &[("reason", reason)]).await.status, status, "{reason:?}");
        }
        let sent = std::mem::take(&mut *all.lock().unwrap());
        assert_eq!(sent.len(), 1, "without a reason nobody is mailed");
        assert_eq!((&*sent[0].recipient, sent[0].kind), (&*portal.account("anna").profile.email, "request_declined"));
        assert!(
            sent[0].subject.starts_with("Ваша заявка") && sent[0].text.ends_with("<b>Мы\nне продаём.\n"),
            "{}",
            sent[0].text
        );
        let page = admin.get(&format!("/portal/admin/accounts/{anna}")).await;
        page.shows(&["reason for declining: &#60;b&#62;Мы", "status: pending → disabled"]);
    }
}

#[actix_web::test]
async fn an_approval_asks_for_the_level_and_shows_the_form_again_without_one() {
    let portal = TestPortal::administered();
    let id = register(&portal, "ann");
    register(&portal, "bob");
    let mut admin = Browser::of(&portal, "admin").await;
    let page = admin.get("/portal/admin/requests").await;
    page.shows(&["<option value=\"\" selected>Choose a level</option>"]);
    // No level is chosen for the administrator.
    page.hides(&["<option value=\"Розн\" selected>"]);
    for level in [&[][..], &[("price_level", "")]] {
        let rest = [("role", "admin"), ("configurator_access", "yes")];
        let fields: Vec<_> = level.iter().copied().chain(rest).collect();
        let page = admin.submit(&format!("/portal/admin/requests/{id}/approve"), &fields).await;
        assert_eq!(page.status, 422, "{page:?}");
        page.shows(&[">Choose a price level.<", "<option value=\"admin\" selected>", " checked>", "ann@"]);
        // Only the form that was sent.
        page.hides(&["bob@"]);
        assert_eq!(portal.account("ann").profile.status, AccountStatus::Pending);
    }
    let fields = [("price_level", "Розн"), ("role", "user")];
    let page = admin.submit(&format!("/portal/admin/requests/{id}/approve"), &fields).await;
    assert_eq!((page.status, portal.account("ann").is_active()), (200, true), "{page:?}");
}

#[actix_web::test]
async fn a_level_or_role_that_the_form_does_not_offer_is_refused() {
    let portal = TestPortal::administered();
    let id = register(&portal, "ann");
    let mut admin = Browser::of(&portal, "admin").await;
    admin.get("/portal/admin/requests").await;
    for fields in [
        &[("price_level", "unknown"), ("role", "user")][..],
        &[("price_level", "Розн"), ("role", "root")],
        &[("price_level", "Розн")],
        &[],
    ] {
        let page = admin.submit(&format!("/portal/admin/requests/{id}/approve"), fields).await;
        assert_eq!(page.status, 400, "{fields:?}");
    }
    assert_eq!(portal.account("ann").profile.status, AccountStatus::Pending);
}

#[actix_web::test]
async fn several_requests_are_approved_at_once_with_one_level() {
    const PATH: &str = "/portal/admin/accounts/selected";
    for portal in TestPortal::administered_on_all() {
        let ann = register(&portal, "ann");
        let mut admin = Browser::of(&portal, "admin").await;
        // One is decided by its own form.
        admin.get("/portal/admin/requests").await.hides(&["Selected requests"]);
        let (bob, eve) = (register(&portal, "bob"), register(&portal, "eve"));
        let page = admin.get("/portal/admin/requests").await;
        page.shows(&["Selected requests", "Опт (pays 80.00\u{a0}USD", &format!("value=\"{bob}\" form=\"selected\"")]);
        let ids = [ann, bob, portal.account("buyer").id.0].map(|id| id.to_string());
        let with = |level| -> Vec<(&str, &str)> {
            let accounts = ids.iter().map(|id| ("account", id.as_str()));
            accounts.chain([("action", "approve"), ("price_level", level)]).collect()
        };
        for level in ["", "unknown"] {
            assert_eq!(admin.submit(PATH, &with(level)).await.status, 400, "{level}");
        }
        let page = admin.submit(PATH, &with("Опт")).await;
        page.shows(&["2 of 3 accounts were changed."]);
        assert_eq!(page.body.matches("approved, but no invitation was mailed").count(), 2, "{}", page.body);
        page.shows(&["already decided"]);
        for user in ["ann", "bob"] {
            let account = portal.account(user);
            let role = account.profile.role;
            assert_eq!((account.is_active(), account.profile.price_level.name(), role), (true, "Опт", Role::User));
            assert!(account.invitation_expires_at.is_some(), "{user}");
        }
        assert_ne!(portal.account("buyer").profile.price_level.name(), "Опт", "an account that is no request");
        assert_eq!(portal.account("eve").id.0, eve);
        assert_eq!(portal.account("eve").profile.status, AccountStatus::Pending, "it was not chosen");
    }
}
