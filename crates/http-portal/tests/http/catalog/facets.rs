//! Counts of facets.

use super::client::get;
use super::client::{between, page, unescaped};
use catalog_testkit::usual::Fixture;
use serde_json::json;

#[actix_web::test]
async fn each_count_is_the_total_of_the_list_that_it_links_to() {
    for fixture in Fixture::all() {
        for (section, facets) in [(100, 5), (120, 2), (200, 0)] {
            let path = format!("/portal/catalog/sections/{section}");
            let body = page(&fixture, "wholesaler", &path).await.body;
            let links: Vec<&str> = body.split(r#"<a class="small" href="?"#).skip(1).collect();
            assert_eq!(links.len(), facets, "{section}: {body}");
            for link in links {
                let query = unescaped(link.split('"').next().unwrap());
                let count: u64 = between(link, ">", "<").parse().unwrap();
                let api = format!("/api/v2/catalog/sections/{section}/products?{query}");
                let total = get(&fixture, "wholesaler", &api).await.data("/meta/pagination/total");
                assert_eq!(total, json!(count), "{query}");
                let list = page(&fixture, "wholesaler", &format!("{path}?{query}")).await.body;
                assert!(list.contains(&format!("of {count}</caption>")), "{query}: {list}");
            }
        }
    }
}
