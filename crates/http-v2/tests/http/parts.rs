//! Optional parts: of products, in lists and batches, and the filters of sections.

use crate::client::get;
use catalog_domain::ports::PartSelection;
use catalog_testkit::usual::Fixture;
use serde_json::{Value, json};

const PARTS: [(&str, &str); 10] = [
    ("description", "/description"),
    ("media", "/media/photos"),
    ("features", "/features"),
    ("seo", "/seo"),
    ("filterValues", "/filterValues"),
    ("sections", "/sections"),
    ("warehouses", "/warehouses"),
    ("documentation", "/documentation"),
    ("software", "/software"),
    ("configurator", "/configurator"),
];

fn all_parts() -> String {
    PARTS.map(|(part, _)| part).join(",")
}

#[actix_web::test]
async fn a_product_with_everything_looks_like_this() {
    for fixture in Fixture::all() {
        for user in ["builder", "admin"] {
            for stock_number in ["P-1", "P-2", "P-4"] {
                let path = format!("/api/v2/products/{stock_number}?include={}", all_parts());
                let response = get(&fixture, user, &path).await;
                assert_eq!(response.status, 200);
                insta::assert_json_snapshot!(format!("everything of {stock_number} as {user}"), response.data(""));
            }
        }
    }
}

#[actix_web::test]
async fn each_part_adds_its_field_and_no_other() {
    for fixture in Fixture::all() {
        for (requested, _) in PARTS {
            let response = get(&fixture, "builder", &format!("/api/v2/products/P-1?include={requested}")).await;
            let data = response.data("");
            for (part, field) in PARTS {
                assert_eq!(data.pointer(field).is_some(), part == requested, "{field} with include={requested}");
            }
        }
        let wanted = PartSelection { configurator: true, ..PartSelection::NONE };
        get(&fixture, "builder", "/api/v2/products/P-1?include=configurator").await;
        let last = fixture.details.take_reads().pop().unwrap();
        assert_eq!(last.wanted, wanted, "nothing else is read from the store");
    }
}

#[actix_web::test]
async fn lists_and_batches_show_products_as_they_are_shown_alone() {
    for fixture in Fixture::all() {
        let listed = PARTS[..9].iter().map(|(part, _)| *part).collect::<Vec<_>>().join(",");
        let list = get(&fixture, "builder", &format!("/api/v2/catalog/sections/100/products?include={listed}")).await;
        let path = format!("/api/v2/products?stockNumbers=P-4,A%2FB%2BC%203%25,P-1,P-2&include={}", all_parts());
        let batch = get(&fixture, "builder", &path).await;
        assert_eq!(batch.items("stockNumber"), ["P-4", "A/B+C 3%", "P-1", "P-2"], "the requested order");
        for (response, parts) in [(&list, listed), (&batch, all_parts())] {
            let items = response.data("/items");
            assert_eq!(items.as_array().unwrap().len(), 4);
            for item in items.as_array().unwrap() {
                let path = item["stockNumber"].as_str().unwrap().replace('%', "%25").replace('/', "%2F");
                let path = format!("/api/v2/products/{path}?include={parts}").replace(' ', "%20");
                assert_eq!(&get(&fixture, "builder", &path).await.data(""), item);
            }
        }
    }
}

#[actix_web::test]
async fn parts_of_a_page_are_read_at_once_and_only_when_the_store_has_them() {
    for fixture in Fixture::all() {
        for (path, reads) in [
            ("/api/v2/catalog/sections/100/products?include=description,media,seo,features,documentation,software", 1),
            ("/api/v2/catalog/sections/100/products?include=filterValues,sections,warehouses", 0),
            ("/api/v2/catalog/sections/100/products", 0),
            ("/api/v2/products?stockNumbers=P-1,P-2,P-4&include=description,seo", 1),
            ("/api/v2/products/P-1?include=description,media", 1),
            ("/api/v2/products/P-9?include=description", 0),
        ] {
            get(&fixture, "retailer", path).await;
            assert_eq!(fixture.details.take_reads().len(), reads, "{path}");
        }
    }
}

#[actix_web::test]
async fn parts_are_read_only_for_products_that_are_not_cached() {
    for fixture in Fixture::all() {
        let single = get(&fixture, "retailer", "/api/v2/products/P-1?include=seo").await;
        let path = "/api/v2/products?stockNumbers=P-4,P-1,P-2&include=seo";
        let mixed = get(&fixture, "retailer", path).await;
        let last = fixture.details.take_reads().pop().unwrap();
        assert_eq!(last.stock_numbers, ["P-4", "P-2"].map(Into::into));
        assert_eq!(mixed.items("stockNumber"), ["P-4", "P-1", "P-2"]);
        assert_eq!(mixed.data("/items/1"), single.data(""));
        for (at, stock_number) in ["P-4", "P-1", "P-2"].into_iter().enumerate() {
            let seo = &mixed.data(&format!("/items/{at}"))["seo"];
            assert!(seo.to_string().contains(stock_number), "{seo}");
        }
        assert_eq!(get(&fixture, "retailer", path).await.data(""), mixed.data(""));
        assert_eq!(fixture.details.take_reads(), []);
    }
}

#[actix_web::test]
async fn the_configurator_is_for_those_with_the_right_to_it() {
    for fixture in Fixture::all() {
        let forbidden = (403, "ConfiguratorAccessError");
        for (user, path, expected) in [
            ("retailer", "/api/v2/products/P-1?include=configurator", forbidden),
            ("wholesaler", "/api/v2/products/P-1?include=seo,configurator", forbidden),
            ("wholesaler", "/api/v2/products/P-9?include=configurator", forbidden),
            ("wholesaler", "/api/v2/products?stockNumbers=P-1&include=configurator", forbidden),
            ("wholesaler", "/api/v2/products/P-1?include=configurator,x", (400, "ValidationError")),
            ("builder", "/api/v2/products/P-1?include=configurator", (200, "")),
            ("builder", "/api/v2/products/P-9?include=configurator", (404, "ProductNotFoundError")),
            ("builder", "/api/v2/catalog/sections/100/products?include=configurator", (400, "ValidationError")),
            ("admin", "/api/v2/catalog/sections/100/products?include=configurator", (400, "ValidationError")),
            ("admin", "/api/v2/products?stockNumbers=P-1&include=configurator", (200, "")),
        ] {
            let response = get(&fixture, user, path).await;
            assert_eq!((response.status, response.error_name().as_str()), expected, "{path} as {user}");
        }
        let none = get(&fixture, "builder", "/api/v2/products/P-4?include=configurator").await;
        assert_eq!(none.data("").get("configurator"), Some(&Value::Null), "a product without one gives null");
    }
}

#[actix_web::test]
async fn a_batch_lists_missing_products_and_is_bounded() {
    for fixture in Fixture::all() {
        let response = get(&fixture, "retailer", "/api/v2/products?stockNumbers=P-9,P-1,%20P-1,p-1,P-5").await;
        assert_eq!(response.items("id"), ["P-1"]);
        assert_eq!(response.data("/meta"), json!({"missing": ["P-9", "p-1", "P-5"]}));
        let numbers = |count| (0..count).map(|at| format!("X{at}")).collect::<Vec<_>>().join(",");
        for (count, status) in [(500, 200), (501, 400)] {
            let response =
                get(&fixture, "retailer", &format!("/api/v2/products?stockNumbers={}", numbers(count))).await;
            assert_eq!(response.status, status, "{count} products");
        }
        let long = "x".repeat(65);
        let response = get(&fixture, "retailer", &format!("/api/v2/products?stockNumbers={long}")).await;
        assert_eq!(response.wrong_parameters(), ["stockNumbers"]);
    }
}

#[actix_web::test]
async fn a_sections_filters_have_the_values_that_apply_there() {
    for fixture in Fixture::all() {
        let response = get(&fixture, "retailer", "/api/v2/catalog/sections/100?include=filters").await;
        insta::assert_json_snapshot!("a_sections_filters_have_the_values_that_apply_there", response.data("/filters"));
        let response = get(&fixture, "retailer", "/api/v2/catalog/sections/110?include=filters").await;
        assert_eq!(response.data("/filters"), json!([]));
    }
}
