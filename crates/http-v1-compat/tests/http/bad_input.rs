//! Errors of v1 clients: always HTTP 200, never a false success.

use crate::client::{TestRequest, get, send};
use crate::records::{usual_fixture, usual_fixtures};
use catalog_testkit::usual::PASSWORD;

fn list(count: usize) -> String {
    (1..=count).map(|id| id.to_string()).collect::<Vec<_>>().join(",")
}

#[actix_web::test]
async fn a_wrong_parameter_is_code_400_and_named() {
    let fixture = usual_fixture();
    let too_long = list(501);
    let stocks = (1..=501).map(|number| format!("S-{number}")).collect::<Vec<_>>().join(",");
    let items = "/api/v1/get/items";
    for (path, parameter) in [
        ("/api/v1/get/item/abc".into(), "id"),
        ("/api/v1/get/item/%FF".into(), "id"),
        ("/api/v1/get/item/%00".into(), "id"),
        ("/api/v1/get/item/x/documentation".into(), "id"),
        ("/api/v1/get/item/x/availability".into(), "id"),
        ("/api/v1/get/vendors/for/a".into(), "id"),
        ("/api/v1/get/vendors/for/%20".into(), "id"),
        ("/api/v1/get/section-meta/1100,,x".into(), "id"),
        (items.into(), "id_list"),
        (format!("{items}?id_list="), "id_list"),
        (format!("{items}?id_list=%zz"), "id_list"),
        (format!("{items}?id_list={too_long}"), "id_list"),
        (format!("{items}/by-stock"), "stock_list"),
        (format!("{items}/by-stock?stock_list={stocks}"), "stock_list"),
        (format!("{items}/by-stock?stock_list=%C3"), "stock_list"),
        (format!("{items}/by-stock?stock_list=a%00b"), "stock_list"),
        (format!("{items}/from"), "id_list"),
        (format!("{items}/from?id_list=x"), "id_list"),
        (format!("{items}/from?id_list=1100&limit=ten"), "limit"),
        (format!("{items}/documentation?id_list={too_long}"), "id_list"),
        (format!("{items}/documentation/by-stock?stock_list={stocks}"), "stock_list"),
        (format!("{items}/documentation/from"), "id_list"),
        (format!("{items}/availability/by-stock?stock_list={stocks}"), "stock_list"),
        (format!("{items}/availability/from?id_list=a"), "id_list"),
        (format!("{items}/from?id_list={too_long}"), "id_list"),
        (format!("/api/v1/get/section-meta/{too_long}"), "id"),
        (format!("/api/v1/get/vendors/for/{too_long}"), "id"),
        (format!("/api/v1/get/vendors/for/{}", "x,".repeat(400)), "id"),
        (format!("/api/v1/get/vendors/for/{}", "1100,".repeat(1_001)), "id"),
        (format!("/api/v1/get/section-meta/{}", "1100%2c".repeat(1_001)), "id"),
        (format!("{items}?id_list={}", "1,".repeat(30_000)), "id_list"),
        (format!("/api/v1/get/item/{}", "9x".repeat(30_000)), "id"),
        (format!("{items}?id_list=1&{}", "a&".repeat(1_000)), "query"),
    ] {
        let response = get(&fixture, "wholesaler", &path).await;
        assert_eq!(response.refusal(), (400, "ValidationError".into()), "{path:.80}");
        let message = response.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.starts_with(&format!("Invalid parameter '{parameter}': ")), "{path:.80}: {message}");
        assert!(message.len() < 200, "{message}");
    }
    assert_eq!(fixture.details.take_reads(), [], "nothing was looked up");
}

#[actix_web::test]
async fn the_login_reads_no_more_parameters_than_any_other_route() {
    let request = TestRequest::get().uri(&format!("/auth/token/nobody?{}", "a&".repeat(30_000)));
    let response = send(&usual_fixture(), request).await;
    assert_eq!(response.refusal(), (400, "ValidationError".into()));
    assert!(response.body.len() < 200, "{}", response.body);
}

#[actix_web::test]
async fn unknown_ids_do_not_change_the_response() {
    let fixture = usual_fixture();
    for (path, with_unknown) in [
        ("section-meta/1100", "section-meta/777,1100,778"),
        ("section-meta/777", "section-meta/778,779"),
        ("vendors/for/1100", "vendors/for/777,1100"),
        ("items?id_list=90001", "items?id_list=777,90001"),
        ("items/documentation?id_list=90001", "items/documentation?id_list=90001,777"),
    ] {
        let one = get(&fixture, "wholesaler", &format!("/api/v1/get/{path}")).await;
        let before = fixture.service.cached();
        let other = get(&fixture, "wholesaler", &format!("/api/v1/get/{with_unknown}")).await;
        assert_eq!((other.status, other.body), (200, one.body), "{with_unknown}");
        assert_eq!(fixture.service.cached(), before, "{with_unknown}: nothing more is cached");
    }
}

#[actix_web::test]
async fn five_hundred_ids_are_read_whatever_they_are() {
    for fixture in usual_fixtures() {
        let path = format!("/api/v1/get/items?id_list={},90001,90003", list(498));
        let response = get(&fixture, "wholesaler", &path).await;
        assert_eq!((response.status, response.data("").as_array().unwrap().len()), (200, 2));
    }
}

#[actix_web::test]
async fn too_many_attempts_to_log_in_are_code_429() {
    for fixture in usual_fixtures() {
        let attempt = || {
            let request = TestRequest::get().uri("/auth/token/wholesaler@shop.example");
            request.insert_header(("Authorization", format!("Bearer {PASSWORD}")))
        };
        for number in 1..=10 {
            assert_eq!(send(&fixture, attempt()).await.json()["status"], true, "attempt {number}");
        }
        let response = send(&fixture, attempt()).await;
        assert_eq!(response.refusal(), (429, "TooManyRequestsError".into()));
    }
}
