//! A PostgreSQL that is stopped while it works: its connections stay open, its kernel acknowledges packets, and its own
//! timeouts do not run. No request may wait for it to resume.

use crate::support::{BUYER, CATALOG, PASSWORD, STOREFRONT, Sandbox, Server, offer, until};
use catalog_testkit::postgres::TempCluster;

const ADMINISTRATOR: &str = "boss@storefront.example";

fn start(sandbox: &Sandbox) -> Server {
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    let add = ["user", "add", ADMINISTRATOR, "--role", "admin", "--password-stdin"];
    assert_eq!(sandbox.run_with_input(&add, PASSWORD).code, Some(0));
    let serve = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT, "--metrics-bind", "127.0.0.1:0"];
    Server::spawn(sandbox.command(&[&serve[..], &["--login-attempts-per-minute", "1000"]].concat()))
}

fn login(email: &str) -> String {
    format!(r#"{{"login": "{email}", "password": "{PASSWORD}"}}"#)
}

fn token_of(server: &Server, email: &str) -> String {
    let response = server.request("POST", "/auth/token", &[("content-type", "application/json")], &login(email));
    response.json()["data"]["token"].as_str().unwrap_or_else(|| panic!("{response:?}")).to_owned()
}

#[test]
fn no_request_waits_for_a_frozen_store_and_requests_succeed_when_it_resumes() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&postgres.url());
    let server = start(&sandbox);
    let (token, boss) = (server.token(), token_of(&server, ADMINISTRATOR));
    let list = server.get("/api/v2/catalog/sections/1042/products", &token).json();
    let cursor = list["data"]["meta"]["changesCursor"].as_str().unwrap().to_owned();
    let feed = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}");
    let summary = format!("/api/v2/catalog/sections/1042/product-changes/summary?cursor={cursor}");
    let metrics =
        server.printed.iter().find_map(|line| line.strip_prefix("metrics on http://")?.strip_suffix("/metrics"));
    let metrics = metrics.unwrap().to_owned();
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
    until("readiness to end", || (server.request("GET", "/health/ready", &[], "").status == 503).then_some(()));
    assert_eq!(crate::support::get_at(&metrics, "/metrics").status, 200);
    drop(asleep);
    until("readiness", || (server.request("GET", "/health/ready", &[], "").status == 200).then_some(()));
    sandbox.must_import(&offer("2500"));
    until("the new price", || {
        let product = server.get("/api/v2/products/PMP-001?include=description", &token).json();
        (product["data"]["pricing"]["retail"]["value"] == 2_500).then_some(())
    });
    assert_eq!(server.get(&feed, &token).status, 200);
    server.token();
}

#[test]
fn a_server_whose_store_is_frozen_can_be_stopped() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&postgres.url());
    let mut server = start(&sandbox);
    let token = server.token();
    let asleep = postgres.freeze();
    let response = server.get("/api/v2/products/PMP-001?include=description", &token);
    assert_eq!(response.status, 503, "{response:?}");
    server.signal("TERM");
    assert_eq!(server.exit().code(), Some(0));
    drop(asleep);
}
