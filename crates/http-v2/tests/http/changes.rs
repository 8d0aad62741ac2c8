//! The change feed: ranges, pages, checkpoints, counts, and how it follows the catalog.

use crate::client::{TestResponse, get, text_at};
use catalog_testkit::app::TestApp;
use catalog_testkit::usual::{Fixture, feed_of, fixture_over, logs, run, upsert, usual_catalog_at};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) const FEED: &str = "/api/v2/catalog/sections/100/product-changes";

/// Moments before now, in the form of `since`: one before all events, one between the two runs.
pub(crate) const BEFORE_ALL: &str = "2026-01-31T08:00:00Z";
const BETWEEN: &str = "2026-01-31T12:30:00%2B03:00";

async fn ask(fixture: &Fixture, path: &str) -> TestResponse {
    get(fixture, "retailer", path).await
}

fn cursor(response: &TestResponse, name: &str) -> String {
    text_at(response, &format!("/meta/{name}"))
}

#[actix_web::test]
async fn a_page_lists_the_change_of_each_product() {
    for stored in logs() {
        let response = ask(&fixture_over(&stored), &format!("{FEED}?since={BEFORE_ALL}")).await;
        assert_eq!(response.status, 200, "{response:?}");
        assert_json_snapshot!("a_page_lists_the_change_of_each_product", response.data("/items"));
        assert_eq!((response.data("/meta/sectionId"), response.data("/meta/hasMore")), (json!("100"), json!(false)));
        assert_eq!(cursor(&response, "nextCursor"), cursor(&response, "checkpoint"));
        assert_eq!((response.header("etag"), response.header("catalog-revision")), ("", "1"));
    }
}

#[actix_web::test]
async fn pages_lead_through_a_range_that_the_first_request_fixed() {
    for stored in logs() {
        let (log, fixture) = (&*stored.store, fixture_over(&stored));
        let first = ask(&fixture, &format!("{FEED}?since={BEFORE_ALL}&limit=2")).await;
        assert_eq!((first.items("eventId"), first.data("/meta/hasMore")), (vec![json!("1"), json!("2")], json!(true)));
        run(log, 0, vec![upsert("LATE", true, false)]);
        fixture.follow(log);
        let second = ask(&fixture, &format!("{FEED}?cursor={}&limit=1", cursor(&first, "nextCursor"))).await;
        let third = ask(&fixture, &format!("{FEED}?cursor={}", cursor(&second, "nextCursor"))).await;
        assert_eq!((second.items("eventId"), second.data("/meta/hasMore")), (vec![json!("3")], json!(true)));
        let rest = vec![json!("4"), json!("5")];
        assert_eq!((third.items("eventId"), third.data("/meta/hasMore")), (rest, json!(false)), "not the late one");
        assert_eq!(cursor(&first, "checkpoint"), cursor(&second, "checkpoint"), "until the last page it is the start");
        assert_eq!(cursor(&third, "checkpoint"), cursor(&third, "nextCursor"));
        let again = ask(&fixture, &format!("{FEED}?cursor={}", cursor(&first, "checkpoint"))).await;
        assert_eq!(again.items("eventId").len(), 6, "the range's start loses nothing");
        let next_range = ask(&fixture, &format!("{FEED}?cursor={}", cursor(&third, "checkpoint"))).await;
        assert_eq!(next_range.items("stockNumber"), ["LATE"]);
    }
}

#[actix_web::test]
async fn a_summary_counts_products_over_the_range_that_the_feed_would_give() {
    for stored in logs() {
        let fixture = fixture_over(&stored);
        for (since, expected) in [(BEFORE_ALL, [3, 1, 1, 3]), (BETWEEN, [2, 1, 1, 3]), ("2026-01-31T10:00:01Z", [0; 4])]
        {
            let summary = ask(&fixture, &format!("{FEED}/summary?since={since}")).await;
            let counts: Vec<Value> =
                ["/content", "/commercial", "/removed", "/total"].iter().map(|name| summary.data(name)).collect();
            assert_eq!(counts, expected.map(Value::from), "{since}");
            assert_eq!(summary.data("/meta/sectionId"), "100");
            let after = ask(&fixture, &format!("{FEED}?cursor={}", cursor(&summary, "nextCursor"))).await;
            assert_eq!(after.items("eventId"), Vec::<Value>::new(), "the cursor covers what was counted");
        }
    }
}

#[actix_web::test]
async fn every_list_page_says_where_to_begin_following() {
    for stored in logs() {
        let (log, fixture) = (&*stored.store, fixture_over(&stored));
        let page = ask(&fixture, "/api/v2/catalog/sections/100/products?pageSize=1&page=2").await;
        let start = cursor(&page, "changesCursor");
        let nothing = ask(&fixture, &format!("{FEED}?cursor={start}")).await;
        assert_eq!((nothing.status, nothing.items("eventId").len()), (200, 0), "{nothing:?}");
        run(log, 0, vec![upsert("LATE", true, false)]);
        fixture.follow(log);
        let following = ask(&fixture, &format!("{FEED}?cursor={start}")).await;
        assert_eq!(following.items("stockNumber"), ["LATE"]);
    }
}

#[actix_web::test]
async fn events_wait_until_they_are_in_the_catalog_and_every_server_has_had_time_to_show_them() {
    for stored in logs() {
        let (log, feed) = (&*stored.store, feed_of(stored.store.clone()));
        let catalog = usual_catalog_at(log.load().unwrap().log_position);
        let settle = Duration::from_secs(3_600);
        let fixture = Fixture::with(|app| TestApp { catalog, feed, settle, ..app });
        run(log, 0, vec![upsert("LATE", true, false)]);
        let path = format!("{FEED}?since={BEFORE_ALL}");
        assert_eq!(ask(&fixture, &path).await.items("eventId").len(), 5, "not in the catalog yet");
        fixture.follow(log);
        assert_eq!(ask(&fixture, &path).await.items("eventId").len(), 5, "in the catalog of this server only, perhaps");
        let page = ask(&fixture, "/api/v2/catalog/sections/100/products").await;
        let start = cursor(&page, "changesCursor");
        let ahead = ask(&fixture, &format!("{FEED}?cursor={start}")).await;
        assert_eq!(ahead.items("eventId").len(), 0);
        assert_eq!(cursor(&ahead, "checkpoint"), start, "a cursor that is ahead of the feed stays where it is");
    }
}
