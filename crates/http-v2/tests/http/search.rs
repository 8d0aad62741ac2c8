//! Searches, and the facets of lists.

use crate::client::get;
use catalog_testkit::usual::Fixture;
use serde_json::{Value, json};

const ODD: &str = "A/B+C 3%";
const LIST: &str = "/api/v2/catalog/sections/100/products";
const SEARCH: &str = "/api/v2/products/search";

#[actix_web::test]
async fn a_text_finds_products_by_what_everybody_may_see_the_best_first() {
    for fixture in Fixture::all() {
        for (query, expected) in [
            ("q=p-&sort=relevance", vec!["P-1", "P-2", "P-4", ODD]),
            ("q=%D0%A01", vec!["P-1"]),
            ("q=pump", vec!["P-1", "P-2", ODD, "P-4"]),
            ("q=pump&sort=-name", vec!["P-4", ODD, "P-2", "P-1"]),
            ("q=pump&sort=stockNumber&page=2&pageSize=2", vec!["P-2", "P-4"]),
            ("q=steel&available=true", vec!["P-1"]),
            ("q=pump&filter=material:steel", vec!["P-1", "P-2"]),
            ("q=pump&vendor=zeta,unknown", vec![ODD, "P-4"]),
            // What no public section has.
            ("q=large", vec![]),
        ] {
            for path in
                [format!("{LIST}?{query}"), format!("{SEARCH}?{query}"), format!("{SEARCH}?section=100&{query}")]
            {
                let response = get(&fixture, "retailer", &path).await;
                assert_eq!(response.status, 200, "{path}: {}", response.body);
                assert_eq!(response.items("stockNumber"), expected, "{path}");
            }
        }
        let below = get(&fixture, "retailer", &format!("{SEARCH}?section=120&q=pump")).await;
        assert_eq!(below.items("stockNumber"), ["P-2", "P-4"]);
        let direct = get(&fixture, "retailer", &format!("{LIST}?scope=direct&q=pump")).await;
        assert_eq!(direct.items("stockNumber"), [""; 0]);
    }
}

#[actix_web::test]
async fn a_page_says_what_was_searched_for_and_other_lists_do_not() {
    let fixture = Fixture::new();
    let meta = async |path: String| get(&fixture, "retailer", &path).await.data("/meta");
    let found = json!({
        "q": "Pump  acme",
        "sectionId": null,
        "sort": "relevance",
        "pagination": {"page": 1, "pageSize": 50, "pageCount": 1, "total": 2},
    });
    assert_eq!(meta(format!("{SEARCH}?q=%20Pump%20%20acme%20")).await, found);
    assert_eq!(meta(format!("{SEARCH}?q=a&section=120&sort=name")).await["sectionId"], "120");
    let list = meta(format!("{LIST}?q=%20pump")).await;
    assert_eq!((&list["q"], &list["sort"], &list["scope"]), (&json!("pump"), &json!("relevance"), &json!("subtree")));
    assert!(list["changesCursor"].is_string());
    let plain = get(&fixture, "retailer", LIST).await;
    assert!(!plain.body.contains(r#""q":"#) && !plain.body.contains("facets"));
    let missing = get(&fixture, "retailer", &format!("{SEARCH}?q=pump&section=130")).await;
    assert_eq!((missing.status, missing.error_name().as_str()), (404, "CatalogSectionNotFoundError"));
    // A product with the stock number `search` is read by the batch route.
    let batch = get(&fixture, "retailer", "/api/v2/products?stockNumbers=search").await;
    assert_eq!(batch.data("/meta/missing"), json!(["search"]));
}

#[actix_web::test]
async fn what_finds_nothing_has_a_suggestion_and_what_finds_something_has_none() {
    for fixture in Fixture::all() {
        for (query, suggestion) in [
            ("q=%20Pump%20axle", json!({"q": "Pump", "total": 4})),
            ("q=pump%20axle&available=true&page=3", json!({"q": "pump", "total": 2})),
            ("q=axle", Value::Null),
            ("q=pump&vendor=nobody", Value::Null),
        ] {
            for list in [LIST, SEARCH] {
                let found = get(&fixture, "retailer", &format!("{list}?{query}&include=facets")).await;
                let meta = found.data("/meta");
                assert_eq!(meta.get("suggestion"), Some(&suggestion), "{list} {query}");
                let Some(text) = suggestion["q"].as_str() else { continue };
                let other = query.replace("%20Pump%20axle", text).replace("pump%20axle", text);
                let other = get(&fixture, "retailer", &format!("{list}?{other}")).await;
                assert_eq!(other.data("/meta/pagination/total"), suggestion["total"], "{list} {query}");
                assert!(!other.body.contains("suggestion"));
            }
        }
    }
}

#[actix_web::test]
async fn a_search_shows_the_sections_that_are_called_so_if_they_are_asked_for() {
    let fixture = Fixture::new();
    let found = async |query: &str| get(&fixture, "retailer", &format!("{SEARCH}?{query}")).await;
    let section = found("q=PUM&include=matchingSections,facets").await.data("/matchingSections");
    let pumps = get(&fixture, "retailer", "/api/v2/catalog/sections/100").await.data("");
    let expected = json!([
        {"id": "100", "name": "Pumps", "url": pumps["url"], "productCount": pumps["productCount"]},
    ]);
    assert_eq!(section, expected);
    for query in ["q=pump&section=120&include=matchingSections", "q=empty&include=matchingSections"] {
        assert_eq!(found(query).await.data("/matchingSections"), json!([]), "{query}");
    }
    assert!(!found("q=pum").await.body.contains("matchingSections"));
    let list = get(&fixture, "retailer", &format!("{LIST}?q=pum&include=matchingSections")).await;
    assert_eq!(list.status, 400);
}

#[actix_web::test]
async fn facets_of_a_whole_section_are_its_filters() {
    for fixture in Fixture::all() {
        let mut facets = get(&fixture, "retailer", &format!("{LIST}?include=facets")).await.data("/facets/filters");
        for facet in facets.as_array_mut().unwrap() {
            assert_eq!(facet.as_object_mut().unwrap().remove("omitted"), Some(json!(0)));
            let values = facet["values"].as_array_mut().unwrap();
            values.iter_mut().for_each(|value| _ = value.as_object_mut().unwrap().remove("selected"));
            values.sort_by_key(|value| value["value"].to_string());
        }
        let section = get(&fixture, "retailer", "/api/v2/catalog/sections/100?include=filters").await;
        assert_eq!(facets, section.data("/filters"));
    }
}

#[actix_web::test]
async fn facets_show_what_is_selected_and_leave_out_what_no_product_has() {
    let fixture = Fixture::new();
    let path = format!("{LIST}?vendor=zeta,nobody&filter=material:steel&filter=material:none&include=facets");
    insta::assert_json_snapshot!("facets of a list", get(&fixture, "retailer", &path).await.data("/facets"));
    let anywhere = get(&fixture, "retailer", &format!("{SEARCH}?q=pump&include=facets,seo&vendor=unknown")).await;
    insta::assert_json_snapshot!("facets of a search", anywhere.data("/facets"));
}
