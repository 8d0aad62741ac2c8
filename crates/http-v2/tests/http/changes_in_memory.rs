//! The change feed while the store is down: what is in memory goes on, exactly as the store would give it.

use crate::changes::{BEFORE_ALL, FEED};
use crate::changes_bad_input::unavailable_feed;
use crate::client::{TestResponse, get, text_at};
use catalog_domain::values::EventNumber;
use catalog_index::{ChangeTail, TailLimit};
use catalog_testkit::AnyStore;
use catalog_testkit::app::TestApp;
use catalog_testkit::usual::{Fixture, fixture_over, logs, run, upsert, usual_catalog_at};
use serde_json::{Value, json};
use std::time::Duration;

const LIMIT: TailLimit = TailLimit::new(1_000, 1 << 20);

/// A server whose store is down. It has the events of `log` in memory, all but so many of the first ones.
fn without_store(log: &dyn AnyStore, missing: i64, settle: Duration) -> Fixture {
    let head = log.load().unwrap().log_position;
    let catalog = usual_catalog_at(head.clone());
    let fixture = Fixture::with(|app| TestApp { catalog, feed: unavailable_feed(), settle, ..app });
    let tail = ChangeTail::starting_at(&head, LIMIT);
    let mut range = tail.older_range().unwrap();
    range.after = EventNumber((missing - 1).max(0));
    let tail = tail.with_older(&log.recorded_events(range).unwrap());
    fixture.service.app.catalog.shared().replace_with(usual_catalog_at(head), tail);
    fixture
}

fn cursor(response: &TestResponse) -> String {
    text_at(response, "/meta/nextCursor")
}

#[actix_web::test]
async fn without_the_store_the_feed_goes_on_as_the_store_would_give_it() {
    for stored in logs() {
        let log = &*stored.store;
        let (with_store, alone) = (fixture_over(&stored), without_store(log, 0, Duration::ZERO));
        let mut targets = Vec::new();
        for section in [100, 110, 200] {
            let feed = format!("/api/v2/catalog/sections/{section}/product-changes");
            for limit in 1..=6 {
                targets.push(format!("{feed}?since={BEFORE_ALL}&limit={limit}"));
                let first = get(&with_store, "retailer", targets.last().unwrap()).await;
                targets.push(format!("{feed}?cursor={}&limit=2", cursor(&first)));
                targets.push(format!("{feed}/summary?cursor={}", cursor(&first)));
            }
            targets.push(format!("{feed}/summary?since={BEFORE_ALL}"));
            targets.push(format!("{feed}?since=2026-01-31T09:30:00Z"));
            targets.push(format!("{feed}?since=2025-01-01"));
        }
        for target in targets {
            let expected = get(&with_store, "retailer", &target).await;
            let response = get(&alone, "retailer", &target).await;
            assert_eq!((response.status, response.body), (expected.status, expected.body), "{target}");
        }
    }
}

#[actix_web::test]
async fn a_feed_that_begins_before_the_events_in_memory_is_for_the_store() {
    for stored in logs() {
        let with_store = fixture_over(&stored);
        let alone = without_store(&*stored.store, 2, Duration::ZERO);
        let first = |limit| format!("{FEED}?since={BEFORE_ALL}&limit={limit}");
        assert_eq!(get(&alone, "retailer", &first(1)).await.status, 503);
        for (limit, status) in [(1, 503), (2, 200), (3, 200)] {
            let after = cursor(&get(&with_store, "retailer", &first(limit)).await);
            for route in [FEED.to_owned(), format!("{FEED}/summary")] {
                let response = get(&alone, "retailer", &format!("{route}?cursor={after}")).await;
                assert_eq!(response.status, status, "{route} after {limit}");
            }
        }
    }
}

#[actix_web::test]
async fn events_in_memory_wait_like_all_others_until_every_server_has_had_time_to_show_them() {
    for stored in logs() {
        let log = &*stored.store;
        let alone = without_store(log, 0, Duration::from_secs(3_600));
        let tail = alone.service.app.catalog.shared().feed_view().tail;
        run(log, 0, vec![upsert("LATE", true, false)]);
        let head = log.load().unwrap().log_position;
        let newer = log.recorded_events(tail.newer_range(&head).unwrap()).unwrap();
        let tail = tail.extended(&head, &newer).unwrap();
        alone.service.app.catalog.shared().replace_with(usual_catalog_at(head), tail);
        let numbers = async |target: &str| get(&alone, "retailer", target).await.items("eventId");
        let all: Vec<Value> = (1..=5).map(|number| json!(number.to_string())).collect();
        assert_eq!(numbers(&format!("{FEED}?since={BEFORE_ALL}")).await, all);
        let list = get(&alone, "retailer", "/api/v2/catalog/sections/100/products").await;
        let start = text_at(&list, "/meta/changesCursor");
        assert_eq!(numbers(&format!("{FEED}?cursor={start}")).await, Vec::<Value>::new());
    }
}
