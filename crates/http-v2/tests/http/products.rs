//! Single products and product lists.

use crate::client::get;
use catalog_testkit::usual::Fixture;
use serde_json::json;

#[actix_web::test]
async fn every_user_sees_the_prices_of_the_own_permissions() {
    for fixture in Fixture::all() {
        for user in ["retailer", "wholesaler", "admin"] {
            for stock_number in ["P-1", "P-2", "P-4"] {
                let response = get(&fixture, user, &format!("/api/v2/products/{stock_number}")).await;
                assert_eq!(response.status, 200);
                insta::assert_json_snapshot!(format!("{stock_number} as {user}"), response.json());
            }
        }
    }
}

#[actix_web::test]
async fn a_stock_number_is_decoded_once_and_matched_exactly() {
    for fixture in Fixture::all() {
        for (case, path, status) in [
            ("everything encoded", "A%2FB%2BC%203%25", 200),
            ("a raw plus is a plus", "A%2FB+C%203%25", 200),
            ("in lower case digits", "A%2fB%2bC%203%25", 200),
            ("encoded twice", "A%252FB%2BC%203%25", 404),
            ("a space is not a plus", "A%2FB%20C%203%25", 404),
            ("another case", "p-1", 404),
            ("letters encoded", "%50%2D1", 200),
            ("only a part", "P-", 404),
            ("not public", "P-5", 404),
        ] {
            let response = get(&fixture, "retailer", &format!("/api/v2/products/{path}")).await;
            assert_eq!(response.status, status, "{case}");
            let expected = if status == 404 { "ProductNotFoundError" } else { "" };
            assert_eq!(response.error_name(), expected, "{case}");
        }
    }
}

#[actix_web::test]
async fn a_stock_number_that_cannot_be_one_is_a_wrong_parameter() {
    for fixture in Fixture::all() {
        let long = "x".repeat(65);
        for segment in ["%", "%zz", "a%2", "%ff", "%C3%28", "%00", "a%0Ab", &long] {
            let response = get(&fixture, "retailer", &format!("/api/v2/products/{segment}")).await;
            assert_eq!((response.status, response.wrong_parameters()), (400, vec!["stockNumber".into()]), "{segment}");
        }
    }
}

#[actix_web::test]
async fn has_configurator_is_shown_by_right() {
    for fixture in Fixture::all() {
        for (user, stock_number, shown) in [
            ("retailer", "P-1", json!(null)),
            ("builder", "P-1", json!(true)),
            ("builder", "P-4", json!(false)),
            ("admin", "P-1", json!(true)),
        ] {
            let response = get(&fixture, user, &format!("/api/v2/products/{stock_number}")).await;
            assert_eq!(response.data("/hasConfigurator"), shown, "{stock_number} as {user}");
            assert_eq!(response.body.contains("hasConfigurator"), !shown.is_null());
        }
    }
}

#[actix_web::test]
async fn a_list_is_filtered_sorted_and_paged_as_requested() {
    for fixture in Fixture::all() {
        let odd = "A/B+C 3%";
        for (case, user, query, expected) in [
            ("by name", "retailer", "", vec!["P-1", "P-2", odd, "P-4"]),
            ("name reversed", "retailer", "sort=-name", vec!["P-4", odd, "P-2", "P-1"]),
            ("by stock number", "retailer", "sort=stockNumber", vec![odd, "P-1", "P-2", "P-4"]),
            ("newest first", "retailer", "sort=-contentUpdatedAt", vec![odd, "P-4", "P-2", "P-1"]),
            ("lowest price first", "dealer", "sort=price", vec!["P-1", "P-4", odd, "P-2"]),
            ("highest price first", "dealer", "sort=-price", vec!["P-4", "P-1", odd, "P-2"]),
            ("a price of another level is none", "retailer", "sort=-price", vec!["P-1", odd, "P-2", "P-4"]),
            ("a hidden price is last for everybody", "admin", "sort=-price", vec!["P-1", odd, "P-2", "P-4"]),
            ("most in stock first", "retailer", "sort=-inStock", vec!["P-1", "P-4", odd, "P-2"]),
            ("direct products", "retailer", "scope=direct", vec![]),
            ("one vendor", "retailer", "vendor=acme", vec!["P-1", "P-2"]),
            ("vendors combine with OR", "retailer", "vendor=zeta,%20unknown", vec![odd, "P-4"]),
            ("a comma may be encoded", "retailer", "vendor=zeta%2Cunknown", vec![odd, "P-4"]),
            ("nobody's vendor", "retailer", "vendor=nobody", vec![]),
            ("available", "retailer", "available=true", vec!["P-1", "P-4"]),
            ("not available", "retailer", "available=false", vec!["P-2", odd]),
            ("on sale", "retailer", "sale=true", vec!["P-1"]),
            ("not on sale", "retailer", "sale=false", vec!["P-2", odd, "P-4"]),
            ("priced", "wholesaler", "hasPrice=true", vec!["P-1"]),
            ("hidden prices are none for anybody", "admin", "hasPrice=false", vec!["P-2", odd, "P-4"]),
            ("conditions combine with AND", "retailer", "vendor=acme&available=true", vec!["P-1"]),
            ("a value with a colon", "retailer", "filter=material%3Airon:cast", vec!["P-1"]),
            (
                "values combine with OR",
                "retailer",
                "filter=material:iron:cast&filter=material:steel",
                vec!["P-1", "P-2"],
            ),
            ("filters combine with AND", "retailer", "filter=material:steel&filter=size:large", vec![]),
            ("values are exact", "retailer", "filter=material:Steel", vec![]),
            ("no value", "retailer", "filter=material:", vec![]),
            ("no filter", "retailer", "filter=nothing:steel", vec![]),
            ("a page", "retailer", "page=2&pageSize=3", vec!["P-4"]),
            ("a page beyond the last", "retailer", "page=3&pageSize=3", vec![]),
            ("the furthest page", "retailer", "page=9007199254740991&pageSize=1000", vec![]),
        ] {
            let response = get(&fixture, user, &format!("/api/v2/catalog/sections/100/products?{query}")).await;
            assert_eq!(response.status, 200, "{case}: {}", response.body);
            assert_eq!(response.items("stockNumber"), expected, "{case}");
        }
    }
}

#[actix_web::test]
async fn a_page_states_its_position() {
    for fixture in Fixture::all() {
        for (path, meta) in [
            (
                "100/products?page=2&pageSize=3&sort=-name",
                json!({"sectionId": "100", "scope": "subtree", "sort": "-name",
                "pagination": {"page": 2, "pageSize": 3, "pageCount": 2, "total": 4}}),
            ),
            (
                "200/products?scope=direct",
                json!({"sectionId": "200", "scope": "direct", "sort": "name",
                "pagination": {"page": 1, "pageSize": 50, "pageCount": 0, "total": 0}}),
            ),
        ] {
            let response = get(&fixture, "retailer", &format!("/api/v2/catalog/sections/{path}")).await;
            let mut shown = response.data("/meta");
            assert!(shown.as_object_mut().unwrap().remove("changesCursor").is_some_and(|cursor| cursor.is_string()));
            assert_eq!(shown, meta, "{path}");
        }
    }
}
