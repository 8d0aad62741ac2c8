//! Wrong parameters: every one is reported by name, whatever the route.

use crate::client::{USUAL_VALUES, get, reads};
use catalog_testkit::usual::Fixture;
use serde_json::Value;

#[actix_web::test]
async fn a_wrong_parameter_is_named() {
    for fixture in Fixture::all() {
        for (path, wrong) in [
            ("tree?depth", "depth"),
            ("tree?include=children", "include"),
            ("tree?%zz=1", "%zz"),
            ("tree?depth=%zz", "depth"),
            ("tree?depth=%ff", "depth"),
            ("tree?depth=1%00", "depth"),
            ("sections?include=breadcrumbs", "include"),
            ("sections/+1", "id"),
            ("sections/1%20", "id"),
            ("sections/%D9%A1", "id"),
            ("sections/%zz", "id"),
            ("sections/100?include=description", "include"),
            ("sections/100/product-snapshot?include=configurator", "include"),
            ("sections/100/product-snapshot?page=1", "page"),
            ("sections/100/price-list.csv?page=1", "page"),
            ("sections/100/price-list.csv?include=seo", "include"),
            ("sections/100/price-list.csv?columns=", "columns"),
            ("sections/999/price-list.csv?page=x", "page"),
            ("../products/search/price-list.csv", "q"),
            ("../products/search/price-list.xlsx?q=a&page=1", "page"),
            ("sections/100/products?vendor=,%20,", "vendor"),
            ("sections/100/products?sort=-stockNumber", "sort"),
            ("sections/100/products?include=configurator", "include"),
            ("sections/100/products?filter=", "filter"),
            ("sections/100/products?filter=material", "filter"),
            ("sections/100/products?filter=:steel", "filter"),
            ("sections/100/products?q=", "q"),
            ("sections/100/products?q=%20-%20", "q"),
            ("sections/100/products?q=a%20a%20a%20a%20a%20a%20a%20a%20a%20a%20a", "q"),
            ("sections/100/products?q=-&sort=relevance", "q"),
            ("sections/100/products?sort=relevance", "sort"),
            ("../products/search", "q"),
            ("../products/search?q=", "q"),
            ("../products/search?q=%ff", "q"),
            ("../products/search?q=a&scope=direct", "scope"),
            ("../products/search?q=a&section=", "section"),
            ("../products/search?q=a&include=configurator", "include"),
            ("../products", "stockNumbers"),
            ("../products?stockNumbers=", "stockNumbers"),
            ("../products?stockNumbers=%zz", "stockNumbers"),
            ("sections/100/products?vendor=&vendor=", "vendor"),
            ("../products/P-1?include=facets", "include"),
            ("../products/P-1?filter=a:b", "filter"),
            ("../products/%2E", "stockNumber"),
            ("../products/%2E%2e", "stockNumber"),
            ("sections/999/products?page=x", "page"),
        ] {
            let path = format!("/api/v2/catalog/{path}").replace("catalog/../", "");
            let response = get(&fixture, "retailer", &path).await;
            assert_eq!(response.outcome(), (400, "ValidationError".into()), "{path}");
            assert_eq!(response.wrong_parameters(), [wrong], "{path}");
            let rule = "must have at most 64 characters, and not be `.` or `..`";
            assert_eq!(response.body.contains(rule), wrong == "stockNumber", "{path}: {}", response.body);
        }
    }
}

/// Texts that a parameter does not take, by what the document says of it.
fn wrong_texts(schema: &Value) -> Vec<String> {
    let one_of_several = if schema["type"] == "array" { &schema["items"] } else { schema };
    let mut texts: Vec<String> = Vec::new();
    if schema["type"] == "integer" {
        texts.extend(["", "-1", "1.5", "+1", "%2B1", "x", "99999999999999999999"].map(String::from));
        texts.extend(schema["minimum"].as_u64().filter(|least| *least > 0).map(|least| (least - 1).to_string()));
        texts.extend(schema["maximum"].as_u64().map(|most| (most + 1).to_string()));
    } else if schema["type"] == "boolean" {
        texts.extend(["", "1", "TRUE", "yes"].map(String::from));
    } else if schema["$ref"] == "#/components/schemas/SectionId" {
        texts.extend(["x", "01", "-1", "1%00"].map(String::from));
    }
    if one_of_several["enum"].is_array() {
        texts.extend(["nothing", "NAME", "%ff"].map(String::from));
    }
    texts
}

#[actix_web::test]
async fn what_the_document_does_not_allow_is_named_on_every_route() {
    let mut asked = 0;
    let fixture = Fixture::new();
    for (operation, target) in reads() {
        let separator = if target.contains('?') { '&' } else { '?' };
        let mut wrong = vec![("unknown", format!("{target}{separator}unknown=1"))];
        for (name, schema) in operation.parameters("path") {
            for text in wrong_texts(schema) {
                let values: Vec<_> = [(name, &*text)].into_iter().chain(USUAL_VALUES).collect();
                wrong.push((name, operation.target(&values)));
            }
        }
        for (name, schema) in operation.parameters("query") {
            let rest: Vec<_> = USUAL_VALUES.into_iter().filter(|(other, _)| *other != name).collect();
            let target = operation.target(&rest);
            let separator = if target.contains('?') { '&' } else { '?' };
            let texts = wrong_texts(schema).into_iter();
            wrong.extend(texts.map(|text| (name, format!("{target}{separator}{name}={text}"))));
            if schema["type"] != "array" {
                wrong.push((name, format!("{target}{separator}{name}=1&{name}=1")));
            }
        }
        for (name, target) in wrong {
            let response = get(&fixture, "retailer", &target).await;
            assert_eq!((response.status, response.error_name().as_str()), (400, "ValidationError"), "{target}");
            assert!(response.wrong_parameters().iter().any(|of| of == name), "{target}: {}", response.body);
            let message = response.json()["error"]["message"].clone();
            assert!(message.as_str().unwrap().contains(&format!("'{name}'")), "{target}: {message}");
            asked += 1;
        }
    }
    assert!(asked > 300, "{asked}");
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
