//! Links to the other pages of a list, through the real routes.

use crate::client::{get, get_unless};
use catalog_testkit::usual::Fixture;

fn links(header: &str) -> Vec<(String, String)> {
    let each = header.split(", ").filter(|link| !link.is_empty());
    each.map(|link| {
        let (address, relation) = link.split_once(">; rel=\"").unwrap();
        (relation.trim_end_matches('"').to_owned(), address.trim_start_matches('<').to_owned())
    })
    .collect()
}

#[actix_web::test]
async fn following_the_next_page_walks_the_whole_list_with_its_filters() {
    for fixture in Fixture::all() {
        for (user, list, field) in [
            ("retailer", "/api/v2/catalog/sections/100/products?pageSize=1&sort=-name", "stockNumber"),
            ("retailer", "/api/v2/catalog/sections/100/products?page=1&available=true&pageSize=1", "stockNumber"),
            ("retailer", "/api/v2/catalog/sections/100/products?q=pump&pageSize=1", "stockNumber"),
            ("retailer", "/api/v2/products/search?q=p%20u&pageSize=1&include=facets", "stockNumber"),
            ("admin", "/auth/admin/users?status=active&pageSize=1", "id"),
        ] {
            let whole = get(&fixture, user, &list.replace("pageSize=1", "pageSize=100")).await;
            let mut path = list.to_owned();
            let mut found = Vec::new();
            // One page more than there are, so that a list that never ends fails the test.
            for _ in 0..=whole.items(field).len() {
                let page = get(&fixture, user, &path).await;
                found.extend(page.items(field));
                let links = links(page.header("link"));
                let Some((_, next)) = links.into_iter().find(|(relation, _)| relation == "next") else { break };
                path = next;
            }
            assert_eq!(found, whole.items(field), "{list}");
        }
    }
}

#[actix_web::test]
async fn a_304_and_an_error_have_no_links() {
    let fixture = Fixture::new();
    for query in ["pageSize=2", "pageSize=2&hasPrice=true"] {
        let path = format!("/api/v2/catalog/sections/100/products?{query}");
        let first = get(&fixture, "retailer", &path).await;
        assert!(first.header("link").contains("rel=\"last\""), "{query}");
        let unchanged = get_unless(&fixture, "retailer", &path, first.header("etag")).await;
        assert_eq!((unchanged.status, unchanged.header("link")), (304, ""), "{query}");
    }
    let wrong = get(&fixture, "retailer", "/api/v2/catalog/sections/100/products?page=0").await;
    assert_eq!((wrong.status, wrong.header("link")), (400, ""));
}

#[actix_web::test]
async fn a_very_long_address_is_not_repeated_in_the_header() {
    let vendors = vec!["v"; 800].join(",");
    let path = format!("/api/v2/catalog/sections/100/products?vendor={vendors}");
    let response = get(&Fixture::new(), "retailer", &path).await;
    assert_eq!((response.status, response.header("link")), (200, ""));
}
