//! Properties of every response: headers for browsers, compression, request ids.

use crate::client::{TestRequest, by, get, send};
use catalog_testkit::usual::Fixture;

#[actix_web::test]
async fn every_response_has_the_security_headers() {
    let fixture = Fixture::new();
    for path in ["/api/v2/catalog/tree", "/api/v2/products/P-9", "/nothing"] {
        let response = get(&fixture, "retailer", path).await;
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
            ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ] {
            assert_eq!(response.header(name), value, "{path}");
        }
        assert!(!response.header("X-Request-Id").is_empty(), "{path}");
    }
}

#[actix_web::test]
async fn a_large_body_comes_in_the_coding_that_the_client_likes() {
    let fixture = Fixture::new();
    for (accepted, coding, magic) in [
        ("gzip", "gzip", &[0x1f, 0x8b][..]),
        ("gzip, deflate, br, zstd", "zstd", &[0x28, 0xb5, 0x2f, 0xfd]),
        ("identity", "", b"{"),
    ] {
        let request = TestRequest::get().uri("/openapi/v2.json").insert_header(("Accept-Encoding", accepted));
        let response = send(&fixture, request).await;
        assert_eq!((response.status, response.header("Content-Encoding")), (200, coding), "{accepted}");
        assert!(response.bytes.starts_with(magic), "{accepted}");
        assert!(response.header("Vary").contains("Accept-Encoding"));
    }
}

#[actix_web::test]
async fn a_small_body_is_not_worth_it() {
    let fixture = Fixture::new();
    let request = by(&fixture, "retailer", "/auth/v2/check").insert_header(("Accept-Encoding", "gzip, br, zstd"));
    let response = send(&fixture, request).await;
    assert_eq!((response.status, response.header("Content-Encoding")), (200, ""));
}
