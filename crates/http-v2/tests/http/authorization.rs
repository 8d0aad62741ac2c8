//! Tokens: how they are issued, what they permit, and requests without one.

use crate::client::{TestRequest, send};
use catalog_testkit::usual::{Fixture, NOW, PASSWORD};
use serde_json::json;

fn login(body: impl Into<String>) -> TestRequest {
    TestRequest::post().uri("/auth/token").insert_header(("Content-Type", "application/json")).set_payload(body.into())
}

#[actix_web::test]
async fn a_login_returns_a_token_for_the_catalog() {
    for fixture in Fixture::all() {
        let body = json!({"login": " Wholesaler@Shop.example", "password": PASSWORD, "device": "ignored"});
        let response = send(&fixture, login(body.to_string())).await;
        assert_eq!((response.status, response.header("Cache-Control")), (200, "no-store"), "{}", response.body);
        let mut shown = response.json();
        let token = shown["data"]["token"].take().as_str().unwrap().to_owned();
        insta::assert_json_snapshot!("a_login_returns_a_token_for_the_catalog", shown);
        let request =
            TestRequest::get().uri("/auth/v2/check").insert_header(("Authorization", format!("Bearer {token}")));
        let response = send(&fixture, request).await;
        assert_eq!(response.status, 200);
        insta::assert_json_snapshot!("a_login_returns_a_token_for_the_catalog-2", response.json());
    }
}

#[actix_web::test]
async fn a_login_body_must_be_declared_as_json_and_be_small() {
    for fixture in Fixture::all() {
        let unsupported = (415, "UnsupportedMediaTypeError");
        for (case, content_type, encoding, size, expected) in [
            ("a form", "application/x-www-form-urlencoded", "", 10, unsupported),
            ("nothing", "", "", 10, unsupported),
            ("compressed", "application/json", "gzip", 10, unsupported),
            ("JSON with a charset", "Application/JSON; charset=utf-8", "identity", 10, (400, "ValidationError")),
            ("the largest body", "application/json", "", 65_536, (400, "ValidationError")),
            ("one byte more", "application/json", "", 65_537, (413, "PayloadTooLargeError")),
        ] {
            let named = [("Content-Type", content_type), ("Content-Encoding", encoding)].into_iter();
            let request = TestRequest::post().uri("/auth/token").set_payload(" ".repeat(size));
            let request = named.filter(|(_, value)| !value.is_empty()).fold(request, TestRequest::insert_header);
            let response = send(&fixture, request).await;
            assert_eq!((response.status, response.error_name().as_str()), expected, "{case}");
        }
        let declared = TestRequest::post().uri("/auth/token").insert_header(("Content-Length", "65537"));
        let response = send(&fixture, declared.insert_header(("Content-Type", "application/json"))).await;
        assert_eq!(response.status, 413, "a body that is not received, because it is declared as too large");
    }
}

#[actix_web::test]
async fn without_a_valid_token_every_route_is_refused_before_parameters_are_read() {
    for fixture in Fixture::all() {
        let expired = fixture.bearer_issued_at("wholesaler", NOW.plus_seconds(-86_400));
        let valid = fixture.bearer("wholesaler");
        let wrong = ["tree?depth=0", "sections?x=y", "sections/x", "sections/x/vendors", "sections/x/products"];
        let wrong = wrong.map(|path| format!("/api/v2/catalog/{path}")).into_iter();
        for path in wrong.chain(["/auth/v2/check?x=y", "/api/v2/products/%zz"].map(String::from)) {
            for (case, headers) in [
                ("no header", &[][..]),
                ("another scheme", &["Basic d2hv"]),
                ("no token", &["Bearer "]),
                ("no JWT", &["Bearer abc"]),
                ("bare", &[valid.trim_start_matches("Bearer ")]),
                ("altered", &[&valid[..valid.len() - 2]]),
                ("expired", &[&*expired]),
                ("no UTF-8", &["Bearer \u{ff}"]),
                ("two headers", &[&*valid, &*valid]),
            ] {
                let append =
                    |request: TestRequest, header: &&str| request.append_header(("Authorization", header.as_bytes()));
                let response = send(&fixture, headers.iter().fold(TestRequest::get().uri(&path), append)).await;
                assert_eq!(response.outcome(), (401, "AuthorizationError".into()), "{path}: {case}");
                assert_eq!(response.header("WWW-Authenticate"), "Bearer");
            }
        }
    }
}

#[actix_web::test]
async fn the_last_second_of_a_token_counts() {
    for fixture in Fixture::all() {
        let header = fixture.bearer_issued_at("wholesaler", NOW.plus_seconds(-86_399));
        let response =
            send(&fixture, TestRequest::get().uri("/auth/v2/check").insert_header(("Authorization", header))).await;
        assert_eq!(response.data("/token/expiresIn"), 1);
    }
}
