//! What every page shows, and to whom.

use super::client::page;
use catalog_testkit::usual::{Fixture, fixture_over, log};

/// A page, and texts that it has and does not have.
type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a [&'a str]);

async fn check(fixture: &Fixture, cases: &[Case<'_>]) {
    for (user, path, present, absent) in cases {
        let response = page(fixture, user, path).await;
        assert_eq!(response.status, 200, "{path}: {}", response.body);
        assert!(response.header("content-type").starts_with("text/html"), "{path}");
        assert_eq!(response.header("cache-control"), "no-store", "{path}");
        for text in *present {
            assert!(response.body.contains(text), "{text} in {path} as {user}: {}", response.body);
        }
        for text in *absent {
            assert!(!response.body.contains(text), "{text} in {path} as {user}");
        }
        assert!(!response.body.contains(" style="), "{path}");
        assert!(!response.body.contains("<style"), "{path}");
    }
}

#[actix_web::test]
async fn the_tree_and_the_lists_show_what_the_person_may_see() {
    let section = "/portal/catalog/sections/100";
    let filtered = "/portal/catalog/sections/100?scope=&vendor=acme&available=true&sort=-name&pageSize=20";
    for fixture in Fixture::all() {
        check(&fixture, &[
            ("retailer", "/portal/catalog", &["Stock number", "The request for this page", "<bdi>Pumps</bdi>", "4 products, 2 in stock", "<bdi>Fire</bdi>"], &["Foreign", "Archive"]),
            ("retailer", "/portal/catalog?depth=1", &["GET http://shop.example/api/v2/catalog/tree?depth=1", "Show one more level"], &["<bdi>Fire</bdi>"]),
            ("retailer", section, &["Products 1 to 4 of 4", "1999.9\u{a0}USD", "On request", "<bdi>Alpha pump</bdi>", "In stock (2)", "/portal/products/A%2FB%2BC%203%25"], &["Your price", "Price levels", "1799"]),
            ("wholesaler", section, &["Your price (<bdi>Опт</bdi>)", "1799\u{a0}USD"], &["Price levels", "Дилер"]),
            ("admin", section, &["Price levels", "<bdi>Дилер</bdi>: <span class=\"price\">80006.0606\u{a0}USD (on request)"], &["Your price"]),
            ("retailer", filtered, &["Products 1 to 1 of 1", "checked name=\"vendor\" value=\"acme\"", "GET http://shop.example/api/v2/catalog/sections/100/products?vendor=acme&#38;available=true&#38;sort=-name&#38;pageSize=20", "Remove filters"], &["beta pump"]),
            ("retailer", "/portal/catalog/sections/100?filter=material:none", &["No product matches", "Not in this section", "value=\"material:none\""], &[]),
            ("retailer", "/portal/catalog/sections/100?q=steel", &["Products 1 to 2 of 2", "value=\"steel\"", "In stock (1)", "href=\"?q=steel&#38;vendor=acme\">2<"], &["Gamma pump"]),
            ("retailer", "/portal/catalog/sections/100?sort=name", &["aria-sort=\"ascending\"><a href=\"/portal/catalog/sections/100?sort=-name\">"], &[]),
            ("retailer", "/portal/search", &["id=\"site-search\"", "Part of a stock number"], &["The request for this page"]),
            ("retailer", "/portal/search?q=", &["Part of a stock number"], &["The request for this page"]),
            ("retailer", "/portal/search?q=p-1", &["<mark>P-1</mark>", "Products 1 to 1 of 1", "GET http://shop.example/api/v2/products/search?q=p-1"], &["beta pump"]),
            ("retailer", "/portal/search?q=PUM&vendor=acme", &["<mark>pump, </mark>", "Products 1 to 2 of 2", "<a href=\"/portal/search?q=PUM\" aria-current=\"true\"><bdi>Acme</bdi></a>", "q=PUM&#38;vendor=acme&#38;sort=name"], &["Gamma"]),
            ("retailer", "/portal/search?q=nothing", &["No product matches"], &[]),
            ("retailer", "/portal/catalog/sections/100?pageSize=1&page=2", &["Products 2 to 2 of 4", "page=3", "aria-current=\"page\">2<"], &["Alpha pump"]),
            ("retailer", "/portal/catalog/sections/100?page=9", &["beyond the last one"], &[]),
            ("retailer", "/portal/catalog/sections/110", &["<a href=\"/portal/catalog/sections/100\"><bdi>Pumps</bdi></a>"], &[]),
        ]).await;
    }
}

#[actix_web::test]
async fn a_product_has_all_its_parts_and_a_configurator_only_with_the_right() {
    for fixture in Fixture::all() {
        check(
            &fixture,
            &[
                (
                    "retailer",
                    "/portal/products/P-1",
                    &[
                        "<li><a href=\"/portal/catalog/sections/100\"><bdi>Pumps</bdi></a></li>\n<li><a href=\"/portal/catalog/sections/110\"><bdi>Centrifugal</bdi></a></li>",
                        "1999.9\u{a0}USD",
                        "1500\u{a0}USD",
                        "Moscow",
                        "Petersburg",
                        "&#60;p&#62;All about P-1&#60;/p&#62;",
                        "https://storefront.example/front.jpg",
                        "alt=\"Front\"",
                        "24 months",
                        "https://files.example/file.pdf",
                        "Centrifugal",
                        "Cast iron",
                        "&#60;h1&#62;Pump&#60;/h1&#62;",
                        "include=description,media",
                    ],
                    &["secret feature", "Configurator", "Motor", "configurator", "1799", "<p>All"],
                ),
                (
                    "builder",
                    "/portal/products/P-1",
                    &["Configurator", "Motor 5 kW", "110\u{a0}USD", "software,configurator"],
                    &["80006"],
                ),
                ("builder", "/portal/products/P-4", &["This product has none"], &[]),
                ("wholesaler", "/portal/products/P-2", &["on request"], &["Motor", "70001", "70002"]),
                (
                    "admin",
                    "/portal/products/P-2",
                    &["70001.0101\u{a0}USD (on request)", "Price levels", "Motor 5 kW", "70005.0505"],
                    &[],
                ),
                (
                    "retailer",
                    "/portal/products/A%2FB%2BC%203%25",
                    &["Delta pump", "/api/v2/products/A%2FB%2BC%203%25?include"],
                    &[],
                ),
            ],
        )
        .await;
    }
}

#[actix_web::test]
async fn the_changes_are_counted_by_day_and_shown_as_a_poll_returns_them() {
    let fixture = fixture_over(&log());
    check(
        &fixture,
        &[
            (
                "retailer",
                "/portal/changes/100",
                &["Changes by day", "2026-01-31", "<svg", "What a poll returns", "Next cursor", "since=2026-01-24"],
                &["Next page"],
            ),
            (
                "retailer",
                "/portal/changes/100?since=2026-01-31&limit=2",
                &[
                    "<dt>Events</dt><dd>2, and more pages</dd>",
                    "Next page",
                    "<td class=\"numeric\">3</td><td class=\"numeric\">1</td><td class=\"numeric\">1</td>",
                ],
                &[],
            ),
            ("retailer", "/portal/changes/200?since=2026-01-31", &["<bdi>P-3</bdi>"], &["<bdi>P-1</bdi>"]),
            ("retailer", "/portal/changes/120", &["Nothing has changed"], &["<svg"]),
        ],
    )
    .await;
}

#[actix_web::test]
async fn a_stock_number_is_found_exactly_and_leads_to_its_product() {
    let fixture = Fixture::new();
    for (query, status, location) in [
        ("P-1", 303, "/portal/products/P-1"),
        ("+P-1+", 303, "/portal/products/P-1"),
        ("A%2FB%2BC+3%25", 303, "/portal/products/A%2FB%2BC%203%25"),
        ("p-1", 404, ""),
        ("P-5", 404, ""),
        ("", 200, ""),
    ] {
        let response = page(&fixture, "retailer", &format!("/portal/catalog?stockNumber={query}")).await;
        assert_eq!((response.status, response.header("location")), (status, location), "{query}");
        assert_eq!(response.body.contains("No public product has the stock number"), status == 404, "{query}");
    }
}
