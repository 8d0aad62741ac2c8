//! The end of v1: its date, its switch, and the counts of who still calls it.

use crate::client::{TestRequest, TestResponse, send_with};
use crate::records::usual_fixture;
use actix_web::http::Method;
use catalog_domain::ports::V1Caller;
use catalog_domain::values::Timestamp;
use catalog_testkit::usual::{Fixture, PASSWORD};
use http_v1_compat::{DEPRECATED_SINCE, V1Settings};
use serde_json::json;

fn off() -> V1Settings {
    V1Settings { is_on: false, ..V1Settings::default() }
}

async fn get(fixture: &Fixture, settings: &V1Settings, path: &str) -> TestResponse {
    let authorization = ("Authorization", fixture.token("wholesaler"));
    send_with(fixture, settings, TestRequest::get().uri(path).insert_header(authorization)).await
}

#[actix_web::test]
async fn the_end_of_v1_is_announced_as_a_date_of_http_beside_the_deprecation() {
    let fixture = usual_fixture();
    // 2027-06-30T12:00:00.5Z
    let sunset = Some(Timestamp::from_unix_microseconds(1_814_356_800_500_000));
    for is_on in [true, false] {
        let settings = V1Settings { sunset, is_on, ..V1Settings::default() };
        for path in ["/api/v1/get/catalog", "/auth/check", "/api/v1/get/item/x", "/api/v1/nonsense"] {
            let response = get(&fixture, &settings, path).await;
            assert_eq!(response.header("Sunset"), "Wed, 30 Jun 2027 12:00:00 GMT", "{path}");
            assert_eq!(response.header("Deprecation"), format!("@{}", DEPRECATED_SINCE.unix_seconds()), "{path}");
        }
    }
    assert_eq!(get(&fixture, &V1Settings::default(), "/api/v1/get/catalog").await.header("Sunset"), "");
}

#[actix_web::test]
async fn a_v1_that_is_switched_off_is_a_410_that_names_the_successor_whoever_asks_and_how() {
    let fixture = usual_fixture();
    let document = serde_json::to_value(http_v1_compat::openapi()).unwrap();
    let documented = document["paths"].as_object().unwrap().keys().map(|path| path.replace(['{', '}'], ""));
    for path in documented.chain(["/api/v1".into(), "/api/v1/nonsense".into()]) {
        let anonymous = TestRequest::get().uri(&path);
        let with_password =
            TestRequest::get().uri(&path).insert_header(("Authorization", format!("Bearer {PASSWORD}")));
        let posted = TestRequest::default().method(Method::POST).uri(&path);
        let mut responses = vec![get(&fixture, &off(), &path).await];
        for request in [anonymous, with_password, posted] {
            responses.push(send_with(&fixture, &off(), request).await);
        }
        for response in responses {
            let link = response.header("Link").to_owned();
            let successor = link.strip_prefix('<').and_then(|link| link.split_once('>')).unwrap().0;
            let message = format!("v1 is switched off. Use {successor} of v2; see docs/migrating-from-v1.md.");
            let error = json!({"code": 410, "name": "GoneError", "message": message});
            let expected = json!({"status": false, "data": {}, "error": error, "message": ""});
            assert_eq!((response.status, response.json()), (410, expected), "{path}");
        }
    }
}

#[actix_web::test]
async fn requests_are_counted_by_route_and_account_with_the_time_of_the_last() {
    let fixture = usual_fixture();
    let settings = V1Settings::default();
    for path in ["/api/v1/get/item/90001", "/api/v1/get/item/90002?x=y", "/api/v1/get/item/x", "/api/v1/nonsense"] {
        get(&fixture, &settings, path).await;
    }
    for path in ["/api/v1/get/catalog", "/auth/token/retailer@shop.example"] {
        send_with(&fixture, &settings, TestRequest::get().uri(path)).await;
    }
    let login = TestRequest::get().uri("/auth/token/retailer@shop.example");
    send_with(&fixture, &settings, login.insert_header(("Authorization", format!("Bearer {PASSWORD}")))).await;
    let caller = |user: &str| V1Caller::Account(fixture.account_id(user));
    let mut expected = vec![
        (caller("wholesaler"), "/api/v1/get/item/{id}", 3),
        (V1Caller::Nobody, "/api/v1/{unknown:.*}", 1),
        (V1Caller::Nobody, "/api/v1/get/catalog", 1),
        (V1Caller::Nobody, "/auth/token/{login}", 1),
        (caller("retailer"), "/auth/token/{login}", 1),
    ];
    expected.sort_unstable();
    assert_eq!(settings.usage.totals(), expected);
    let store = fixture.service.app.v1_usage.store();
    settings.usage.save(&**store).unwrap();
    let recorded = store.v1_usage().unwrap();
    let now = fixture.service.app.now();
    assert!(recorded.len() == 5, "{recorded:?}");
    assert!(recorded.iter().all(|usage| usage.last_used_at == now), "{recorded:?}");
}
