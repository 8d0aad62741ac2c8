//! Snapshots: a whole section in one response, in lines.

use crate::client::{TestResponse, by, exchange, get, send};
use catalog_app::feed::ProductStreams;
use catalog_domain::ports::ProductRecord;
use catalog_domain::products::ProductParts;
use catalog_domain::values::{AccountId, SourceId};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{event, product_record, product_type, section};
use catalog_testkit::usual::Fixture;
use serde_json::{Value, json};
use std::io::Read;
use std::time::Duration;

const SNAPSHOT: &str = "/api/v2/catalog/sections/1/product-snapshot";
const LIST: &str = "/api/v2/catalog/sections/1/products?pageSize=1000&sort=stockNumber";

fn record(number: i64) -> ProductRecord {
    ProductRecord {
        source_id: SourceId(number),
        parts: ProductParts { description: "d".repeat(500).into(), ..ProductParts::default() },
        ..product_record(&format!("S-{number:05}"), &[1])
    }
}

fn import_of(products: i64) -> ImportRun {
    ImportRun {
        sections: vec![section(1)],
        product_types: vec![product_type(1)],
        events: (1..=products).map(|number| event(&format!("S-{number:05}"), &[1])).collect(),
        ..ImportRun::of_records((1..=products).map(record))
    }
}

fn lines(text: &str) -> Vec<Value> {
    assert!(text.ends_with('\n'), "{text:.300}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn stock_numbers(lines: &[Value]) -> Vec<&str> {
    let products = lines.iter().filter(|line| line["type"] == "product");
    products.map(|line| line["data"]["stockNumber"].as_str().unwrap()).collect()
}

#[actix_web::test]
async fn a_snapshot_is_the_list_between_a_start_and_an_end() {
    for count in [0, 1, 199, 200, 201, 450] {
        for fixture in Fixture::on_every_store(|| import_of(count)) {
            for include in ["", "version", "description,sections,version"] {
                let list = get(&fixture, "wholesaler", &format!("{LIST}&include={include}")).await;
                let snapshot = get(&fixture, "wholesaler", &format!("{SNAPSHOT}?include={include}")).await;
                let items = list.data("/items").as_array().unwrap().clone();
                let start = json!({"type": "start", "revision": 1, "changesCursor": list.data("/meta/changesCursor"),
                    "total": count});
                let products = items.into_iter().map(|item| json!({"type": "product", "data": item}));
                let end = json!({"type": "end", "count": count});
                let expected: Vec<Value> = [start].into_iter().chain(products).chain([end]).collect();
                let mut found = lines(&snapshot.body);
                assert!(found[0]["changesCursor"].is_string());
                // Its seal may differ from time to time.
                found[0]["changesCursor"] = expected[0]["changesCursor"].clone();
                assert_eq!(found, expected, "{count} with {include:?}");
                assert_eq!(snapshot.header("content-type"), "application/x-ndjson");
                assert_eq!((snapshot.find_header("etag"), snapshot.header("catalog-revision")), (None, "1"));
            }
        }
    }
}

#[actix_web::test]
async fn after_a_cut_it_goes_on_behind_any_stock_number() {
    for fixture in Fixture::on_every_store(|| import_of(450)) {
        for (after, first, count) in [
            ("", Some("S-00001"), 450),
            ("S-00000", Some("S-00001"), 450),
            ("S-00001", Some("S-00002"), 449),
            ("S-00200x", Some("S-00201"), 250),
            ("S-00449", Some("S-00450"), 1),
            ("S-00450", None, 0),
            ("%D0%AF", None, 0),
            ("A", Some("S-00001"), 450),
        ] {
            let found = lines(&get(&fixture, "retailer", &format!("{SNAPSHOT}?after={after}")).await.body);
            assert_eq!((found[0]["total"].as_u64(), &found[found.len() - 1]["count"]), (Some(450), &json!(count)));
            assert_eq!(stock_numbers(&found).first().copied(), first, "{after}");
            assert_eq!(found.len(), count + 2, "{after}");
        }
    }
}

#[actix_web::test]
async fn it_is_compressed_as_the_client_wishes_and_head_has_no_body() {
    let fixture = Fixture::of(import_of(450));
    let plain = get(&fixture, "retailer", SNAPSHOT).await;
    for coding in ["gzip", "zstd"] {
        let request = by(&fixture, "retailer", SNAPSHOT).insert_header(("Accept-Encoding", coding));
        let (_, _, found) = exchange(&fixture, request).await;
        assert_eq!(found.header("content-encoding"), coding);
        assert!(found.bytes.len() * 4 < plain.bytes.len(), "{coding}: {}", found.bytes.len());
        let mut text = String::new();
        match coding {
            "gzip" => flate2::read::GzDecoder::new(&*found.bytes).read_to_string(&mut text).unwrap(),
            _ => zstd::Decoder::new(&*found.bytes).unwrap().read_to_string(&mut text).unwrap(),
        };
        assert_eq!(lines(&text)[1..], lines(&plain.body)[1..], "{coding}");
    }
    let head = send(&fixture, by(&fixture, "retailer", SNAPSHOT).method(actix_web::http::Method::HEAD)).await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("content-type"), "application/x-ndjson");
}

/// A snapshot, with `meanwhile` done after its first chunk.
async fn interrupted(fixture: &Fixture, meanwhile: impl AsyncFnOnce()) -> Vec<Value> {
    let mut body = fixture.begin("wholesaler", SNAPSHOT).await;
    let mut text = body.next().await.unwrap().unwrap().to_vec();
    assert_eq!(fixture.service.app.feed.streams().count(), 1);
    meanwhile().await;
    text.extend(body.rest().await.unwrap());
    assert_eq!(fixture.service.app.feed.streams().count(), 0, "it is over when its last bytes are sent");
    lines(&String::from_utf8(text).unwrap())
}

#[actix_web::test]
async fn what_changes_meanwhile_is_shown_as_it_is_then_or_is_in_the_feed() {
    for fixture in Fixture::on_every_store(|| import_of(600)) {
        let old = std::sync::Arc::downgrade(&fixture.service.app.catalog.current());
        let found = interrupted(&fixture, async || {
            let renamed = [100, 500].map(|number| ProductRecord { name: "Renamed".into(), ..record(number) });
            let gone = [150, 550].map(|number| ProductRecord { is_active: false, ..record(number) });
            let new = [record(0), record(601)];
            fixture.import(ImportRun::of_records(renamed.into_iter().chain(gone).chain(new)));
            assert!(old.upgrade().is_none(), "a slow reader does not keep the catalog that it began with");
        })
        .await;
        let numbers = stock_numbers(&found);
        assert!(numbers.is_sorted_by(|one, other| one < other));
        // What has been sent is old, and the feed has it; what had not been sent is new.
        for (number, is_there) in [("S-00000", false), ("S-00150", true), ("S-00550", false), ("S-00601", true)] {
            assert_eq!(numbers.contains(&number), is_there, "{number}");
        }
        let name = |number: &str| {
            let product = found.iter().find(|line| line["data"]["stockNumber"] == number).unwrap();
            product["data"]["name"] == "Renamed"
        };
        assert_eq!((name("S-00100"), name("S-00500")), (false, true));
        assert_eq!(found[found.len() - 1], json!({"type": "end", "count": numbers.len()}));
    }
}

/// The status and the name of the error that a snapshot ends with.
fn error_of(lines: &[Value]) -> (u64, &str) {
    let last = lines.last().unwrap();
    assert_eq!((&last["type"], &lines[0]["type"]), (&json!("error"), &json!("start")));
    (last["error"]["code"].as_u64().unwrap(), last["error"]["name"].as_str().unwrap())
}

#[actix_web::test]
async fn what_cannot_be_completed_says_so_in_its_last_line() {
    let stopped = Fixture::of(import_of(600));
    let found = interrupted(&stopped, async || stopped.service.app.feed.streams().close()).await;
    assert_eq!(error_of(&found), (503, "ServiceUnavailableError"));
    for (change, error) in [
        (json!({"isActive": false}), (401, "AuthorizationError")),
        (json!({"role": "admin"}), (409, "ConflictError")),
        (json!({"priceLevel": "another"}), (409, "ConflictError")),
    ] {
        let changed = Fixture::of(import_of(600));
        let found = interrupted(&changed, async || changed.change_user("wholesaler", &change).await).await;
        assert_eq!(error_of(&found), error, "{change}");
    }
    let slow = Fixture::of(import_of(600));
    let found = interrupted(&slow, async || {
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(60)).await;
        tokio::time::resume();
        let others: Vec<_> = (1..).map_while(|at| slow.service.app.feed.streams().begin(AccountId(-at)).ok()).collect();
        assert_eq!(others.len() + 1, ProductStreams::MOST);
    })
    .await;
    assert_eq!(error_of(&found), (503, "ServiceUnavailableError"));
    let hidden = Fixture::of(import_of(600));
    let found = interrupted(&hidden, async || {
        let section = catalog_domain::sections::Section { is_active: false, ..section(1) };
        hidden.import(ImportRun { sections: vec![section], ..ImportRun::default() });
    })
    .await;
    assert_eq!(error_of(&found), (404, "CatalogSectionNotFoundError"));
}

#[actix_web::test]
async fn too_many_snapshots_of_one_account_are_a_429_and_of_all_a_503() {
    let fixture = Fixture::of(import_of(1));
    let streams = fixture.service.app.feed.streams();
    let ask = async || -> TestResponse { get(&fixture, "retailer", SNAPSHOT).await };
    let own: Vec<_> = (0..ProductStreams::MOST_OF_ONE_ACCOUNT)
        .map(|_| streams.begin(fixture.account_id("retailer")).unwrap())
        .collect();
    let refused = ask().await;
    assert_eq!((refused.status, refused.error_name().as_str()), (429, "TooManyRequestsError"));
    assert_ne!(refused.header("retry-after"), "");
    drop(own);
    let all: Vec<_> = (1..).map_while(|at| streams.begin(AccountId(-at)).ok()).collect();
    assert_eq!(all.len(), ProductStreams::MOST);
    assert_eq!(ask().await.outcome(), (503, "ServiceUnavailableError".into()));
    drop(all);
    assert_eq!(ask().await.status, 200);
}
