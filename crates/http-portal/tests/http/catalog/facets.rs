//! Counts of facets.

use super::client::get;
use super::client::{between, page, unescaped};
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::products::{Product, Vendor};
use catalog_index::Catalog;
use catalog_testkit::app::TestApp;
use catalog_testkit::builders::storefront;
use catalog_testkit::usual::{Fixture, usual_facts};
use serde_json::json;
use std::sync::Arc;

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

#[actix_web::test]
async fn a_vendor_that_no_query_can_name_has_no_link() {
    for (id, links) in [("a", 1), ("a,b", 0), (" a", 0), ("a\tb", 0)] {
        let CatalogFacts { mut products, .. } = usual_facts();
        for product in &mut products {
            let vendor = Some(Arc::new(Vendor { id: id.into(), name: "Acme".into() }));
            *product = Arc::new(Product { vendor, ..Product::clone(product) });
        }
        let catalog = Catalog::build(CatalogFacts { products, ..usual_facts() }, storefront());
        let fixture = Fixture::with(|app| TestApp { catalog, ..app });
        for path in ["/portal/catalog/sections/100", "/portal/search?q=acme"] {
            let body = page(&fixture, "wholesaler", path).await.body;
            assert!(body.contains("Acme"), "{id:?}: {path}");
            let found = body.matches("?vendor=").count() + body.matches("vendor=a\"").count();
            assert_eq!(found > 0, links > 0, "{id:?}: {path}: {body}");
            assert_eq!(body.contains("name=\"vendor\""), links > 0 && !path.contains("search"), "{id:?}: {path}");
        }
    }
}
