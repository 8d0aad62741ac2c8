//! Pages show what the API responds to the same person.

use super::client::{amount, between, get, page, page_of, unescaped};
use actix_web::HttpResponse;
use catalog_testkit::usual::{Fixture, fixture_over, log};
use http_common::HttpState;
use http_portal::{ApiResponder, ApiTarget};
use serde_json::Value;
use std::future::Future;
use std::pin::Pin;

/// A price of a product whose prices the source hides or does not. A missing one can be asked for only if it is hidden.
fn written(price: &Value, is_hidden: &Value) -> String {
    let shown = price["value"].as_number().map(|value| amount(&value.to_string()));
    match (shown, price["onRequest"] == true && is_hidden == true) {
        (Some(amount), false) => amount,
        (Some(amount), true) => format!("{amount}<div class=\"small muted\">On request</div>"),
        (None, true) => "On request".into(),
        (None, false) => "–".into(),
    }
}

/// A product without a special price has none for a person.
fn written_sale(sale: &Value, is_hidden: &Value) -> String {
    if sale["value"].is_null() && sale["active"] == false { "–".into() } else { written(sale, is_hidden) }
}

#[actix_web::test]
async fn a_list_has_the_numbers_of_the_api_for_everybody() {
    for fixture in Fixture::all() {
        for user in ["retailer", "wholesaler", "dealer", "admin"] {
            for (shown, api) in [
                ("catalog/sections/100?page=1", "catalog/sections/100/products?page=1"),
                ("catalog/sections/100?sort=price", "catalog/sections/100/products?sort=price"),
                ("catalog/sections/100?sale=true&sort=-name", "catalog/sections/100/products?sale=true&sort=-name"),
                ("catalog/sections/100?available=false", "catalog/sections/100/products?available=false"),
                ("search?q=pump", "products/search?q=pump"),
                ("search?q=pump&sort=-inStock", "products/search?q=pump&sort=-inStock"),
            ] {
                let api = get(&fixture, user, &format!("/api/v2/{api}")).await;
                let body = page(&fixture, user, &format!("/portal/{shown}")).await.body;
                let rows: Vec<&str> = body.split("<tr><th scope=\"row\">").skip(1).collect();
                let products = api.data("/items");
                let products = products.as_array().unwrap();
                assert!(!rows.is_empty() && rows.len() == products.len(), "{user} {shown}");
                for (row, product) in rows.iter().zip(products) {
                    let pricing = &product["pricing"];
                    let written = |price| written(price, &pricing["onRequest"]);
                    let sale = written_sale(&pricing["sale"], &pricing["onRequest"]);
                    assert!(row.contains(&format!("Retail, USD\">{}<", written(&pricing["retail"]))), "{user}: {row}");
                    assert!(row.contains(&format!("Sale, USD\">{sale}")), "{user}: {row}");
                    let own = format!("Your price, USD\">{}<", written(&pricing["personal"]));
                    assert_eq!(row.contains(&own), pricing["personal"]["level"] != "Розн", "{user}: {row}");
                    for level in pricing["levels"].as_array().into_iter().flatten() {
                        let name = level["level"].as_str().unwrap();
                        let shown = format!("<bdi>{name}</bdi></dt><dd class=\"numeric\">{}</dd>", written(level));
                        assert!(row.contains(&shown), "{user}: {row}");
                    }
                    let stock = format!("In stock\">{}", product["availability"]["inStock"]);
                    assert!(row.contains(&stock), "{user}: {row}");
                }
            }
        }
    }
}

#[actix_web::test]
async fn the_json_of_a_page_is_the_body_that_the_api_sends_to_this_person() {
    let fixture = fixture_over(&log());
    for user in ["retailer", "builder", "admin"] {
        for (portal, api) in [
            ("/portal/catalog/json", "/api/v2/catalog/tree"),
            ("/portal/catalog/json?depth=1", "/api/v2/catalog/tree?depth=1"),
            (
                "/portal/catalog/sections/100/json?vendor=acme&available=&include=media",
                "/api/v2/catalog/sections/100/products?vendor=acme&include=media",
            ),
            ("/portal/catalog/sections/999/json", "/api/v2/catalog/sections/999/products"),
            ("/portal/catalog/sections/100/json?page=0", "/api/v2/catalog/sections/100/products?page=0"),
            (
                "/portal/changes/100/json?since=2026-01-31&limit=2",
                "/api/v2/catalog/sections/100/product-changes?since=2026-01-31&limit=2",
            ),
        ] {
            assert_same(&fixture, user, portal, api).await;
        }
    }
}

/// An API whose response is as long as the query says, after room for it was taken.
fn long_response(asked: ApiTarget) -> Pin<Box<dyn Future<Output = HttpResponse>>> {
    Box::pin(async move {
        let budget = HttpState::of(&asked.request).unwrap().app.work.response_budget();
        assert!(budget.status().present >= 1 << 20, "{:?}", budget.status());
        let (_, length) = asked.target.split_once("depth=").unwrap();
        HttpResponse::Ok().body("x".repeat(length.parse().unwrap()))
    })
}

#[actix_web::test]
async fn a_page_shows_a_mebibyte_of_json_and_of_more_how_to_get_it() {
    let fixture = fixture_over(&log());
    let service = fixture.service.with_portal_api(ApiResponder(long_response));
    for (length, is_shown) in [(1 << 20, true), ((1 << 20) + 1, false), (50 << 20, false)] {
        let path = format!("/portal/catalog/json?depth={length}");
        let shown = page_of(&service, &fixture, ("retailer", "en"), &path).await;
        assert_eq!(shown.status, 200);
        assert_eq!(between(&shown.body, "id=\"json\"><code>", "</code>").len(), if is_shown { length } else { 0 });
        assert_eq!(shown.body.contains("Use the API"), !is_shown, "{length}");
        assert!(shown.body.contains(&format!("/api/v2/catalog/tree?depth={length}")), "{length}");
        drop(shown);
        assert_eq!(fixture.service.app.work.response_budget().status().present, 0, "{length}");
    }
}

#[actix_web::test]
async fn the_json_of_a_product_has_the_parts_that_the_person_may_see() {
    for fixture in Fixture::all() {
        for (user, parts) in [("retailer", ""), ("builder", ",configurator"), ("admin", ",configurator")] {
            let include = "description,media,features,seo,filterValues,sections,warehouses,documentation,software";
            let api = format!("/api/v2/products/P-1?include={include}{parts}");
            assert_same(&fixture, user, "/portal/products/P-1/json", &api).await;
        }
    }
}

async fn assert_same(fixture: &Fixture, user: &str, portal: &str, api: &str) {
    let expected = get(fixture, user, api).await;
    let shown = page(fixture, user, portal).await;
    assert_eq!(shown.status, 200, "{portal}");
    assert!(shown.body.contains(&format!("Status {}.", expected.status)), "{portal} as {user}");
    let text = unescaped(between(&shown.body, "id=\"json\"><code>", "</code>"));
    // Cursors are sealed with a number of their own each time, and errors carry the id of their request.
    assert_eq!(without_secrets(&text), without_secrets(&expected.body), "{portal} as {user}");
}

fn without_secrets(json: &str) -> Value {
    let mut value: Value = serde_json::from_str(json).unwrap();
    if let Some(meta) = value.pointer_mut("/data/meta").and_then(Value::as_object_mut) {
        meta.retain(|name, _| !name.to_lowercase().contains("cursor") && name != "checkpoint");
    }
    value
}
