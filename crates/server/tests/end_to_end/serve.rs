//! `catalog serve`: end to end from a file to a response, and what happens meanwhile.

use crate::support::{BUYER, Sandbox, Server, connect, offer, until};
use catalog_testkit::process::HttpRequest;
use serde_json::json;

#[test]
fn an_imported_catalog_is_served_after_a_login() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let server = Server::start(&sandbox);
        assert_eq!(server.get("/api/v2/catalog/tree", "no token").status, 401);
        let token = server.token();
        let tree = server.get("/api/v2/catalog/tree", &token);
        assert_eq!((tree.status, tree.header("catalog-revision")), (200, Some("1")), "{tree:?}");
        assert_eq!(tree.json()["data"]["items"][0]["children"][0]["name"], "Pumps");
        let list = server.get("/api/v2/catalog/sections/1000/products?available=true", &token).json();
        assert_eq!(list["data"]["meta"]["pagination"]["total"], 1);
        let product = server.get("/api/v2/products/PMP-001", &token).json();
        assert_eq!(product["data"]["pricing"]["retail"], json!({"value": 1999.9, "onRequest": false}));
        assert_eq!(product["data"]["pricing"]["personal"], json!({"level": "Опт", "value": 1799, "onRequest": false}));
        assert_eq!(server.get("/api/v2/products/PMP-002%2FA", &token).json()["data"]["stockNumber"], "PMP-002/A");
        let unknown = server.get("/nowhere", &token);
        assert_eq!((unknown.status, &unknown.json()["error"]["name"]), (404, &json!("NotFoundError")));
        assert!(unknown.header("x-request-id").is_some());
    }
}

#[test]
fn what_another_process_imports_shows_up_without_a_restart() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let server = Server::start(&sandbox);
        let token = server.token();
        sandbox.must_import(&offer("2500"));
        let price = until("the new price", || {
            let response = server.get("/api/v2/products/PMP-001", &token);
            (response.header("catalog-revision") == Some("2")).then(|| response.json())
        });
        assert_eq!(price["data"]["pricing"]["retail"]["value"], 2500);
    }
}

#[test]
fn health_is_served_without_a_token() {
    let sandbox = Sandbox::new().filled();
    let server = Server::start(&sandbox);
    for method in ["GET", "HEAD"] {
        assert_eq!(server.request(method, "/health/live", &[], "").status, 200, "{method}");
        assert_eq!(server.request(method, "/health/ready", &[], "").status, 200, "{method}");
    }
    assert_eq!(server.readiness().json()["data"], json!({"state": "ready", "catalogRevision": 1}));
}

#[test]
fn head_names_no_other_length_than_that_of_what_get_sends() {
    let sandbox = Sandbox::new().filled();
    let server = Server::start(&sandbox);
    let bearer = format!("Bearer {}", server.token());
    for (target, names_it) in [
        ("/api/v2/catalog/sections/1000/products", true),
        ("/api/v2/catalog/sections/1000/product-snapshot", false),
        ("/api/v2/catalog/sections/1000/price-list.csv", false),
        ("/api/v1/get/items/from?id_list=1000", true),
    ] {
        let [get, head] =
            ["GET", "HEAD"].map(|method| server.request(method, target, &[("authorization", &bearer)], ""));
        let length = get.header("content-length").filter(|_| names_it);
        assert_eq!((head.status, head.header("content-length")), (200, length), "{target}");
    }
}

#[test]
fn sigterm_and_sigint_finish_the_request_in_flight_and_end_with_0() {
    let sandbox = Sandbox::new().filled();
    sandbox.must_run(&["user", "set", BUYER, "--role", "admin"]);
    for signal in ["TERM", "INT"] {
        let mut server = Server::start(&sandbox);
        let token = server.token();
        let mut idle = connect(&server.address).unwrap();
        assert_eq!(idle.request(&HttpRequest::get("/health/live", None, &[])).status, 200);
        // The server has authenticated the caller when it sends 100 Continue.
        let body = format!(r#"{{"priceLevel": "after {signal}"}}"#);
        let mut in_flight = connect(&server.address).unwrap();
        let head = format!(
            "PATCH /auth/admin/users/1 HTTP/1.1\r\nhost: test\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        in_flight.send(head).unwrap();
        assert_eq!((in_flight.line().as_str(), in_flight.line().as_str()), ("HTTP/1.1 100 Continue", ""));
        server.signal(signal);
        until("the limit to apply", || connect(&server.address).is_err().then_some(()));
        in_flight.send(&body).unwrap();
        let response = in_flight.response();
        assert_eq!(response.status, 200, "{signal}: {response:?}");
        assert_eq!(server.exit().code(), Some(0), "{signal}: {}", server.log());
        assert!(idle.is_closed());
        let users = Server::start(&sandbox).get("/auth/admin/users", &token).json();
        assert_eq!(users["data"]["items"][0]["priceLevel"], format!("after {signal}"), "what was confirmed was done");
    }
}

#[test]
fn tokens_are_signed_with_the_secret_of_the_environment_and_the_previous_one_is_accepted() {
    let sandbox = Sandbox::new().filled();
    let start = |variables: &[(&str, &str)]| {
        let mut command = sandbox.serve_command(&[]);
        command.envs(variables.iter().copied());
        Server::spawn(command)
    };
    let (old, new) = ("an old secret of more than 32 bytes", "a new secret of more than 32 bytes!");
    let token = start(&[("CATALOG_JWT_SECRET", old)]).token();
    let rotated = start(&[("CATALOG_JWT_SECRET", new), ("CATALOG_JWT_SECRET_PREVIOUS", old)]);
    assert_eq!(rotated.get("/auth/v2/check", &token).status, 200);
    assert_eq!(start(&[("CATALOG_JWT_SECRET", new)]).get("/auth/v2/check", &token).status, 401);
    assert!(!rotated.log().contains("secret of more"), "a secret is never logged");
}

#[test]
fn requests_are_logged_as_json_with_their_id_and_trace_and_without_their_query() {
    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    let sandbox = Sandbox::new().filled();
    let server = sandbox.serve(&["--log-format", "json"]);
    let traced = ("traceparent", &*format!("00-{TRACE}-b7ad6b7169203331-01"));
    server.request("GET", "/api/v2/catalog/tree?depth=1", &[("x-request-id", "abc-123"), traced], "");
    let line = until("the log line", || server.log().lines().find(|line| line.contains("abc-123")).map(str::to_owned));
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&line["path"], &line["status"]), (&json!("/api/v2/catalog/tree"), &json!(401)));
    assert_eq!((&line["method"], &line["span"]["id"]), (&json!("GET"), &json!("abc-123")));
    assert_eq!(line["span"]["trace"], json!(TRACE));
    let without_id = server.request("GET", "/api/v2/catalog/tree", &[traced], "");
    assert_eq!(without_id.header("x-request-id"), Some(TRACE));
}
