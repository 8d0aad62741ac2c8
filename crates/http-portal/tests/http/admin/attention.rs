//! What waits for an administrator, in the menu and on the first page.

use crate::browser::Browser;
use crate::test_portal::{PASSWORD, TestPortal, login};
use catalog_domain::accounts::{AccountStatus, ApiKey, ApiKeyHash, ApiKeyId, ApiKeyRight};
use catalog_domain::imports::{FileName, JobAuthor, JobEnd, JobOptions, JobState, NewJob};
use catalog_domain::ports::{
    ChangeJobs, ImportKind, JobScope, MailStatus, MockAccountList, MockImportHistory, MockMailer, StoreError,
};
use catalog_domain::pricing::Role;
use catalog_domain::values::AccountId;
use catalog_testkit::app::TestApp;
use catalog_testkit::builders::NOON;
use catalog_testkit::jobs::{job_part, new_job, run_next};
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
            created_at: NOON.plus_seconds(-358 * 24 * 60 * 60),
            expires_at: Some(NOON.plus_days(7)),
            last_used_at: None,
            address: None,
        };
        portal.store.add_key(&key).unwrap();
        // One that was made for a day is no news.
        let brief = ApiKey { id: ApiKeyId::parse("abcdefgh2346").unwrap(), created_at: NOON, ..key };
        portal.store.add_key(&ApiKey { expires_at: Some(NOON.plus_days(1)), ..brief }).unwrap();
        let mut troubled = MockMailer::new();
        troubled.expect_undelivered().returning(|_| Vec::new());
        troubled.expect_status().returning(|| MailStatus { limit: 10, waiting: 2, failed: 1, ..MailStatus::default() });
        let portal = portal.with_mail(Arc::new(troubled));
        let page = Browser::of(&portal, "admin").await.get("/portal").await;
        page.shows(&[
            "<span class=\"visually-hidden\">1 access request is waiting</span>",
            "href=\"/portal/admin/requests\">1 access request</a>",
            "href=\"/portal/admin/imports/1\">Import of <time",
            ": 17 warnings</a>",
            &format!("A key of <bdi>{}</bdi> expires on", login("buyer")),
            "2 messages are waiting for the mail server",
        ]);
        assert_eq!(page.body.matches("A key of").count(), 1, "{}", page.body);
        let buyers = Browser::of(&portal, "buyer").await.get("/portal").await;
        buyers.hides(&["Needs attention", "access request is waiting"]);
    }
}

#[actix_web::test]
async fn a_request_and_a_decision_change_the_number_on_the_next_page_of_every_server() {
    for portal in TestPortal::administered_on_all() {
        let mut here = Browser::of(&portal, "admin").await;
        let mut there = Browser::on(&portal, &portal.another_server());
        there.sign_in("admin", PASSWORD).await;
        let shown = "access request is waiting";
        assert!(!here.get("/portal").await.has(shown) && !there.get("/portal").await.has(shown));
        let waiting = portal.add("waiting", Role::User, AccountStatus::Pending, false);
        assert!(here.get("/portal").await.has(shown) && there.get("/portal").await.has(shown));
        there.submit(&format!("/portal/admin/requests/{waiting}/decline"), &[]).await;
        assert!(!here.get("/portal").await.has(shown) && !there.get("/portal").await.has(shown));
    }
}

#[actix_web::test]
async fn whoever_waits_for_a_new_password_is_counted_until_a_link_is_made() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        let shown = "accounts?status=password-requested\">1 account asked for a new password</a>";
        admin.get("/portal").await.hides(&["asked for a new password"]);
        let disabled = portal.add("disabled", Role::User, AccountStatus::Active, true);
        for person in ["buyer", "disabled"] {
            let path = "/portal/password/forgotten";
            Browser::new(&portal).fill_in(path, path, &[("email", &login(person))]).await;
        }
        admin.get("/portal").await.shows(&["2 accounts asked for a new password"]);
        admin.submit(&format!("/portal/admin/accounts/{disabled}/disable"), &[]).await;
        admin.get("/portal").await.shows(&[shown]);
        admin.get("/portal/admin/accounts?status=password-requested").await.hides(&[&login("disabled")]);
        admin.submit(&format!("/portal/admin/accounts/{}/invitation", portal.account("buyer").id), &[]).await;
        admin.get("/portal").await.hides(&["asked for a new password"]);
    }
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
    let mut admin = Browser::of(&portal, "admin").await;
    for (path, text) in [
        ("/portal", "Imports could not be checked: the store does not respond"),
        ("/portal/admin/status", "Server"),
        ("/portal/catalog", "Catalog"),
    ] {
        let page = admin.get(path).await;
        assert!(page.status == 200 && page.has(text), "{path}: {}", page.body);
        page.hides(&["secret cause", "access request is waiting"]);
    }
}

#[actix_web::test]
async fn an_import_of_last_week_waits_no_longer() {
    let portal = TestPortal::administered();
    portal.clock.advance(8 * 24 * 60 * 60);
    let page = Browser::of(&portal, "admin").await.get("/portal").await;
    page.shows(&["Needs attention", "Nothing at the moment."]);
}

/// A job of that account, kind and file, asked for in that minute, that has ended so.
fn ended(
    portal: &TestPortal,
    number: u8,
    (account, kind, is_dry_run, name): (i64, ImportKind, bool, &str),
    state: JobState,
) {
    let author = JobAuthor { account: AccountId(account), email: "ann@shop.example".into(), key: None };
    let options = JobOptions { is_in_parts: true, is_dry_run, ..JobOptions::new(kind) };
    let (new, at) = (
        NewJob { author, options, name: FileName::parse(name).ok(), ..new_job(number) },
        NOON.plus_seconds(60 * i64::from(number)),
    );
    portal.store.change_jobs(JobScope::Growing(None), |jobs| jobs.add(&new, at)).unwrap();
    let submit = portal.store.change_jobs(JobScope::Growing(Some(new.id)), |jobs| {
        jobs.put_part(new.id, &job_part(1, 0), 1_000, at);
        jobs.submit(new.id, None, at)
    });
    submit.unwrap();
    assert_eq!(run_next(&*portal.store, &JobEnd::without_report(state, None)), new.id);
}

#[actix_web::test]
async fn a_rejected_import_is_over_once_its_account_has_imported_the_same_file() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        let (full, delta) = (ImportKind::Full, ImportKind::Delta);
        ended(&portal, 1, (1, full, false, ""), JobState::Done);
        ended(&portal, 2, (1, full, false, ""), JobState::Rejected);
        ended(&portal, 3, (1, full, false, "a.csv"), JobState::Rejected);
        let (nameless, named) = (": rejected</a>", "Import of <bdi>a.csv</bdi>");
        for (number, later, state, left) in [
            (4, (1, full, true, ""), JobState::Done, [true, true]),
            (5, (1, delta, false, ""), JobState::Done, [true, true]),
            (6, (2, full, false, "a.csv"), JobState::Done, [true, true]),
            (7, (1, full, false, "a.csv"), JobState::Cancelled, [true, true]),
            (8, (1, full, false, "b.csv"), JobState::Done, [false, true]),
            (9, (1, delta, false, "a.csv"), JobState::Done, [false, false]),
        ] {
            ended(&portal, number, later, state);
            let page = admin.get("/portal").await;
            let has_nameless = page.body.matches(nameless).count() > usize::from(page.has(named));
            assert_eq!([has_nameless, page.has(named)], left, "{number}: {}", page.body);
        }
        ended(&portal, 10, (1, full, false, "a.csv"), JobState::Rejected);
        assert!(admin.get("/portal").await.has(named), "a new one is not over");
    }
}
