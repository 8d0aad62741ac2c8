//! Requests that the change feed cannot serve: the documented error, never a wrong page.

use crate::changes::BEFORE_ALL;
use crate::client::{TestResponse, get, text_at};
use catalog_domain::change::{FeedCursor, FeedPosition, LogEpoch};
use catalog_domain::ports::{MockChangeLog, MockChangeLogBounds, StoreError};
use catalog_domain::values::{EventNumber, SectionId};
use catalog_testkit::app::TestFeed;
use catalog_testkit::usual::{Fixture, NOW, feed_of, fixture_over, log, logs};
use std::sync::Arc;

async fn ask(fixture: &Fixture, path: &str) -> TestResponse {
    get(fixture, "retailer", &format!("/api/v2/catalog/sections/{path}")).await
}

/// A cursor of section 100 in the middle of a range.
async fn valid_cursor(fixture: &Fixture) -> String {
    let response = ask(fixture, &format!("100/product-changes?since={BEFORE_ALL}&limit=2")).await;
    text_at(&response, "/meta/nextCursor")
}

#[actix_web::test]
async fn a_wrong_parameter_is_named_on_both_routes() {
    let fixture = fixture_over(&log());
    let cursor = valid_cursor(&fixture).await;
    // Each bit of each character is tried where cursors are sealed; here one shows that HTTP reports it.
    let changed = cursor.replacen(&cursor[20..21], if cursor[20..21] == *"A" { "B" } else { "A" }, 1);
    let cases = [
        (format!("?cursor={changed}"), "cursor"),
        (String::new(), "cursor"),
        (format!("?cursor={cursor}&since={BEFORE_ALL}"), "cursor"),
        ("?cursor=".into(), "cursor"),
        (format!("?cursor={cursor}&cursor={cursor}"), "cursor"),
        (format!("?cursor={cursor}="), "cursor"),
        (format!("?cursor={}", "A".repeat(3_000)), "cursor"),
        ("?since=".into(), "since"),
        ("?since=2026-01-31T11:00:00++03:00".into(), "since"),
        (format!("?since={BEFORE_ALL}&since={BEFORE_ALL}"), "since"),
        (format!("?since={BEFORE_ALL}&page=2"), "page"),
    ];
    for (query, parameter) in cases {
        for route in ["product-changes", "product-changes/summary"] {
            let response = ask(&fixture, &format!("100/{route}{query}")).await;
            assert_eq!((response.status, response.error_name().as_str()), (400, "ValidationError"), "{route}{query}");
            assert!(response.wrong_parameters().contains(&parameter.to_owned()), "{route}{query}: {response:?}");
        }
    }
    let response = ask(&fixture, &format!("100/product-changes/summary?since={BEFORE_ALL}&limit=1")).await;
    assert_eq!((response.status, response.wrong_parameters()), (400, vec!["limit".to_owned()]));
}

#[actix_web::test]
async fn a_moment_may_be_a_little_ahead_of_our_clock() {
    let fixture = fixture_over(&log());
    for (since, status) in [("10:05:00Z", 200), ("10:05:00.000001Z", 400)] {
        let response = ask(&fixture, &format!("100/product-changes?since=2026-01-31T{since}")).await;
        assert_eq!(response.status, status, "{since}");
    }
}

#[actix_web::test]
async fn a_cursor_is_good_for_its_own_section_only() {
    let fixture = fixture_over(&log());
    let cursor = valid_cursor(&fixture).await;
    for section in ["110", "130", "999", "99999999999999999999", "0100"] {
        let response = ask(&fixture, &format!("{section}/product-changes?cursor={cursor}")).await;
        assert_eq!(response.outcome(), (400, "ValidationError".into()), "{section}");
    }
}

#[actix_web::test]
async fn what_is_no_longer_known_is_gone() {
    for stored in logs() {
        let (log, fixture) = (&*stored.store, fixture_over(&stored));
        let head = log.load().unwrap().log_position;
        let seal = |epoch: &LogEpoch, number, at| {
            let after = FeedPosition { number: EventNumber(number), at };
            fixture.service.app.feed.cursors().seal(&FeedCursor::sync_point(epoch.clone(), SectionId(100), after, NOW))
        };
        let (own, other) = (&head.epoch, LogEpoch("another".into()));
        let (early, late) = (Some(NOW.plus_seconds(-3_600)), Some(NOW));
        for (case, cursor, status) in [
            ("a cursor of this log", seal(own, 2, early), 200),
            ("the beginning of this log", seal(own, 0, None), 200),
            ("a cursor of another store", seal(&other, 2, early), 410),
            ("a number that belongs to another run", seal(own, 2, late), 410),
            ("a position past the end of the log", seal(own, 6, late), 410),
        ] {
            let name = if status == 410 { "ProductChangesCursorExpiredError" } else { "" };
            for route in ["product-changes", "product-changes/summary"] {
                let response = ask(&fixture, &format!("100/{route}?cursor={cursor}")).await;
                assert_eq!(response.outcome(), (status, name.to_owned()), "{case}: {response:?}");
            }
        }
        for (since, status) in [("2025-11-02T10:00:00Z", 200), ("2025-11-02T09:59:59.999999Z", 410)] {
            let response = ask(&fixture, &format!("100/product-changes?since={since}")).await;
            assert_eq!(response.status, status, "since {since}: never clamped to the retention");
        }
    }
}

#[actix_web::test]
async fn a_cursor_whose_events_were_pruned_is_gone_and_the_one_at_the_floor_is_not() {
    for stored in logs() {
        let log = &*stored.store;
        let later = NOW.plus_seconds(-1_800);
        let fixture = fixture_over(&stored);
        let (before, middle) = (valid_cursor(&fixture).await, log.load().unwrap().log_position);
        assert_eq!(log.prune(later, 100).unwrap(), 1, "the event at the floor stays");
        let whole = ask(&fixture, &format!("100/product-changes?cursor={before}")).await;
        assert_eq!((whole.status, whole.items("eventId").len()), (200, 3), "it is right behind the floor");
        let beginning = FeedCursor::sync_point(middle.epoch, SectionId(100), FeedPosition::BEGINNING, NOW);
        let beginning = fixture.service.app.feed.cursors().seal(&beginning);
        let feed = TestFeed { retention_days: 0, ..feed_of(stored.store.clone()) };
        let fixture = Fixture::with_feed(log.load().unwrap().log_position, feed);
        assert_eq!(ask(&fixture, &format!("100/product-changes?cursor={beginning}")).await.status, 410);
    }
}

/// That of a store that is away.
pub(crate) fn unavailable_feed() -> TestFeed {
    let away = || StoreError::Unavailable("secret host".into());
    let (mut log, mut bounds) = (MockChangeLog::new(), MockChangeLogBounds::new());
    log.expect_events_of_section().returning(move |_, _, _| Err(away()));
    bounds.expect_bounds().returning(move |_| Err(away()));
    bounds.expect_time_of().returning(move |_| Err(away()));
    bounds.expect_number_before().returning(move |_| Err(away()));
    bounds.expect_tally().returning(move |_, _| Err(away()));
    TestFeed::of(Arc::new(log), Arc::new(bounds))
}

#[actix_web::test]
async fn without_the_store_what_only_the_store_has_of_the_feed_is_a_503_with_retry_after() {
    let fixture = Fixture::with_feed(log().store.load().unwrap().log_position, unavailable_feed());
    for route in ["product-changes", "product-changes/summary"] {
        let response = ask(&fixture, &format!("100/{route}?since={BEFORE_ALL}")).await;
        assert_eq!((response.status, response.header("retry-after")), (503, "2"), "{response:?}");
        assert!(!response.body.contains("secret"), "{response:?}");
    }
}
