//! No byte of any response to an ordinary user reveals a hidden amount.

use crate::client::get;
use crate::price_lists::sheet;
use catalog_testkit::usual::{ADMINISTRATORS_AMOUNTS, Fixture};

const PARTS: &str = "description,media,features,seo,filterValues,sections,warehouses,documentation,software";

fn paths(with_configurator: bool) -> Vec<String> {
    let parts = if with_configurator { format!("{PARTS},configurator") } else { PARTS.into() };
    let mut paths = vec![
        "/auth/v2/check".into(),
        "/api/v2/catalog/tree?include=vendors".into(),
        "/api/v2/catalog/sections?include=vendors".into(),
        "/api/v2/catalog/sections/100?include=children,breadcrumbs,vendors,filters".into(),
        "/api/v2/catalog/sections/100/vendors".into(),
        format!("/api/v2/products?stockNumbers=P-1,P-2,P-4&include={parts}"),
        format!("/api/v2/products/P-1?include={parts}"),
        format!("/api/v2/products/P-2?include={parts}"),
    ];
    for query in ["", "hasPrice=true", "hasPrice=false", "sale=true", "sort=-name", "vendor=acme"] {
        paths.push(format!("/api/v2/catalog/sections/100/products?include={PARTS}&{query}"));
    }
    paths
}

#[actix_web::test]
async fn no_response_to_an_ordinary_user_has_a_hidden_amount() {
    for fixture in Fixture::all() {
        for user in ["retailer", "wholesaler", "builder"] {
            for path in paths(user == "builder") {
                let response = get(&fixture, user, &path).await;
                assert_eq!(response.status, 200, "{path}");
                // The price and the name of a level that is not the own one.
                let other_level = if user == "retailer" { &["1799", "Опт"][..] } else { &[] };
                let secrets = ["secret feature", "riceData"].iter().chain(other_level);
                for hidden in secrets.chain(&ADMINISTRATORS_AMOUNTS) {
                    assert!(!response.body.contains(hidden), "{hidden} in {path} as {user}");
                }
            }
        }
    }
}

#[actix_web::test]
async fn no_price_list_has_an_amount_that_is_hidden_or_of_another_level() {
    for fixture in Fixture::all() {
        for user in ["retailer", "wholesaler", "builder", "admin"] {
            for list in ["catalog/sections/100/price-list", "products/search/price-list"] {
                for query in ["q=p", "q=p&locale=ru", "q=p&columns=retail,personal,sale"] {
                    let csv = get(&fixture, user, &format!("/api/v2/{list}.csv?{query}")).await;
                    let workbook = get(&fixture, user, &format!("/api/v2/{list}.xlsx?{query}")).await;
                    assert_eq!((csv.status, workbook.status), (200, 200), "{list} {query}");
                    let workbook = sheet(&workbook.bytes);
                    let other_levels = if user == "retailer" { &["1799"][..] } else { &[] };
                    for amount in ADMINISTRATORS_AMOUNTS.iter().chain(other_levels) {
                        for text in [&csv.body, &csv.body.replace(',', "."), &workbook] {
                            assert!(!text.contains(amount), "{amount} in {list}?{query} as {user}");
                        }
                    }
                }
            }
        }
    }
}

#[actix_web::test]
async fn an_administrator_does_see_every_amount() {
    for fixture in Fixture::all() {
        let path = format!("/api/v2/products?stockNumbers=P-1,P-2&include={PARTS},configurator");
        let response = get(&fixture, "admin", &path).await;
        for amount in ADMINISTRATORS_AMOUNTS {
            assert!(response.body.contains(amount), "{amount}");
        }
    }
}
