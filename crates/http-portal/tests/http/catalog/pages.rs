//! What every page shows, and to whom.

use super::client::{page, russian_page};
use catalog_testkit::usual::{Fixture, fixture_over, log};

/// A page, and texts that it has and does not have.
type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a [&'a str]);

async fn check(fixture: &Fixture, cases: &[Case<'_>]) {
    for (user, path, present, absent) in cases {
        let response = page(fixture, user, path).await;
        assert_eq!(response.status, 200, "{path}: {}", response.body);
        response.shows(present);
        response.hides(absent);
    }
}

#[actix_web::test]
async fn the_tree_and_the_lists_show_what_the_person_may_see() {
    let section = "/portal/catalog/sections/100";
    let filtered = "/portal/catalog/sections/100?scope=&vendor=acme&available=true&sort=-name&pageSize=20";
    for fixture in Fixture::all() {
        check(&fixture, &[
            ("retailer", "/portal/catalog", &["API request for this page", "<bdi>Pumps</bdi>", "4 products, 2 in stock", "<bdi>Fire</bdi>"], &["Foreign", "Archive"]),
            ("retailer", "/portal/catalog?depth=1", &["GET http://shop.example/api/v2/catalog/tree?depth=1", "Show one more level"], &["<bdi>Fire</bdi>"]),
            ("retailer", section, &["Products 1 to 4 of 4", ">1,999<span class=\"fraction\">.90</span><", "On request", "<bdi>Alpha pump</bdi>", "In stock (2)", "/portal/products/A%2FB%2BC%203%25", "<span class=\"thumb\"><img src=\"https://storefront.example/alpha.jpg\" alt=\"\" loading=\"lazy\" referrerpolicy=\"no-referrer\"></span>", "<span class=\"thumb\"></span>"], &["Your price", "Price levels", "1799"]),
            ("wholesaler", section, &["Your price (<bdi>Опт</bdi>), USD", ">1,799<span class=\"fraction\">.00</span><"], &["Price levels", "Дилер"]),
            ("admin", section, &["Price levels", "<bdi>Дилер</bdi></dt><dd class=\"numeric\">80,006<span class=\"fraction fine\">.0606</span><div class=\"small muted\">On request</div></dd>"], &["Your price"]),
            ("retailer", filtered, &["Products 1 to 1 of 1", "checked name=\"vendor\" value=\"acme\"", "<a class=\"chip\" href=\"/portal/catalog/sections/100?available=true&#38;sort=-name&#38;pageSize=20\"><span class=\"visually-hidden\">Remove: </span><bdi>Acme</bdi>", "?vendor=acme&#38;sort=-name&#38;pageSize=20\"><span class=\"visually-hidden\">Remove: </span><bdi>In stock</bdi>", "GET http://shop.example/api/v2/catalog/sections/100/products?vendor=acme&#38;available=true&#38;sort=-name&#38;pageSize=20", "Clear filters"], &["beta pump"]),
            ("retailer", "/portal/catalog/sections/100?filter=material:none", &["No product matches", "Not in this section", "value=\"material:none\"", "sections/100?\"><span class=\"visually-hidden\">Remove: </span><bdi>i18n::material: none</bdi>"], &[]),
            ("retailer", "/portal/catalog/sections/100?q=steel", &["Products 1 to 2 of 2", "value=\"steel\"", "<bdi>“steel”</bdi>", "In stock (1)", "href=\"?q=steel&#38;vendor=acme\">2<"], &["Gamma pump"]),
            ("retailer", "/portal/catalog/sections/100?sort=name", &["aria-sort=\"ascending\"><a href=\"/portal/catalog/sections/100?sort=-name\">"], &[]),
            ("retailer", "/portal/search", &["id=\"site-search\"", "Stock number or words"], &["API request for this page"]),
            ("retailer", "/portal/search?q=", &["Stock number or words"], &["API request for this page"]),
            ("retailer", "/portal/search?q=p-1", &["<mark>P-1</mark>", "<img src=\"https://storefront.example/alpha.jpg\"", "Products 1 to 1 of 1", "GET http://shop.example/api/v2/products/search?q=p-1"], &["beta pump"]),
            ("retailer", "/portal/search?q=PUM&vendor=acme", &["<mark>pump</mark>, ", "Products 1 to 2 of 2", "<a class=\"chip\" href=\"/portal/search?q=PUM\">", "<a href=\"/portal/search?q=PUM\" aria-current=\"true\"><bdi>Acme</bdi></a>", "q=PUM&#38;vendor=acme&#38;sort=name"], &["Gamma"]),
            ("retailer", "/portal/search?q=nothing", &["No product matches"], &[]),
            ("retailer", "/portal/catalog/sections/100?pageSize=1&page=2", &["Products 2 to 2 of 4", "page=3", "aria-current=\"page\">2<"], &["Alpha pump", "class=\"chips\""]),
            ("retailer", "/portal/catalog/sections/100?page=9", &["There is no such page: the list has 4 products."], &[]),
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
                        ">1,999<span class=\"fraction\">.90</span><",
                        ">1,500<span class=\"fraction\">.00</span><",
                        "<th scope=\"row\">Discount (25%)</th><td class=\"numeric\">499<span class=\"fraction\">.90</span></td>",
                        "Moscow",
                        "Petersburg",
                        "<div class=\"description\" dir=\"auto\"><p>All about P-1</p></div>",
                        "<details class=\"card\"><summary>Technical details</summary>",
                        "https://storefront.example/front.jpg",
                        "alt=\"Front\"",
                        "24 months",
                        "https://files.example/file.pdf",
                        "Centrifugal",
                        "Cast iron",
                        "&#60;h1&#62;Pump&#60;/h1&#62;",
                        "include=description,media",
                    ],
                    &["secret feature", "Configurator", "Motor", "configurator", "1799", "&#60;p&#62;"],
                ),
                (
                    "builder",
                    "/portal/products/P-1",
                    &["Configurator", "Motor 5 kW", ">110<span class=\"fraction\">.00</span><", "software,configurator"],
                    &["80006"],
                ),
                ("builder", "/portal/products/P-4", &["This product has no configurator"], &[]),
                ("wholesaler", "/portal/products/P-2", &["on request", "Submersible</bdi></a></li>\n<li aria-current=\"page\"><bdi>P-2</bdi></li>\n</ol><ol>\n<li><a href=\"/portal/catalog\">Catalog</a></li>\n<li><a href=\"/portal/catalog/sections/100\"><bdi>Pumps</bdi></a></li>\n<li><a href=\"/portal/catalog/sections/110\"><bdi>Centrifugal</bdi></a></li>\n\n</ol>"], &["Motor", "70001", "70002"]),
                (
                    "admin",
                    "/portal/products/P-2",
                    &[">70,001<span class=\"fraction fine\">.0101</span><div class=\"small muted\">On request<", "Price levels", "Motor 5 kW", "70,005<"],
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
async fn texts_numbers_and_times_are_russian_for_who_reads_russian() {
    let fixture = fixture_over(&log());
    for (path, texts) in [
        ("/portal/catalog", &["Разделы</h2>", "4 товара, 2 в наличии", "Найти</button>"][..]),
        (
            "/portal/catalog/sections/100?q=steel",
            &[
                "Товары 1–2 из 2",
                "Розничная, USD",
                ">1\u{202f}999<span class=\"fraction\">,90</span><",
                "По запросу",
                "По релевантности",
            ],
        ),
        ("/portal/search?q=PUM", &["Артикул или слова", "Искать</button>", "Запрос API для этой страницы"]),
        ("/portal/products/P-1", &["Остатки по складам", "Скидка (25 %)", "Документация", "UTC</time>"]),
        ("/portal/changes/100?since=2026-01-31", &["Изменения доступны с 3 ", ">31 янв. 2026<", "цены или остатки"]),
        ("/portal/catalog?depth=0", &["Неверные параметры"]),
    ] {
        russian_page(&fixture, "retailer", path).await.shows(texts);
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
                &["Changes by day", ">31 Jan 2026<", "<svg", "What a poll returns", "Next cursor", "since=2026-01-24"],
                &["Next page"],
            ),
            (
                "retailer",
                "/portal/changes/100?since=2026-01-31&limit=2",
                &[
                    "<dt>Events</dt><dd>2, and more pages</dd>",
                    "Next page",
                    "data-label=\"Content\">3</td><td class=\"numeric\" data-label=\"Prices or stock only\">1</td><td class=\"numeric\" data-label=\"Removed\">1</td>",
                ],
                &[],
            ),
            ("retailer", "/portal/changes/200?since=2026-01-31", &["<bdi>P-3</bdi>"], &["<bdi>P-1</bdi>"]),
            ("retailer", "/portal/changes/120", &["Nothing has changed"], &["<svg"]),
        ],
    )
    .await;
}
