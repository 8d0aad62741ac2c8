//! What waits for an administrator, in the menu and on the first page.

use crate::test_portal::{TestPortal, login};
use catalog_domain::accounts::{AccountStatus, ApiKey, ApiKeyHash, ApiKeyId, ApiKeyRight};
use catalog_domain::ports::{MailStatus, MockAccountList, MockImportHistory, MockMailer, StoreError};
use catalog_domain::pricing::Role;
use catalog_testkit::app::TestApp;
use catalog_testkit::builders::NOON;
use std::sync::Arc;

#[actix_web::test]
async fn an_administrator_reads_first_what_waits() {
    for portal in TestPortal::administered_on_all() {
        portal.add("waiting", Role::User, AccountStatus::Pending, false);
        let key = ApiKey {
            id: ApiKeyId::parse("abcdefgh2345").unwrap(),
            account: portal.account("buyer").id,
            name: "mirror".into(),
            right: ApiKeyRight::Read,
            hash: ApiKeyHash::new("hash".into()),
            created_at: NOON,
            expires_at: Some(NOON.plus_days(7)),
            last_used_at: None,
            address: None,
        };
        portal.store.add_key(&key).unwrap();
        let mut troubled = MockMailer::new();
        troubled.expect_status().returning(|| MailStatus { limit: 10, waiting: 2, failed: 1, ..MailStatus::default() });
        let portal = portal.with_mail(Arc::new(troubled));
        let page = portal.signed_in("admin").await.get("/portal").await;
        for text in [
            "<span class=\"visually-hidden\">1 access request is waiting</span>",
            "href=\"/portal/admin/requests\">1 access request</a>",
            "href=\"/portal/admin/imports/1\">Import of <time",
            ": 17 warnings</a>",
            &format!("A key of <bdi>{}</bdi> expires on", login("buyer")),
            "2 messages are waiting for the mail server",
            "1 message was not delivered",
        ] {
            assert!(page.has(text), "{text}: {}", page.body);
        }
        let buyers = portal.signed_in("buyer").await.get("/portal").await;
        assert!(!buyers.has("Needs attention") && !buyers.has("access request is waiting"), "{}", buyers.body);
    }
}

#[actix_web::test]
async fn a_decision_counts_at_once_and_what_others_do_within_seconds() {
    let portal = TestPortal::administered();
    let mut admin = portal.signed_in("admin").await;
    let shown = "access request is waiting";
    assert!(!admin.get("/portal").await.has(shown));
    let waiting = portal.add("waiting", Role::User, AccountStatus::Pending, false);
    assert!(!admin.get("/portal").await.has(shown), "it was counted just now");
    portal.clock.advance(5);
    assert!(admin.get("/portal").await.has(shown));
    admin.submit(&format!("/portal/admin/requests/{waiting}/decline"), &[]).await;
    assert!(!admin.get("/portal").await.has(shown));
}

#[actix_web::test]
async fn a_store_that_does_not_respond_takes_no_page_away_that_needs_nothing_else_of_it() {
    let away = || StoreError::Unavailable("secret cause: the store is away".into());
    let (mut list, mut history) = (MockAccountList::new(), MockImportHistory::new());
    list.expect_list_page().returning(move |_, _, _| Err(away()));
    history.expect_latest_imports().returning(move |_| Err(away()));
    let (list, history) = (Arc::new(list), Arc::new(history));
    let portal = TestPortal::administered();
    let portal = portal.with(|app| TestApp { account_list: list, import_history: history, ..app });
    let mut admin = portal.signed_in("admin").await;
    for (path, text) in [
        ("/portal", "Imports could not be checked: the store does not respond"),
        ("/portal/admin/status", "Server"),
        ("/portal/catalog", "Catalog"),
    ] {
        let page = admin.get(path).await;
        assert!(page.status == 200 && page.has(text), "{path}: {}", page.body);
        assert!(!page.has("secret cause") && !page.has("access request is waiting"), "{path}: {}", page.body);
    }
}

#[actix_web::test]
async fn an_import_of_last_week_waits_no_longer() {
    let portal = TestPortal::administered();
    portal.clock.advance(8 * 24 * 60 * 60);
    let page = portal.signed_in("admin").await.get("/portal").await;
    assert!(page.has("Needs attention") && page.has("Nothing at the moment."), "{}", page.body);
}
