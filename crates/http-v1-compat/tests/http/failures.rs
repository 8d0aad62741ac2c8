//! Failures of the service itself: the only responses that are not HTTP 200, and how little they reveal.

use crate::client::{TestRequest, get, send};
use crate::records::{usual_fixture, usual_fixtures};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::product_record;
use catalog_testkit::usual::PASSWORD;
use serde_json::json;

#[actix_web::test]
async fn a_store_that_is_away_is_a_503_without_a_cause() {
    let fixture = usual_fixture();
    fixture.details.fail_after(0);
    for path in [
        "/api/v1/get/item/90001",
        "/api/v1/get/items?id_list=90001",
        "/api/v1/get/items/by-stock?stock_list=P-1",
        "/api/v1/get/items/from?id_list=1100",
        "/api/v1/get/item/90001/documentation",
        "/api/v1/get/items/documentation/from?id_list=1100",
        "/api/v1/get/item/90001/configurator",
    ] {
        let response = get(&fixture, "builder", path).await;
        assert_eq!((response.status, response.header("Retry-After")), (503, "2"), "{path}");
        let id = response.header("X-Request-Id");
        let message = format!("The service is busy. Try again later. Request id: {id}");
        let error = json!({"code": 503, "name": "ServiceUnavailableError", "message": message});
        assert_eq!(response.json(), json!({"status": false, "data": {}, "error": error, "message": ""}), "{path}");
        assert_eq!(response.header("Deprecation"), "@1793491200", "{path}");
    }
}

#[actix_web::test]
async fn requests_that_need_no_store_are_served_while_it_is_unavailable() {
    let fixture = usual_fixture();
    fixture.details.fail_after(0);
    for path in [
        "/auth/check",
        "/api/v1/get/catalog",
        "/api/v1/get/vendors/for/1100",
        "/api/v1/get/section-meta/1100",
        "/api/v1/get/item/90001/availability",
        "/api/v1/get/items/availability/from?id_list=1100",
    ] {
        let response = get(&fixture, "wholesaler", path).await;
        assert_eq!((response.status, &response.json()["status"]), (200, &json!(true)), "{path}");
    }
}

#[actix_web::test]
async fn a_client_that_knows_no_status_but_200_gets_through_every_route() {
    for fixture in usual_fixtures() {
        let login = TestRequest::get().uri("/auth/token/builder@shop.example");
        let response = send(&fixture, login.insert_header(("Authorization", format!("Bearer {PASSWORD}")))).await;
        assert_eq!(response.status, 200);
        let token = response.data("")["token"].as_str().unwrap().to_owned();
        let document = serde_json::to_value(http_v1_compat::openapi()).unwrap();
        for template in document["paths"].as_object().unwrap().keys().filter(|path| path.starts_with("/api/")) {
            let is_of_section = ["vendors", "section-meta"].iter().any(|name| template.contains(name));
            let path = template.replace("{id}", if is_of_section { "1100" } else { "90001" });
            let list = if template.ends_with("from") { "id_list=1100" } else { "id_list=90001&stock_list=P-1" };
            for (authorization, query, ok) in [(&*token, list, true), ("", list, false), (&*token, "id_list=x", false)]
            {
                let request = TestRequest::get().uri(&format!("{path}?{query}"));
                let response = send(&fixture, request.insert_header(("Authorization", authorization))).await;
                assert_eq!(response.status, 200, "{path}?{query}");
                let needs_list = template.contains("/items");
                let expected = ok || (!authorization.is_empty() && !needs_list);
                assert_eq!(response.json()["status"], expected, "{path}?{query}");
                assert!(response.json()["data"] != json!({}) || !expected, "{path}?{query}");
            }
        }
    }
}

#[actix_web::test]
async fn an_import_between_catalog_and_store_is_waited_for() {
    for fixture in usual_fixtures() {
        let changed = catalog_domain::ports::ProductRecord {
            source_id: catalog_domain::values::SourceId(90_004),
            name: "Gamma valve, renamed".into(),
            ..product_record("P-4", &[120])
        };
        fixture.import(ImportRun::of_records([changed]));
        let response = get(&fixture, "wholesaler", "/api/v1/get/item/90004").await;
        assert_eq!(response.data("")["name"], "Gamma valve, renamed");
    }
}
