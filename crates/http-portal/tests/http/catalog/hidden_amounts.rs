//! No byte of any page for an ordinary user reveals a hidden amount.

use super::client::{page, russian_page};
use catalog_testkit::usual::{ADMINISTRATORS_AMOUNTS, Fixture};

fn pages() -> Vec<String> {
    let mut pages: Vec<String> = [
        "/portal",
        "/portal/changes/100",
        "/portal/catalog",
        "/portal/catalog/json",
        "/portal/catalog/sections/100/json",
    ]
    .map(Into::into)
    .into();
    for query in ["", "hasPrice=true", "hasPrice=false", "sale=true", "sort=-name", "vendor=acme"] {
        pages.push(format!("/portal/catalog/sections/100?{query}"));
    }
    for stock_number in ["P-1", "P-2", "P-4"] {
        pages.push(format!("/portal/products/{stock_number}"));
        pages.push(format!("/portal/products/{stock_number}/json"));
    }
    pages
}

/// A text as JSON has it, and for an amount the beginnings of what pages write.
fn written(text: &str) -> Vec<String> {
    let whole = text.split('.').next().unwrap_or_default();
    let thousands = whole.parse::<u32>().ok().map(|whole| (whole / 1_000, whole % 1_000));
    let grouped = thousands
        .into_iter()
        .flat_map(|(thousands, rest)| [",", "\u{202f}"].map(|separator| format!("{thousands}{separator}{rest:03}")));
    grouped.chain([text.to_owned()]).collect()
}

#[actix_web::test]
async fn what_is_looked_for_is_what_pages_for_administrators_show() {
    let fixture = Fixture::new();
    for page in [
        page(&fixture, "admin", "/portal/products/P-2").await,
        russian_page(&fixture, "admin", "/portal/products/P-2").await,
    ] {
        assert!(written(ADMINISTRATORS_AMOUNTS[0]).iter().any(|text| page.body.contains(text)), "{}", page.body);
    }
}

#[actix_web::test]
async fn no_page_for_an_ordinary_user_has_a_hidden_amount_and_none_the_price_of_anothers_level() {
    for fixture in Fixture::all() {
        for user in ["retailer", "wholesaler", "builder"] {
            for path in pages() {
                let of_others: &[&str] = if user == "retailer" { &["1799", "Опт"] } else { &[] };
                let never = ADMINISTRATORS_AMOUNTS.iter().chain(&["secret feature", "riceData"]);
                let never: Vec<String> = never.chain(of_others).flat_map(|text| written(text)).collect();
                for response in [page(&fixture, user, &path).await, russian_page(&fixture, user, &path).await] {
                    assert_eq!(response.status, 200, "{path}");
                    for text in &never {
                        assert!(!response.body.contains(text), "{text} in {path} as {user}");
                    }
                }
            }
        }
    }
}
