//! The common parts of every v1 response, and the log line of the caller.

use crate::client::{TestRequest, get, send};
use crate::records::usual_fixture;
use actix_web::http::Method;
use catalog_testkit::thread_log::ThreadLog;
use catalog_testkit::usual::PASSWORD;

#[actix_web::test]
async fn every_response_announces_the_deprecation_of_v1_and_its_successor() {
    let fixture = usual_fixture();
    for (path, successor) in [
        ("/auth/check", "/auth/v2/check"),
        ("/api/v1/get/section-meta/x", "/api/v2/catalog/sections"),
        ("/api/v1/nonsense", "/api/v2/catalog/tree"),
        ("/api/v1/", "/api/v2/catalog/tree"),
        ("/api/v1", "/api/v2/catalog/tree"),
    ] {
        let response = get(&fixture, "wholesaler", path).await;
        assert_eq!(response.header("Deprecation"), "@1793491200", "{path}");
        assert_eq!(response.header("Link"), format!("<{successor}>; rel=\"successor-version\""), "{path}");
        assert_eq!(response.header("Vary"), "Authorization, Accept-Encoding", "{path}");
        assert_eq!(response.header("Cache-Control"), "private, no-cache", "{path}");
    }
}

#[actix_web::test]
async fn a_response_with_a_token_is_not_stored() {
    let request = TestRequest::get().uri("/auth/token/wholesaler@shop.example");
    let response = send(&usual_fixture(), request.insert_header(("Authorization", format!("Bearer {PASSWORD}")))).await;
    assert_eq!(response.header("Cache-Control"), "no-store");
}

#[actix_web::test]
async fn other_methods_and_paths_are_code_404() {
    let fixture = usual_fixture();
    for (method, path) in [
        (Method::POST, "/api/v1/get/catalog"),
        (Method::PUT, "/api/v1/get/item/90001"),
        (Method::DELETE, "/auth/check"),
        (Method::OPTIONS, "/api/v1/get/items"),
        (Method::POST, "/auth/token/wholesaler@shop.example"),
        (Method::GET, "/api/v1"),
        (Method::GET, "/api/v1/"),
        (Method::GET, "/api/v1/get/item/"),
        (Method::GET, "/api/v1/get/item/1/2/3"),
        (Method::GET, "/api/v1/get/catalog/"),
        (Method::PATCH, "/api/v1/%zz"),
    ] {
        let response = send(&fixture, TestRequest::default().method(method.clone()).uri(path)).await;
        assert_eq!(response.refusal(), (404, "NotFoundError".into()), "{method} {path}");
    }
}

#[actix_web::test]
async fn a_head_request_is_served_like_a_get() {
    let fixture = usual_fixture();
    for path in ["/auth/check", "/api/v1/get/catalog", "/api/v1/get/items/from?id_list=1100"] {
        let authorization = ("Authorization", fixture.token("wholesaler"));
        let request = TestRequest::default().method(Method::HEAD).uri(path).insert_header(authorization);
        let response = send(&fixture, request).await;
        assert_eq!((response.status, response.header("Content-Type")), (200, "application/json"), "{path}");
    }
}

#[actix_web::test]
async fn every_call_leaves_a_line_with_the_route_and_the_user_and_no_secret() {
    let fixture = usual_fixture();
    let log = ThreadLog::default();
    {
        let _listening = log.listen();
        get(&fixture, "wholesaler", "/api/v1/get/item/90001?include_documentation=1").await;
        send(&fixture, TestRequest::get().uri("/api/v1/get/catalog")).await;
        let login = TestRequest::get().uri("/auth/token/retailer@shop.example");
        send(&fixture, login.insert_header(("Authorization", format!("Bearer {PASSWORD}")))).await;
    }
    let text = log.text();
    let calls: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|line| line["target"] == "v1")
        .map(|line| line["fields"].clone())
        .collect();
    let call = |route: &str, user: Option<i64>| {
        let mut fields = serde_json::json!({"message": "deprecated route called", "route": route});
        if let Some(user) = user {
            fields["user"] = user.into();
        }
        fields
    };
    let user = |name: &str| Some(fixture.account_id(name).0);
    assert_eq!(
        calls,
        [
            call("/api/v1/get/item/{id}", user("wholesaler")),
            call("/api/v1/get/catalog", None),
            call("/auth/token/{login}", user("retailer")),
        ]
    );
    assert!(!text.contains(PASSWORD), "{text}");
    assert!(!text.contains("retailer@shop.example"), "{text}");
}
