//! Conditional requests: a client that has a response gets a 304, and never another caller's response.

use crate::client::{TestRequest, get, get_unless, reads, send};
use catalog_domain::values::CatalogRevision;
use catalog_index::Catalog;
use catalog_testkit::usual::{Fixture, usual_facts};

/// Requests beyond those of the document, whose response is another one.
const VARIANTS: [&str; 7] = [
    "/api/v2/catalog/sections/100/products",
    "/api/v2/catalog/sections/100/products?include=description",
    "/api/v2/catalog/sections/100/products?include=facets",
    "/api/v2/products/search?q=pump&include=facets",
    "/api/v2/catalog/sections/100/price-list.csv",
    "/api/v2/catalog/sections/100/price-list.csv?locale=ru",
    "/api/v2/products/P-1?include=seo",
];

/// Every documented request whose response has a tag, and the variants.
fn paths() -> Vec<String> {
    let tagged = reads().filter(|(operation, _)| operation.has_header("ETag")).map(|(_, target)| target);
    tagged.chain(VARIANTS.map(String::from)).collect()
}

#[actix_web::test]
async fn every_response_has_a_tag_for_conditional_requests() {
    for fixture in Fixture::all() {
        for path in &paths() {
            let first = get(&fixture, "wholesaler", path).await;
            assert_eq!(first.header("Cache-Control"), "private, no-cache", "{path}");
            assert_eq!(first.header("Vary"), "Authorization, Accept-Encoding", "{path}");
            assert!(first.header("ETag").starts_with("W/\""), "{path}");
            let again = get_unless(&fixture, "wholesaler", path, &format!("\"x\", {}", first.header("ETag"))).await;
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
            for name in ["ETag", "Cache-Control", "Vary", "Catalog-Revision"] {
                assert_eq!(again.header(name), first.header(name), "{path}");
            }
            let any = get_unless(&fixture, "wholesaler", path, "*").await;
            assert_eq!(any.status, 304, "{path}");
        }
    }
}

#[actix_web::test]
async fn no_caller_gets_a_304_for_another_callers_response() {
    for fixture in Fixture::all() {
        for path in &paths() {
            for (owner, other) in [
                ("wholesaler", "retailer"),
                ("wholesaler", "builder"),
                ("wholesaler", "admin"),
                ("admin", "retailer"),
                ("builder", "wholesaler"),
            ] {
                let tag = get(&fixture, owner, path).await.header("ETag").to_owned();
                assert_eq!(get_unless(&fixture, other, path, &tag).await.status, 200, "{path} of {owner} for {other}");
            }
            let tag = get(&fixture, "wholesaler", path).await.header("ETag").to_owned();
            let without_token = TestRequest::get().uri(path).insert_header(("If-None-Match", tag));
            assert_eq!(send(&fixture, without_token).await.status, 401, "{path} without a token");
        }
    }
}

#[actix_web::test]
async fn a_tag_is_good_for_one_question_at_one_revision() {
    for fixture in Fixture::all() {
        let mut tags = Vec::new();
        for path in &paths() {
            tags.push(get(&fixture, "wholesaler", path).await.header("ETag").to_owned());
        }
        for (at, path) in paths().iter().enumerate() {
            let others: Vec<&str> =
                tags.iter().enumerate().filter(|(of, _)| *of != at).map(|(_, tag)| &**tag).collect();
            assert_eq!(get_unless(&fixture, "wholesaler", path, &others.join(", ")).await.status, 200, "{path}");
        }
        let tree = get(&fixture, "wholesaler", "/api/v2/catalog/tree").await.header("ETag").to_owned();
        let newer = catalog_domain::catalog::CatalogFacts { revision: CatalogRevision(43), ..usual_facts() };
        let storefront = fixture.service.app.catalog.current().storefront().clone();
        fixture.service.app.catalog.shared().replace(Catalog::build(newer, storefront));
        let again = get_unless(&fixture, "wholesaler", "/api/v2/catalog/tree", &tree).await;
        assert_eq!((again.status, again.header("Catalog-Revision")), (200, "43"));
    }
}

#[actix_web::test]
async fn equivalent_requests_have_the_same_tag() {
    for fixture in Fixture::all() {
        for (one, other, same) in [
            ("products?vendor=a,b", "products?vendor=b,%20a,b", true),
            ("products", "products?page=1&pageSize=50&sort=name&scope=subtree&include=", true),
            ("products?include=seo,media", "products?include=media,seo", true),
            ("products?include=seo,media", "products?include=media&include=seo&include=", true),
            ("products?vendor=a,b", "products?vendor=b&vendor=a", true),
            ("products?filter=b:1&filter=a:1", "products?filter=a:1&filter=b:1&filter=a:1", true),
            ("products?q=a", "products?q=%20a&sort=relevance", true),
            ("products?q=a", "products?q=b", false),
            ("products?q=a", "products", false),
            ("products?include=facets", "products", false),
            ("products?page=2", "products?page=1", false),
            ("products?vendor=acme", "products?vendor=zeta", false),
            ("products?vendor=acme", "products", false),
            ("products?vendor=acme,nobody", "products?vendor=no-one,acme", true),
            ("products?vendor=nobody", "products?vendor=no-one", true),
            ("products?vendor=nobody", "products", false),
            ("products?available=true", "products?sale=true", false),
            ("price-list.csv", "price-list.csv?locale=en&sort=name&scope=subtree", true),
            ("price-list.csv?vendor=acme,nobody", "price-list.csv?vendor=acme", true),
            ("price-list.csv?columns=name,url", "price-list.csv?columns=url,name", false),
            ("price-list.csv", "price-list.xlsx", false),
        ] {
            let path = |query| format!("/api/v2/catalog/sections/100/{query}");
            let tag = get(&fixture, "retailer", &path(one)).await.header("ETag").to_owned();
            let other_tag = get(&fixture, "retailer", &path(other)).await.header("ETag").to_owned();
            assert_eq!(tag == other_tag, same, "{one} and {other}");
        }
    }
}

#[actix_web::test]
async fn what_does_not_exist_is_not_found_whatever_the_client_has() {
    for fixture in Fixture::all() {
        for path in ["/api/v2/products/P-9", "/api/v2/catalog/sections/999", "/api/v2/catalog/sections/999/products"] {
            let response = get_unless(&fixture, "retailer", path, "*").await;
            let revision = fixture.service.app.catalog.current().revision().to_string();
            assert_eq!((response.status, response.header("Catalog-Revision")), (404, &*revision), "{path}");
        }
    }
}

#[actix_web::test]
async fn sections_look_the_same_to_every_viewer_so_one_body_serves_them_all() {
    for path in [
        "/api/v2/catalog/tree?include=vendors",
        "/api/v2/catalog/sections?include=vendors",
        "/api/v2/catalog/sections/100?include=children,breadcrumbs,vendors,filters",
        "/api/v2/catalog/sections/100/vendors",
    ] {
        let shared = Fixture::new();
        for user in ["wholesaler", "retailer", "builder", "admin"] {
            // In a fixture of its own, nothing was cached for other callers.
            let own = get(&Fixture::new(), user, path).await;
            let again = get(&shared, user, path).await;
            assert_eq!(own.body, get(&Fixture::new(), "wholesaler", path).await.body, "{path} for {user}");
            assert_eq!((again.body.as_str(), again.header("ETag")), (own.body.as_str(), own.header("ETag")), "{path}");
        }
    }
}

#[actix_web::test]
async fn a_page_is_the_same_whether_it_was_made_or_cached() {
    for fixture in Fixture::all() {
        for path in [
            "/api/v2/catalog/sections/100/products",
            "/api/v2/catalog/sections/100/products?vendor=acme&pageSize=1",
            "/api/v2/catalog/sections/100/products?hasPrice=true&pageSize=2&include=features",
            "/api/v2/catalog/sections/100/products?q=pump&include=facets",
            "/api/v2/products/search?q=pump",
            "/api/v2/products?stockNumbers=P-2,P-1",
        ] {
            let made = get(&fixture, "wholesaler", path).await;
            for _ in 0..3 {
                let again = get(&fixture, "wholesaler", path).await;
                assert_eq!((again.status, &again.body), (200, &made.body), "{path}");
                for name in ["ETag", "Link", "Cache-Control", "Vary", "Catalog-Revision", "Content-Type"] {
                    assert_eq!(again.header(name), made.header(name), "{path}: {name}");
                }
            }
            let hits = fixture.service.cache.status().hits;
            get(&fixture, "wholesaler", path).await;
            assert!(fixture.service.cache.status().hits > hits, "{path} is not cached");
            let other = get(&fixture, "admin", path).await;
            assert_ne!(other.body, made.body, "{path} of another viewer");
        }
    }
}
