//! Pages that do not exist, and parameters that are wrong.

use super::client::page;
use catalog_testkit::usual::{Fixture, fixture_over, log};

#[actix_web::test]
async fn what_is_not_public_has_no_page() {
    for fixture in Fixture::all() {
        for (path, text) in [
            ("/portal/catalog/sections/999", "The section is not in the public catalog."),
            ("/portal/catalog/sections/130", "The section is not in the public catalog."),
            ("/portal/catalog/sections/99999999999999999999", "The section is not in the public catalog."),
            ("/portal/changes/999", "The section is not in the public catalog."),
            ("/portal/products/none", "The product is not in the public catalog."),
            ("/portal/products/P-5", "The product is not in the public catalog."),
            ("/portal/catalog/other", "There is no such page."),
        ] {
            let response = page(&fixture, "admin", path).await;
            assert_eq!(response.status, 404, "{path}");
            response.shows(&[text, "<nav class=\"site-nav\""]);
        }
    }
}

#[actix_web::test]
async fn a_text_that_cannot_be_searched_for_can_be_changed_and_none_is_no_error() {
    let fixture = fixture_over(&log());
    let refused = page(&fixture, "retailer", "/portal/search?q=a+b+c+d+e+f+g+h+i+j+%22k%22&available=true").await;
    assert_eq!(refused.status, 400);
    refused.shows(&["must have at most 10 words", "value=\"a b c d e f g h i j &#34;k&#34;\""]);
    for path in ["/portal/search?q=", "/portal/search"] {
        let nothing = page(&fixture, "retailer", path).await;
        assert_eq!(nothing.status, 200, "{path}");
        nothing.shows(&["required value=\"\""]);
    }
    page(&fixture, "retailer", "/portal/catalog?depth=0&q=a").await.hides(&["search-text"]);
}

#[actix_web::test]
async fn a_wrong_parameter_is_named_on_the_page_as_the_api_names_it() {
    let fixture = fixture_over(&log());
    for (path, parameter) in [
        ("/portal/catalog?depth=0", "depth"),
        ("/portal/catalog?other=1", "other"),
        ("/portal/catalog/sections/abc", "id"),
        ("/portal/catalog/sections/100?page=0", "page"),
        ("/portal/catalog/sections/100?pageSize=1001", "pageSize"),
        ("/portal/catalog/sections/100?sort=cheapest", "sort"),
        ("/portal/catalog/sections/100?available=yes", "available"),
        ("/portal/catalog/sections/100?vendor=", "vendor"),
        ("/portal/catalog/sections/100?filter=material", "filter"),
        ("/portal/catalog/sections/100?include=configurator", "include"),
        ("/portal/catalog/sections/100?x%3Cb%3E=1", "x&#60;b&#62;"),
        ("/portal/products/P-1?include=media", "include"),
        ("/portal/changes/100?since=yesterday", "since"),
        ("/portal/changes/100?since=2027-01-01", "since"),
        ("/portal/changes/100?cursor=abc", "cursor"),
        ("/portal/changes/100?limit=501", "limit"),
    ] {
        let response = page(&fixture, "retailer", path).await;
        assert_eq!(response.status, 400, "{path}");
        let named = format!("<code><bdi>{parameter}</bdi></code>");
        response.shows(&[&named]);
    }
    let response = page(&fixture, "retailer", "/portal/changes/100?since=2024-01-01").await;
    assert_eq!(response.status, 410);
    response.shows(&["no longer available"]);
    response.shows(&["API request for this page"]);
}
