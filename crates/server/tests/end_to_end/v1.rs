//! v1 beside v2, served by the real binary.

use crate::support::{BUYER, CATALOG, PASSWORD, Sandbox, Server};
use serde_json::json;

#[test]
fn an_old_client_finds_its_routes_its_token_and_its_document() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    let server = Server::start(&sandbox);
    let login = format!("/auth/token/{BUYER}");
    let response = server.request("GET", &login, &[("Authorization", &format!("Bearer {PASSWORD}"))], "");
    assert_eq!((response.status, &response.json()["status"]), (200, &json!(true)), "{response:?}");
    let token = response.json()["data"]["token"].as_str().unwrap().to_owned();
    let bare = server.request("GET", "/auth/check", &[("Authorization", &token)], "");
    assert_eq!(bare.json()["data"]["login"], BUYER);
    let item = server.get("/api/v1/get/items/by-stock?stock_list=PMP-001", &token);
    assert_eq!(item.json()["data"][0]["price"]["value"], "1799");
    assert_eq!(item.header("deprecation"), Some("@1793491200"));
    assert_eq!(server.get("/api/v1/get/catalog", "no token").json()["error"]["code"], 401);
    let unknown = server.get("/api/v1/nowhere", &token);
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (200, &json!(404)));
    let document = server.get("/openapi/v1.json", "no token");
    assert_eq!((document.status, &document.json()["openapi"]), (200, &json!("3.1.0")));
}
