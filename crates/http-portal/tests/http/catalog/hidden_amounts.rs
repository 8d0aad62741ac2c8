//! No byte of any page for an ordinary user reveals a hidden amount.

use super::client::page;
use catalog_testkit::usual::{ADMINISTRATORS_AMOUNTS, Fixture};

fn pages() -> Vec<String> {
    let mut pages: Vec<String> =
        ["/portal/catalog", "/portal/catalog/json", "/portal/catalog/sections/100/json"].map(Into::into).into();
    for query in ["", "hasPrice=true", "hasPrice=false", "sale=true", "sort=-name", "vendor=acme"] {
        pages.push(format!("/portal/catalog/sections/100?{query}"));
    }
    for stock_number in ["P-1", "P-2", "P-4"] {
        pages.push(format!("/portal/products/{stock_number}"));
        pages.push(format!("/portal/products/{stock_number}/json"));
    }
    pages
}

#[actix_web::test]
async fn no_page_for_an_ordinary_user_has_a_hidden_amount_and_none_the_price_of_anothers_level() {
    for fixture in Fixture::all() {
        for user in ["retailer", "wholesaler", "builder"] {
            for path in pages() {
                let response = page(&fixture, user, &path).await;
                assert_eq!(response.status, 200, "{path}");
                let of_others: &[&str] = if user == "retailer" { &["1799", "Опт"] } else { &[] };
                let never = ADMINISTRATORS_AMOUNTS.iter().chain(&["secret feature", "riceData"]);
                for text in never.chain(of_others) {
                    assert!(!response.body.contains(text), "{text} in {path} as {user}");
                }
            }
        }
    }
}
