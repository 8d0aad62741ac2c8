//! Pages that do not exist, and parameters that are wrong.

use super::client::{open, page};
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
            assert!(response.body.contains(text), "{path}: {}", response.body);
            let keeps_navigation = response.body.contains("<nav class=\"site-nav\"");
            assert_eq!(keeps_navigation, path != "/portal/catalog/other", "{path}");
        }
        let refused = page(&fixture, "retailer", "/portal/admin/accounts").await;
        assert_eq!((refused.status, refused.body.contains("<nav class=\"site-nav\"")), (403, true));
    }
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
        ("/portal/catalog/sections/100?sort=price", "sort"),
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
        assert!(response.body.contains(&named), "{path}: {}", response.body);
    }
    let response = page(&fixture, "retailer", "/portal/changes/100?since=2024-01-01").await;
    assert_eq!(response.status, 410);
    assert!(response.body.contains("no longer known") && response.body.contains("The request for this page"));
}

#[actix_web::test]
async fn a_page_needs_a_session_and_takes_no_token() {
    let fixture = Fixture::new();
    let bearer = ("Authorization", fixture.bearer("admin"));
    for (path, next) in [
        ("/portal/catalog?depth=1", "%2Fportal%2Fcatalog%3Fdepth%3D1"),
        ("/portal/catalog/sections/100", "%2Fportal%2Fcatalog%2Fsections%2F100"),
        ("/portal/products/P-1", "%2Fportal%2Fproducts%2FP-1"),
        ("/portal/products/P-1/json", "%2Fportal%2Fproducts%2FP-1%2Fjson"),
        ("/portal/changes/100", "%2Fportal%2Fchanges%2F100"),
    ] {
        let response = open(&fixture.service, path, bearer.clone()).await;
        let location = format!("/portal/sign-in?next={next}");
        assert_eq!((response.status, response.header("location")), (303, &*location), "{path}");
        assert_eq!(response.body, "", "{path}");
        let disabled = page(&fixture, "disabled", path).await;
        assert_eq!((disabled.status, disabled.body.as_str()), (303, ""), "{path}");
    }
}
