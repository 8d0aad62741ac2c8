//! Feed cursors age: one that is older than the retention is refused, and no response contains an old one.

use crate::client::{TestResponse, by, exchange, get, get_unless, text_at};
use catalog_domain::ports::SigningSecret;
use catalog_testkit::app::TestFeed;
use catalog_testkit::usual::{Fixture, NOW, feed_of, fixture_over, log, logs};
use credentials::{RotatingSigningKeys, SigningKeySet};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read;
use std::sync::Arc;

const LIST: &str = "/api/v2/catalog/sections/100/products";
const DAY: i64 = 24 * 60 * 60;

/// The pages of the feed and of its summary that begin at a cursor.
async fn follow(fixture: &Fixture, cursor: &str) -> [TestResponse; 2] {
    let path = |route| format!("/api/v2/catalog/sections/100/{route}?cursor={cursor}");
    [
        get(fixture, "retailer", &path("product-changes")).await,
        get(fixture, "retailer", &path("product-changes/summary")).await,
    ]
}

/// Every cursor that the feed and its summary return to a client that follows `cursor`.
async fn fresh_cursors(fixture: &Fixture, cursor: &str) -> Vec<String> {
    let responses = follow(fixture, cursor).await;
    let names = ["/meta/nextCursor", "/meta/checkpoint"];
    let all = responses.iter().flat_map(|response| names.map(|name| response.data(name)));
    all.filter_map(|cursor| cursor.as_str().map(ToOwned::to_owned)).collect()
}

/// The first page of the list, compressed as most clients request it.
async fn compressed_list(fixture: &Fixture) -> TestResponse {
    let request = by(fixture, "retailer", LIST).insert_header(("Accept-Encoding", "gzip"));
    let (_, _, response) = exchange(fixture, request).await;
    assert_eq!((response.status, response.header("Content-Encoding")), (200, "gzip"));
    response
}

fn changes_cursor(compressed: &TestResponse) -> String {
    let mut text = String::new();
    GzDecoder::new(&*compressed.bytes).read_to_string(&mut text).unwrap();
    let body: Value = serde_json::from_str(&text).unwrap();
    body["data"]["meta"]["changesCursor"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn a_cursor_is_gone_after_the_retention_and_what_a_poll_gave_meanwhile_is_not() {
    for stored in logs() {
        let fixture = fixture_over(&stored);
        let first = text_at(&get(&fixture, "retailer", LIST).await, "/meta/changesCursor");
        fixture.clock.set(NOW.plus_seconds(60 * DAY));
        let polled = fresh_cursors(&fixture, &first).await;
        assert_eq!(polled.len(), 3);
        for (seconds, status) in [(90 * DAY, 200), (90 * DAY + 1, 410), (95 * DAY, 410)] {
            fixture.clock.set(NOW.plus_seconds(seconds));
            for response in follow(&fixture, &first).await {
                assert_eq!(response.status, status, "after {seconds} s: {response:?}");
                let name = if status == 410 { "ProductChangesCursorExpiredError" } else { "" };
                assert_eq!(response.error_name(), name);
            }
        }
        for cursor in polled {
            assert!(follow(&fixture, &cursor).await.iter().all(|response| response.status == 200), "day 60 to day 95");
        }
    }
}

#[actix_web::test]
async fn a_catalog_older_than_the_retention_still_gives_fresh_cursors() {
    let fixture = fixture_over(&log());
    let mut handed_out = Vec::new();
    for hours in [0, 1, 24 * 89, 24 * 200] {
        fixture.clock.set(NOW.plus_seconds(hours * 3_600));
        let list = compressed_list(&fixture).await;
        let cursor = changes_cursor(&list);
        assert!(follow(&fixture, &cursor).await.iter().all(|response| response.status == 200), "{hours} h");
        assert!(!handed_out.contains(&cursor), "{hours} h");
        handed_out.push(cursor);
        // Within the hour the compressed body is cached, cursor included, and costs nothing.
        fixture.clock.advance(1_800);
        assert_eq!(compressed_list(&fixture).await.bytes, list.bytes, "{hours} h and a half");
    }
}

#[actix_web::test]
async fn the_tag_of_a_list_does_not_change_with_time() {
    let fixture = fixture_over(&log());
    let tag = compressed_list(&fixture).await.header("ETag").to_owned();
    fixture.clock.set(NOW.plus_seconds(100 * DAY));
    assert_eq!(compressed_list(&fixture).await.header("ETag"), tag);
    assert_eq!(get_unless(&fixture, "retailer", LIST, &tag).await.status, 304);
}

#[actix_web::test]
async fn no_list_has_a_cursor_of_a_revoked_key() {
    let (log, secret) = (log(), |fill| SigningSecret::new(vec![fill; 32]).unwrap());
    let only = |fill| SigningKeySet { current: secret(fill), previous: None, replaced_at: None };
    let keys = Arc::new(RotatingSigningKeys::new(&only(1), DAY));
    let feed = TestFeed { cursors: keys.clone(), ..feed_of(log.store.clone()) };
    let fixture = Fixture::with_feed(log.store.load().unwrap().log_position, feed);
    let before = compressed_list(&fixture).await;
    keys.replace(&only(2));
    assert_eq!(follow(&fixture, &changes_cursor(&before)).await.map(|response| response.status), [400, 400]);
    let after = compressed_list(&fixture).await;
    assert_eq!(follow(&fixture, &changes_cursor(&after)).await.map(|response| response.status), [200, 200]);
    assert_eq!(get_unless(&fixture, "retailer", LIST, before.header("ETag")).await.status, 200);
}
