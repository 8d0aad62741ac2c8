//! The change feed: ranges, pages, checkpoints, counts, and how it follows the catalog.

use crate::client::{TestRequest, TestResponse, get, send};
use crate::fixture::{Fixture, NOW, facts, feed_of, storefront};
use crate::stores::empty_stores;
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::change::{ChangeEvent, ChangeKind, Membership};
use catalog_domain::values::{CatalogRevision, SectionId};
use catalog_index::Catalog;
use catalog_testkit::builders::{event, section};
use catalog_testkit::{AnyStore, ImportRun, MemoryStore, TestStore};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

pub(crate) const FEED: &str = "/api/v2/catalog/sections/100/product-changes";

/// Moments before now, in the form of `since`: one before all events, one between the two runs.
pub(crate) const BEFORE_ALL: &str = "2026-01-31T08:00:00Z";
const BETWEEN: &str = "2026-01-31T12:30:00%2B03:00";

pub(crate) fn run(log: &dyn AnyStore, hours_ago: i64, events: Vec<ChangeEvent>) {
    let (at, sections) = (NOW.plus_seconds(-3_600 * hours_ago), [100, 110, 200].map(section).into());
    ImportRun { at, events, sections, ..ImportRun::default() }.commit(log).unwrap();
}

pub(crate) fn upsert(name: &str, content: bool, commercial: bool) -> ChangeEvent {
    ChangeEvent { kind: ChangeKind::Upsert { content, commercial }, ..event(name, &[110, 100]) }
}

/// The usual log in every kind of store.
pub(crate) fn logs() -> impl Iterator<Item = TestStore> {
    empty_stores().inspect(|log| {
        println!("over {}", log.name);
        fill(&*log.store);
    })
}

/// The usual log, where the kind of store does not matter.
pub(crate) fn log() -> Arc<dyn AnyStore> {
    let log = Arc::new(MemoryStore::new());
    fill(&*log);
    log
}

/// An hour ago, five events in section 100; one of them is a move out of it, and one is not in section 110.
fn fill(log: &dyn AnyStore) {
    run(log, 1, vec![upsert("P-1", true, false), upsert("P-2", false, true)]);
    let moved = ChangeEvent {
        section_ids: vec![SectionId(200)],
        memberships: vec![
            Membership { section: SectionId(100), in_section: false },
            Membership { section: SectionId(200), in_section: true },
        ],
        ..upsert("P-3", true, false)
    };
    let gone = ChangeEvent { kind: ChangeKind::Removed, ..event("P-1", &[110, 100]) };
    run(log, 0, vec![upsert("P-2", true, true), moved, gone]);
}

/// The usual fixture over a log, all of whose events are in the catalog.
pub(crate) fn fixture_over(log: &Arc<dyn AnyStore>) -> Fixture {
    Fixture::with_feed(log.load().unwrap().log_position, feed_of(Arc::clone(log)), Duration::ZERO)
}

async fn ask(fixture: &Fixture, path: &str) -> TestResponse {
    get(fixture, "retailer", path).await
}

fn cursor(response: &TestResponse, name: &str) -> String {
    response.data(&format!("/meta/{name}")).as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn a_page_lists_the_change_of_each_product() {
    for stored in logs() {
        let response = ask(&fixture_over(&stored.store), &format!("{FEED}?since={BEFORE_ALL}")).await;
        assert_eq!(response.status, 200, "{response:?}");
        assert_json_snapshot!("a_page_lists_the_change_of_each_product", response.data("/items"));
        assert_eq!((response.data("/meta/sectionId"), response.data("/meta/hasMore")), (json!("100"), json!(false)));
        assert_eq!(cursor(&response, "nextCursor"), cursor(&response, "checkpoint"));
        assert_eq!((response.header("etag"), response.header("catalog-revision")), ("", "42"));
    }
}

#[actix_web::test]
async fn pages_lead_through_a_range_that_the_first_request_fixed() {
    for stored in logs() {
        let (log, fixture) = (&*stored.store, fixture_over(&stored.store));
        let first = ask(&fixture, &format!("{FEED}?since={BEFORE_ALL}&limit=2")).await;
        assert_eq!((first.items("eventId"), first.data("/meta/hasMore")), (vec![json!("1"), json!("2")], json!(true)));
        run(log, 0, vec![upsert("LATE", true, false)]);
        let head = log.load().unwrap().log_position;
        let facts = CatalogFacts { revision: CatalogRevision(43), log_position: head, ..facts() };
        fixture.state.app.catalog.shared().replace(Catalog::build(facts, storefront()));
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
        let fixture = fixture_over(&stored.store);
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
        let (log, fixture) = (&*stored.store, fixture_over(&stored.store));
        let page = ask(&fixture, "/api/v2/catalog/sections/100/products?pageSize=1&page=2").await;
        let start = cursor(&page, "changesCursor");
        let nothing = ask(&fixture, &format!("{FEED}?cursor={start}")).await;
        assert_eq!((nothing.status, nothing.items("eventId").len()), (200, 0), "{nothing:?}");
        run(log, 0, vec![upsert("LATE", true, false)]);
        let head = log.load().unwrap().log_position;
        fixture
            .state
            .app
            .catalog
            .shared()
            .replace(Catalog::build(CatalogFacts { log_position: head, ..facts() }, storefront()));
        let following = ask(&fixture, &format!("{FEED}?cursor={start}")).await;
        assert_eq!(following.items("stockNumber"), ["LATE"]);
    }
}

#[actix_web::test]
async fn events_wait_until_they_are_in_the_catalog_and_every_server_has_had_time_to_show_them() {
    for stored in logs() {
        let (log, feed) = (&*stored.store, feed_of(stored.store.clone()));
        let fixture = Fixture::with_feed(log.load().unwrap().log_position, feed, Duration::from_secs(3_600));
        run(log, 0, vec![upsert("LATE", true, false)]);
        let path = format!("{FEED}?since={BEFORE_ALL}");
        assert_eq!(ask(&fixture, &path).await.items("eventId").len(), 5, "not in the catalog yet");
        let head = log.load().unwrap().log_position;
        fixture
            .state
            .app
            .catalog
            .shared()
            .replace(Catalog::build(CatalogFacts { log_position: head, ..facts() }, storefront()));
        assert_eq!(ask(&fixture, &path).await.items("eventId").len(), 5, "in the catalog of this server only, perhaps");
        let page = ask(&fixture, "/api/v2/catalog/sections/100/products").await;
        let start = cursor(&page, "changesCursor");
        let ahead = ask(&fixture, &format!("{FEED}?cursor={start}")).await;
        assert_eq!(ahead.items("eventId").len(), 0);
        assert_eq!(cursor(&ahead, "checkpoint"), start, "a cursor that is ahead of the feed stays where it is");
    }
}

#[actix_web::test]
async fn a_head_request_gets_the_headers_only() {
    let fixture = fixture_over(&log());
    let request = TestRequest::default().method(actix_web::http::Method::HEAD);
    let path = format!("{FEED}?since={BEFORE_ALL}");
    let response =
        send(&fixture, request.uri(&path).insert_header(("Authorization", fixture.bearer("retailer")))).await;
    assert_eq!(response.status, 200);
    let anonymous = send(&fixture, TestRequest::get().uri(&path)).await;
    assert_eq!(anonymous.status, 401);
}
