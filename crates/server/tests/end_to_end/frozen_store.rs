//! A PostgreSQL that is stopped while it works: its connections stay open, its kernel acknowledges packets, and its own
//! timeouts do not run. No request may wait for it to resume.

use crate::support::{BUYER, Metrics, PASSWORD, Sandbox, assert_refused_for_now, offer, until};
use catalog_testkit::postgres::TempCluster;

const ADMINISTRATOR: &str = "boss@storefront.example";

fn login(email: &str) -> String {
    format!(r#"{{"login": "{email}", "password": "{PASSWORD}"}}"#)
}

#[test]
fn no_request_waits_for_a_frozen_store_and_requests_succeed_when_it_resumes() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&postgres.url()).filled();
    sandbox.add_administrator(ADMINISTRATOR);
    let (mut server, metrics) = Metrics::serve(&sandbox, &["--login-attempts-per-minute", "1000"]);
    let (token, boss) = (server.token(), server.token_of(ADMINISTRATOR));
    let cursor = server.cursor(&token);
    let feed = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}");
    let summary = format!("/api/v2/catalog/sections/1042/product-changes/summary?cursor={cursor}");
    let registration = r#"{"email": "new@shop.example", "password": "ten bytes!", "name": "New", "company": "Shop"}"#;
    let requests = [
        ("GET", "/api/v2/products/PMP-001", &token, "", 200),
        ("GET", "/api/v2/catalog/tree?include=vendors", &token, "", 200),
        ("GET", "/auth/v2/check", &token, "", 200),
        ("GET", "/api/v1/get/catalog", &token, "", 200),
        ("GET", &feed, &token, "", 200),
        ("GET", &summary, &token, "", 200),
        ("GET", "/api/v2/products/PMP-001?include=description", &token, "", 503),
        ("GET", "/api/v2/products/PMP-001?include=seo", &token, "", 503),
        ("GET", "/api/v2/catalog/sections/1042/products?include=features", &token, "", 503),
        ("GET", "/api/v1/get/item/90001", &token, "", 503),
        ("GET", "/auth/admin/users", &boss, "", 503),
        ("PATCH", "/auth/admin/users/1", &boss, r#"{"priceLevel": "Опт"}"#, 503),
        ("POST", "/auth/token", &token, &login(BUYER), 503),
        ("POST", "/auth/admin/login", &token, &login(ADMINISTRATOR), 503),
        ("POST", "/auth/registration", &token, registration, 503),
    ];
    let asleep = postgres.freeze();
    let send = |(method, target, token, body, expected): &(&str, &str, &String, &str, u16)| {
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        let response = server.request(method, target, &headers, body);
        assert_eq!(response.status, *expected, "{method} {target}: {response:?}");
        assert_eq!(response.header("retry-after").is_some(), *expected == 503, "{method} {target}: {response:?}");
    };
    // Two of each at once: more than there are connections. The point is that each gets its response while the store is
    // stopped.
    std::thread::scope(|scope| {
        requests.iter().chain(&requests).for_each(|request| drop(scope.spawn(move || send(request))));
    });
    server.until_status("/health/ready", "", 503);
    metrics.page();
    drop(asleep);
    server.until_ready();
    sandbox.must_import(&offer("2500"));
    until("the new price", || {
        let product = server.get("/api/v2/products/PMP-001?include=description", &token).json();
        (product["data"]["pricing"]["retail"]["value"] == 2_500).then_some(())
    });
    assert_eq!(server.get(&feed, &token).status, 200);
    server.token();

    let asleep = postgres.freeze();
    assert_refused_for_now(&server.get("/api/v2/products/PMP-001?include=features", &token));
    server.signal("TERM");
    assert_eq!(server.exit().code(), Some(0), "it can be stopped all the same");
    drop(asleep);
}
