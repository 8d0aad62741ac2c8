//! `--metrics-bind`: what a server tells of itself, on an address of its own.

use crate::support::{CATALOG, Connection, STOREFRONT, Sandbox, Server};

/// Starts a server that tells metrics, and finds out where.
fn start(sandbox: &Sandbox) -> (Server, String) {
    let arguments = ["serve", "--bind", "127.0.0.1:0", "--metrics-bind", "127.0.0.1:0", "--log", "off"];
    let mut command = sandbox.command(&arguments);
    // With a settle time, how many events are held back would depend on how long ago the import was.
    command.env("CATALOG_STOREFRONT_HOST", STOREFRONT).env("CATALOG_FEED_SETTLE_MS", "0");
    let server = Server::spawn(command);
    let address = server.told.iter().find_map(|line| line.strip_prefix("metrics on http://")?.strip_suffix("/metrics"));
    let address = address.unwrap().to_owned();
    (server, address)
}

fn page(address: &str) -> String {
    let answer = Connection::open(address).unwrap().request("GET", "/metrics", &[], "");
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    answer.body
}

#[test]
fn metrics_tell_requests_by_the_pattern_of_their_route_and_how_the_store_is_followed() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    let (server, address) = start(&sandbox);
    let token = server.token();
    for stock_number in ["PMP-001", "PMP-001", "PMP-404"] {
        server.get(&format!("/api/v2/products/{stock_number}"), &token);
    }
    server.get("/secret-looking/path", &token);
    let wrong = r#"{"login": "buyer@storefront.example", "password": "a wrong one"}"#;
    assert_eq!(server.request("POST", "/auth/token", &[("content-type", "application/json")], wrong).status, 401);
    let page = page(&address);
    for line in [
        r#"catalog_http_requests_total{route="/api/v2/products/{stockNumber}",method="GET",status="200"} 2"#,
        r#"catalog_http_requests_total{route="/api/v2/products/{stockNumber}",method="GET",status="404"} 1"#,
        r#"catalog_http_requests_total{route="none",method="GET",status="404"} 1"#,
        r#"catalog_http_request_duration_seconds_count{route="/auth/token",method="POST"} 2"#,
        r#"catalog_audit_events_total{event="login_refused",reason="wrong_password"} 1"#,
        "catalog_revision 1",
        "catalog_products 2",
        "catalog_sections 2",
        "catalog_ready 1",
        "catalog_refresh_failures_total 0",
        "catalog_load_duration_seconds_count 1",
        "catalog_feed_events_held_back 0",
        // Eight to the file of the catalog and eight to that of the accounts.
        r#"catalog_store_connections{state="limit"} 16"#,
        "catalog_store_connection_failures_total 0",
    ] {
        assert!(page.lines().any(|told| told == line), "{line}\n{page}");
    }
    for secret in ["secret-looking", "PMP-", "buyer@", &token] {
        assert!(!page.contains(secret), "{secret}\n{page}");
    }
}

#[test]
fn metrics_are_told_nowhere_else() {
    let sandbox = Sandbox::new();
    let (server, address) = start(&sandbox);
    assert_eq!(server.request("GET", "/metrics", &[], "").status, 404);
    assert_eq!(Connection::open(&address).unwrap().request("GET", "/health/live", &[], "").status, 404);
    let outcome =
        sandbox.run(&["serve", "--storefront-host", STOREFRONT, "--bind", "127.0.0.1:0", "--metrics-bind", "x"]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.only_complaint().contains("--metrics-bind (CATALOG_METRICS_BIND)"));
}
