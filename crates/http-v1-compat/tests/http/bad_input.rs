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
        ("/api/v1/get/item/abc".to_owned(), "id"),
        ("/api/v1/get/item/-1".to_owned(), "id"),
        ("/api/v1/get/item/007".to_owned(), "id"),
        ("/api/v1/get/item/1%2C2".to_owned(), "id"),
        ("/api/v1/get/item/%FF".to_owned(), "id"),
        ("/api/v1/get/item/%00".to_owned(), "id"),
        ("/api/v1/get/item/1?include_documentation=1&include_documentation=1".to_owned(), "include_documentation"),
        ("/api/v1/get/item/x/documentation".to_owned(), "id"),
        ("/api/v1/get/item/x/availability".to_owned(), "id"),
        ("/api/v1/get/vendors/for/a".to_owned(), "id"),
        ("/api/v1/get/vendors/for/%20".to_owned(), "id"),
        ("/api/v1/get/section-meta/1100,,x".to_owned(), "id"),
        (items.to_owned(), "id_list"),
        (format!("{items}?id_list="), "id_list"),
        (format!("{items}?id_list=%zz"), "id_list"),
        (format!("{items}?id_list=1;2"), "id_list"),
        (format!("{items}?id_list={too_long}"), "id_list"),
        (format!("{items}?id_list={}&id_list=501", list(500)), "id_list"),
        (format!("{items}/by-stock"), "stock_list"),
        (format!("{items}/by-stock?stock_list={stocks}"), "stock_list"),
        (format!("{items}/by-stock?stock_list=%C3"), "stock_list"),
        (format!("{items}/by-stock?stock_list=a%00b"), "stock_list"),
        (format!("{items}/from"), "id_list"),
        (format!("{items}/from?id_list=x"), "id_list"),
        (format!("{items}/from?id_list=1100&limit=ten"), "limit"),
        (format!("{items}/from?id_list=1100&offset="), "offset"),
        (format!("{items}/from?id_list=1100&limit=1&limit=1"), "limit"),
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
        let cached = format!("{:?}", fixture.service.cache);
        let other = get(&fixture, "wholesaler", &format!("/api/v1/get/{with_unknown}")).await;
        assert_eq!((other.status, other.body), (200, one.body), "{with_unknown}");
        assert_eq!(format!("{:?}", fixture.service.cache), cached, "{with_unknown}: nothing more is cached");
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
async fn an_unauthenticated_caller_does_not_learn_what_is_wrong_with_a_parameter() {
    for fixture in usual_fixtures() {
        let tampered = format!("Bearer {}x", fixture.token("wholesaler"));
        for authorization in ["", "Bearer", "Basic YTpi", &tampered] {
            let request =
                TestRequest::get().uri("/api/v1/get/item/abc").insert_header(("Authorization", authorization));
            assert_eq!(send(&fixture, request).await.refusal().0, 401, "{authorization:?}");
        }
        let twice = TestRequest::get().uri("/api/v1/get/catalog");
        let token = format!("Bearer {}", fixture.token("wholesaler"));
        let twice = twice.append_header(("Authorization", &*token)).append_header(("Authorization", &*token));
        assert_eq!(send(&fixture, twice).await.refusal().0, 401, "a repeated header is ambiguous");
    }
}

#[actix_web::test]
async fn a_token_is_good_with_and_without_its_scheme() {
    for fixture in usual_fixtures() {
        let token = fixture.token("wholesaler");
        for authorization in [token.clone(), format!("Bearer {token}"), format!("bearer   {token}")] {
            let request = TestRequest::get().uri("/auth/check").insert_header(("Authorization", authorization.clone()));
            assert_eq!(send(&fixture, request).await.data("")["login"], "wholesaler@shop.example", "{authorization}");
        }
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

#[actix_web::test]
async fn a_login_response_does_not_reveal_which_logins_exist() {
    for fixture in usual_fixtures() {
        let attempt = |login: &str| {
            let request = TestRequest::get().uri(&format!("/auth/token/{login}"));
            request.insert_header(("Authorization", "Bearer a wrong password"))
        };
        let known = send(&fixture, attempt("wholesaler@shop.example")).await;
        for login in ["nobody@shop.example", "pending@shop.example", "disabled@shop.example", "%D0%AF", "a%2Fb"] {
            let response = send(&fixture, attempt(login)).await;
            assert_eq!((response.refusal().0, &response.body), (401, &known.body), "{login}");
        }
    }
}
