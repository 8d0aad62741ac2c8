//! Requests that wait for the next change of a section.

use crate::changes::FEED;
use crate::client::{TestRequest, TestResponse, by, exchange, get, text_at};
use actix_web::http::Method;
use catalog_app::feed::{ChangeWait, ChangeWaits};
use catalog_domain::change::ChangeEvent;
use catalog_domain::values::{AccountId, SectionId};
use catalog_testkit::TestStore;
use catalog_testkit::builders::event;
use catalog_testkit::usual::{Fixture, fixture_over, log, run, upsert};
use futures_util::future::join;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

/// The cursor of a client that has seen everything.
async fn end_of_feed(fixture: &Fixture) -> String {
    let page = get(fixture, "retailer", "/api/v2/catalog/sections/100/products").await;
    text_at(&page, "/meta/changesCursor")
}

async fn wait(fixture: &Fixture, cursor: &str, seconds: u32) -> TestResponse {
    get(fixture, "retailer", &format!("{FEED}?cursor={cursor}&wait={seconds}")).await
}

async fn until_waiting(fixture: &Fixture, count: usize) {
    while fixture.service.app.feed.waits().count() != count {
        tokio::task::yield_now().await;
    }
}

/// Commits a run with the event and swaps its catalog in.
fn publish(fixture: &Fixture, log: &TestStore, event: ChangeEvent) {
    run(&*log.store, 0, vec![event]);
    fixture.follow(&*log.store);
}

#[actix_web::test]
async fn a_waiting_request_sleeps_through_changes_of_other_sections_and_is_answered_with_the_first_of_its_own() {
    let log = log();
    let fixture = fixture_over(&log);
    let announcer = actix_web::rt::spawn(fixture.service.app.feed.clone().announce_changes());
    let cursor = end_of_feed(&fixture).await;
    let changes = async {
        until_waiting(&fixture, 1).await;
        publish(&fixture, &log, event("ELSEWHERE", &[200]));
        publish(&fixture, &log, upsert("LATE", true, false));
    };
    let (response, ()) = join(wait(&fixture, &cursor, 30), changes).await;
    assert_eq!((response.status, response.items("stockNumber")), (200, vec![Value::from("LATE")]));
    assert_eq!(fixture.service.app.feed.waits().count(), 0);
    announcer.abort();
}

#[actix_web::test]
async fn an_event_that_is_there_already_is_not_waited_for() {
    let log = log();
    let fixture = fixture_over(&log);
    let cursor = end_of_feed(&fixture).await;
    publish(&fixture, &log, upsert("LATE", true, false));
    // Nothing announces changes here, so waiting would end with the test's time.
    let response = wait(&fixture, &cursor, 30).await;
    assert_eq!(response.items("stockNumber"), ["LATE"]);
}

#[actix_web::test]
async fn a_request_that_waited_in_vain_gets_an_empty_page_and_a_cursor_to_go_on_with() {
    let fixture = fixture_over(&log());
    let response = wait(&fixture, &end_of_feed(&fixture).await, 1).await;
    assert_eq!((response.status, response.items("eventId").len()), (200, 0));
    let next = response.data("/meta/nextCursor");
    assert_eq!(wait(&fixture, next.as_str().unwrap(), 0).await.status, 200);
}

#[actix_web::test]
async fn a_server_that_stops_answers_waiting_requests_with_an_empty_page() {
    let fixture = fixture_over(&log());
    let cursor = end_of_feed(&fixture).await;
    let stop = async {
        until_waiting(&fixture, 1).await;
        fixture.service.app.feed.waits().close();
    };
    let (response, ()) = join(wait(&fixture, &cursor, 30), stop).await;
    assert_eq!((response.status, response.items("eventId").len()), (200, 0));
    assert_eq!(wait(&fixture, &cursor, 30).await.status, 200, "nobody waits any more");
}

#[actix_web::test]
async fn access_that_ends_while_a_request_waits_ends_the_wait_at_once() {
    let fixture = fixture_over(&log());
    let cursor = end_of_feed(&fixture).await;
    let disable = async {
        until_waiting(&fixture, 1).await;
        fixture.change_user("retailer", &json!({"isActive": false})).await;
    };
    // Half of the time that the request may wait is enough on the slowest machine.
    let both = timeout(Duration::from_secs(15), join(wait(&fixture, &cursor, 30), disable));
    let (response, ()) = both.await.expect("the request is woken when its access ends");
    assert_eq!((response.status, response.error_name()), (403, "ForbiddenError".to_owned()));
}

#[actix_web::test]
async fn a_key_that_is_deleted_while_a_request_waits_ends_the_wait_at_once() {
    let fixture = fixture_over(&log());
    let feed = format!("{FEED}?cursor={}&wait=30", end_of_feed(&fixture).await);
    let make = by(&fixture, "retailer", "/auth/keys").method(Method::POST).set_json(json!({"name": "a"}));
    let made = exchange(&fixture, make).await.2;
    let bearer = format!("Bearer {}", text_at(&made, "/key"));
    let waiting = exchange(&fixture, TestRequest::get().uri(&feed).insert_header(("Authorization", bearer)));
    let delete = async {
        until_waiting(&fixture, 1).await;
        let key = by(&fixture, "retailer", &format!("/auth/keys/{}", text_at(&made, "/id")));
        assert_eq!(exchange(&fixture, key.method(Method::DELETE)).await.2.status, 200);
    };
    let both = timeout(Duration::from_secs(15), join(waiting, delete));
    let ((_, _, response), ()) = both.await.expect("the request is woken when its key is gone");
    assert_eq!(response.outcome(), (401, "AuthorizationError".to_owned()));
}

#[actix_web::test]
async fn too_many_waiting_requests_of_one_account_are_a_429_and_of_all_a_503() {
    let fixture = fixture_over(&log());
    let (waits, cursor) = (&fixture.service.app.feed.waits(), end_of_feed(&fixture).await);
    let begin = |account: AccountId, count: usize| -> Vec<ChangeWait> {
        (0..count).map(|_| waits.begin(account, SectionId(100)).unwrap().unwrap()).collect()
    };
    let most = ChangeWaits::MOST_OF_ONE_ACCOUNT;
    let own = begin(fixture.account_id("retailer"), most);
    let refused = wait(&fixture, &cursor, 30).await;
    assert_eq!((refused.status, refused.error_name()), (429, "TooManyRequestsError".to_owned()));
    assert_ne!(refused.header("retry-after"), "");
    assert_eq!(wait(&fixture, &cursor, 0).await.status, 200, "polling goes on");
    drop(own);
    let others = (0..ChangeWaits::MOST / most).flat_map(|at| begin(AccountId(-1 - i64::try_from(at).unwrap()), most));
    let others: Vec<_> = others.collect();
    let refused = wait(&fixture, &cursor, 30).await;
    assert_eq!((refused.status, refused.error_name()), (503, "ServiceUnavailableError".to_owned()));
    drop(others);
}

#[actix_web::test]
async fn a_wrong_wait_is_named() {
    let fixture = fixture_over(&log());
    let cursor = end_of_feed(&fixture).await;
    for query in [
        format!("cursor={cursor}&wait=31"),
        format!("cursor={cursor}&wait=-1"),
        format!("cursor={cursor}&wait=1.5"),
        format!("cursor={cursor}&wait="),
        format!("cursor={cursor}&wait=1&wait=1"),
        format!("since={}&wait=1", crate::changes::BEFORE_ALL),
    ] {
        let response = get(&fixture, "retailer", &format!("{FEED}?{query}")).await;
        assert_eq!((response.status, response.wrong_parameters()), (400, vec!["wait".to_owned()]), "{query}");
    }
}
