//! Wrong parameters: every one is reported by name, whatever the route.

use crate::client::get;
use catalog_testkit::usual::Fixture;

#[actix_web::test]
async fn a_wrong_parameter_is_named() {
    for fixture in Fixture::all() {
        for (path, wrong) in [
            ("tree?depth=0", "depth"),
            ("tree?depth=-1", "depth"),
            ("tree?depth=1.5", "depth"),
            ("tree?depth=+1", "depth"),
            ("tree?depth=%2B1", "depth"),
            ("tree?depth=", "depth"),
            ("tree?depth", "depth"),
            ("tree?depth=99999999999999999999", "depth"),
            ("tree?depth=1&depth=2", "depth"),
            ("tree?Depth=1", "Depth"),
            ("tree?include=children", "include"),
            ("tree?include=Vendors", "include"),
            ("tree?x", "x"),
            ("tree?%zz=1", "%zz"),
            ("tree?depth=%zz", "depth"),
            ("tree?depth=%ff", "depth"),
            ("tree?depth=1%00", "depth"),
            ("sections?depth=1", "depth"),
            ("sections?include=breadcrumbs", "include"),
            ("sections/x", "id"),
            ("sections/01", "id"),
            ("sections/-1", "id"),
            ("sections/+1", "id"),
            ("sections/1%20", "id"),
            ("sections/1%00", "id"),
            ("sections/%D9%A1", "id"),
            ("sections/%zz", "id"),
            ("sections/x/vendors", "id"),
            ("sections/x/products", "id"),
            ("sections/100?include=description", "include"),
            ("sections/100/vendors?include=vendors", "include"),
            ("sections/x/product-digest", "id"),
            ("sections/100/product-digest?part=256", "part"),
            ("sections/100/product-digest?part=-1", "part"),
            ("sections/100/product-digest?part=", "part"),
            ("sections/100/product-digest?part=1&part=1", "part"),
            ("sections/100/product-digest?include=version", "include"),
            ("sections/x/product-snapshot", "id"),
            ("sections/100/product-snapshot?include=facets", "include"),
            ("sections/100/product-snapshot?include=configurator", "include"),
            ("sections/100/product-snapshot?after=a&after=b", "after"),
            ("sections/100/product-snapshot?page=1", "page"),
            ("sections/x/price-list.csv", "id"),
            ("sections/100/price-list.csv?page=1", "page"),
            ("sections/100/price-list.xlsx?pageSize=1", "pageSize"),
            ("sections/100/price-list.csv?include=seo", "include"),
            ("sections/100/price-list.csv?columns=", "columns"),
            ("sections/100/price-list.csv?columns=name,Retail", "columns"),
            ("sections/100/price-list.xlsx?locale=de", "locale"),
            ("sections/100/price-list.csv?locale=ru&locale=ru", "locale"),
            ("sections/100/price-list.csv?scope=all", "scope"),
            ("sections/999/price-list.csv?page=x", "page"),
            ("../products/search/price-list.csv", "q"),
            ("../products/search/price-list.csv?q=a&scope=direct", "scope"),
            ("../products/search/price-list.xlsx?q=a&page=1", "page"),
            ("sections/100/products?scope=all", "scope"),
            ("sections/100/products?vendor=", "vendor"),
            ("sections/100/products?vendor=,%20,", "vendor"),
            ("sections/100/products?available=1", "available"),
            ("sections/100/products?sale=TRUE", "sale"),
            ("sections/100/products?hasPrice=", "hasPrice"),
            ("sections/100/products?sort=price", "sort"),
            ("sections/100/products?sort=-stockNumber", "sort"),
            ("sections/100/products?page=0", "page"),
            ("sections/100/products?page=9007199254740992", "page"),
            ("sections/100/products?pageSize=0", "pageSize"),
            ("sections/100/products?pageSize=1001", "pageSize"),
            ("sections/100/products?include=configurator", "include"),
            ("sections/100/products?include=media,photos", "include"),
            ("sections/100/products?filter=", "filter"),
            ("sections/100/products?filter=material", "filter"),
            ("sections/100/products?filter=:steel", "filter"),
            ("sections/100/products?q=", "q"),
            ("sections/100/products?q=%20-%20", "q"),
            ("sections/100/products?q=a&q=a", "q"),
            ("sections/100/products?q=a%20a%20a%20a%20a%20a%20a%20a%20a%20a%20a", "q"),
            ("sections/100/products?q=-&sort=relevance", "q"),
            ("sections/100/products?sort=relevance", "sort"),
            ("sections/100/products?q=a&sort=best", "sort"),
            ("../products/search", "q"),
            ("../products/search?q=", "q"),
            ("../products/search?q=%ff", "q"),
            ("../products/search?q=a&scope=direct", "scope"),
            ("../products/search?q=a&section=x", "section"),
            ("../products/search?q=a&section=", "section"),
            ("../products/search?q=a&section=01", "section"),
            ("../products/search?q=a&section=1&section=1", "section"),
            ("../products/search?q=a&include=configurator", "include"),
            ("../products/search?q=a&pageSize=1001", "pageSize"),
            ("../products", "stockNumbers"),
            ("../products?stockNumbers=", "stockNumbers"),
            ("../products?stockNumbers=,", "stockNumbers"),
            ("../products?stockNumbers=%zz", "stockNumbers"),
            ("sections/100/products?vendor=&vendor=", "vendor"),
            ("sections/100/products?sort=name&sort=name", "sort"),
            ("../products?stockNumbers=a&include=everything", "include"),
            ("../products/P-1?include=everything", "include"),
            ("../products/P-1?include=facets", "include"),
            ("../products?stockNumbers=a&include=facets", "include"),
            ("../products/P-1?filter=a:b", "filter"),
            ("sections/999/products?page=x", "page"),
        ] {
            let response =
                get(&fixture, "retailer", &format!("/api/v2/catalog/{path}").replace("catalog/../", "")).await;
            assert_eq!((response.status, response.error_name().as_str()), (400, "ValidationError"), "{path}");
            assert_eq!(response.wrong_parameters(), [wrong], "{path}");
            let message = response.json()["error"]["message"].as_str().unwrap().to_owned();
            assert!(message.contains(&format!("'{wrong}'")), "{path}: {message}");
        }
    }
}

#[actix_web::test]
async fn two_hundred_characters_are_searched_for_and_no_more() {
    for (characters, status) in [(200, 200), (201, 400)] {
        for path in ["catalog/sections/100/products", "products/search"] {
            let path = format!("/api/v2/{path}?q={}", "%D0%B9".repeat(characters));
            assert_eq!(get(&Fixture::new(), "retailer", &path).await.status, status, "{characters}");
        }
    }
}

#[actix_web::test]
async fn several_wrong_parameters_are_reported_at_once() {
    let response =
        get(&Fixture::new(), "retailer", "/api/v2/catalog/sections/x/products?page=0&sort=up&colour=red").await;
    assert_eq!(response.wrong_parameters(), ["id", "sort", "page", "colour"]);
    insta::assert_json_snapshot!("several_wrong_parameters_are_reported_at_once", response.json());
}

#[actix_web::test]
async fn client_input_is_quoted_short_and_sanitised() {
    let path = format!("/api/v2/catalog/tree?{}=1", "n".repeat(5_000));
    let response = get(&Fixture::new(), "retailer", &path).await;
    assert_eq!(response.wrong_parameters(), ["n".repeat(64)]);
    assert!(response.body.len() < 500);
}

#[actix_web::test]
async fn empty_pieces_of_a_query_are_ignored() {
    for query in ["", "&", "&&depth=1&", "include=", "include=,%20,"] {
        let response = get(&Fixture::new(), "retailer", &format!("/api/v2/catalog/tree?{query}")).await;
        assert_eq!(response.status, 200, "{query}: {}", response.body);
    }
}
