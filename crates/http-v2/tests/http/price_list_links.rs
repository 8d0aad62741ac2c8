//! Links to price lists: what they give, and when they end.

use crate::client::{TestRequest, get, send};
use crate::price_lists::tricky;
use catalog_app::accounts::AuditActor;
use catalog_domain::accounts::{ApiKeyId, ApiKeyRequest, ApiKeyRight, CallerAccount};
use catalog_domain::sections::Section;
use catalog_testkit::ImportRun;
use catalog_testkit::builders::section;
use catalog_testkit::usual::Fixture;
use serde_json::json;

async fn link_to(fixture: &Fixture, address: &str) -> (ApiKeyId, String) {
    let owner = CallerAccount::from(&fixture.account("wholesaler"));
    let address = Some(address.into());
    let request = ApiKeyRequest { name: "Shop".into(), right: ApiKeyRight::Read, days: Some(1), address };
    let (key, text) = fixture.service.app.accounts.make_key(&owner, request).await.unwrap().unwrap();
    (key.id, text.expose().to_owned())
}

#[actix_web::test]
async fn a_link_gives_one_list_as_its_account_sees_it_and_nothing_else() {
    for fixture in Fixture::on_every_store(tricky) {
        for address in [
            "/api/v2/catalog/sections/1/price-list.csv?columns=stockNumber,personal&locale=ru",
            "/api/v2/products/search/price-list.xlsx?q=blank",
        ] {
            let (_, text) = link_to(&fixture, address).await;
            let link = format!("/price-lists/{text}");
            let found = send(&fixture, TestRequest::get().uri(&link)).await;
            let own = get(&fixture, "wholesaler", address).await;
            assert_eq!((found.status, &found.bytes), (200, &own.bytes), "{address}");
            for name in ["Content-Type", "Content-Disposition", "ETag", "Last-Modified"] {
                assert_eq!(found.header(name), own.header(name), "{address}: {name}");
            }
            let known = TestRequest::get().uri(&link).insert_header(("If-None-Match", own.header("ETag")));
            assert_eq!(send(&fixture, known).await.status, 304);
            for (case, path, status) in [
                ("a parameter", format!("{link}?page=1"), 400),
                ("a path below", format!("{link}/x"), 400),
                ("another address", format!("/api/v2/products/{text}"), 400),
                ("a key twice", format!("{link}?a={text}"), 400),
                ("another secret", format!("/price-lists/{}", text.replace('_', "_a")), 401),
                ("no link", "/price-lists/x".into(), 401),
            ] {
                assert_eq!(send(&fixture, TestRequest::get().uri(&path)).await.status, status, "{case}");
            }
            let as_key = TestRequest::get().uri(address).insert_header(("Authorization", format!("Bearer {text}")));
            assert_eq!(send(&fixture, as_key).await.status, 401);
            assert_eq!(send(&fixture, TestRequest::post().uri(&link)).await.status, 405);
        }
    }
}

#[actix_web::test]
async fn a_link_ends_with_its_section_its_account_and_itself() {
    let fixture = Fixture::of(tricky());
    let (key, text) = link_to(&fixture, "/api/v2/catalog/sections/1/price-list.csv").await;
    let link = format!("/price-lists/{text}");
    let ask = async || send(&fixture, TestRequest::get().uri(&link)).await.outcome();
    assert_eq!(ask().await.0, 200);
    let account = fixture.account_id("wholesaler");
    for (is_active, outcome) in [(false, (403, "ForbiddenError".to_owned())), (true, (200, String::new()))] {
        fixture.change_user("wholesaler", &json!({"isActive": is_active})).await;
        assert_eq!(ask().await, outcome);
    }
    let hidden = Section { is_active: false, ..section(1) };
    fixture.import(ImportRun { sections: vec![hidden], ..ImportRun::default() });
    assert_eq!(ask().await, (404, "CatalogSectionNotFoundError".into()));
    fixture.service.app.accounts.delete_key(AuditActor::Owner(account), account, key).await.unwrap();
    assert_eq!(ask().await, (401, "AuthorizationError".into()));
    let other_key = ApiKeyRequest { name: "b".into(), right: ApiKeyRight::Read, days: None, address: None };
    let owner = CallerAccount::from(&fixture.account("wholesaler"));
    let (_, text) = fixture.service.app.accounts.make_key(&owner, other_key).await.unwrap().unwrap();
    let as_link = TestRequest::get().uri(&format!("/price-lists/{}", text.expose()));
    assert_eq!(send(&fixture, as_link).await.status, 401, "a key for the interface is no link");
}
