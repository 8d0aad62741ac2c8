//! Versions and digests: what a client compares its copy with.

use crate::changes::{BEFORE_ALL, FEED};
use crate::client::{TestResponse, get, text_at};
use catalog_domain::products::{DIGEST_PARTS, ProductMark, SectionDigest};
use catalog_domain::values::CatalogRevision;
use catalog_testkit::usual::{Fixture, fixture_over, logs};
use serde_json::{Value, json};

const DIGEST: &str = "/api/v2/catalog/sections/100/product-digest";
const LIST: &str = "/api/v2/catalog/sections/100/products?pageSize=1000&sort=stockNumber";

async fn ask(fixture: &Fixture, path: &str) -> TestResponse {
    get(fixture, "retailer", path).await
}

fn items(response: &TestResponse) -> Vec<Value> {
    response.data("/items").as_array().unwrap().clone()
}

#[actix_web::test]
async fn a_version_is_there_for_those_who_ask() {
    for stored in logs() {
        let fixture = fixture_over(&stored);
        let one = ask(&fixture, "/api/v2/products/P-1").await.data("");
        assert!(one.get("version").is_none());
        let versioned = ask(&fixture, "/api/v2/products/P-1?include=version").await.data("");
        assert!(versioned["version"].is_u64(), "{versioned}");
        for path in [format!("{LIST}&include=version"), "/api/v2/products?stockNumbers=P-1&include=version".into()] {
            let listed = items(&ask(&fixture, &path).await);
            let found = listed.iter().find(|product| product["stockNumber"] == "P-1").unwrap();
            assert_eq!(found["version"], versioned["version"], "{path}");
        }
        let feed = format!("{FEED}?since={BEFORE_ALL}");
        let (plain, with) = (ask(&fixture, &feed).await, ask(&fixture, &format!("{feed}&include=version")).await);
        for (plain, with) in items(&plain).iter().zip(items(&with)) {
            assert!(plain.get("version").is_none() && with["version"].is_u64(), "{with}");
        }
        let unknown = ask(&fixture, &format!("{feed}&include=version,media")).await;
        assert_eq!((unknown.status, unknown.error_name().as_str()), (400, "ValidationError"));
    }
}

#[actix_web::test]
async fn a_digest_is_that_of_the_products_and_versions_of_its_parts() {
    for fixture in Fixture::all() {
        let digest = ask(&fixture, DIGEST).await;
        let listed = items(&ask(&fixture, &format!("{LIST}&include=version")).await);
        assert!(!listed.is_empty());
        let mut marks = Vec::new();
        let mut found = Vec::new();
        for part in 0..DIGEST_PARTS {
            let of_part = ask(&fixture, &format!("{DIGEST}?part={part}")).await;
            assert_eq!((of_part.data("/part"), of_part.data("/revision")), (json!(part), digest.data("/revision")));
            assert_eq!(json!(items(&of_part).len()), digest.data(&format!("/parts/{part}/count")));
            assert_ne!(of_part.header("ETag"), digest.header("ETag"));
            for item in items(&of_part) {
                let version = CatalogRevision(item["version"].as_i64().unwrap());
                let mark = ProductMark::of(item["stockNumber"].as_str().unwrap(), version);
                assert_eq!(usize::from(mark.part()), part);
                marks.push(mark);
                found.push((item["stockNumber"].to_string(), item["version"].clone()));
            }
        }
        found.sort_by(|one, other| one.0.cmp(&other.0));
        let expected = listed.iter().map(|item| (item["stockNumber"].to_string(), item["version"].clone()));
        assert_eq!(found, expected.collect::<Vec<_>>());
        let expected = SectionDigest::of(marks.iter());
        assert_eq!(digest.data("/digest"), expected.whole().to_string());
        assert_eq!(digest.data("/count"), json!(listed.len()));
        for (part, expected) in expected.parts().iter().enumerate() {
            assert_eq!(digest.data(&format!("/parts/{part}/digest")), expected.to_string());
        }
        let revision = digest.data("/revision").to_string();
        assert_eq!((digest.data("/sectionId"), digest.header("catalog-revision")), (json!("100"), revision.as_str()));
    }
}

#[actix_web::test]
async fn a_digest_is_the_same_for_every_viewer_and_its_cursor_leads_on() {
    for stored in logs() {
        let fixture = fixture_over(&stored);
        let first = ask(&fixture, DIGEST).await;
        for user in ["wholesaler", "builder", "admin"] {
            assert_eq!(get(&fixture, user, DIGEST).await.body, first.body, "{user}");
        }
        let after = ask(&fixture, &format!("{FEED}?cursor={}", text_at(&first, "/changesCursor"))).await;
        assert_eq!((after.status, items(&after).len()), (200, 0));
    }
}
