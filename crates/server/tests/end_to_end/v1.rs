//! v1 beside v2, served by the real binary.

use crate::links::Walk;
use crate::support::{BUYER, Metrics, PASSWORD, Sandbox, Server, until};
use serde_json::json;

#[test]
fn an_old_client_finds_its_routes_its_token_and_its_document() {
    let sandbox = Sandbox::new().filled();
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
    until("the code in the log", || server.log().contains("status=200 code=401").then_some(()));
    let document = server.get("/openapi/v1.json", "no token");
    assert_eq!((document.status, &document.json()["openapi"]), (200, &json!("3.1.0")));
}

#[test]
fn who_calls_v1_is_a_metric_and_outlives_the_servers_that_count_until_v1_is_off() {
    for sandbox in Sandbox::filled_on_every_engine() {
        sandbox.add_administrator("ann@storefront.example");
        for times in [2_u32, 1] {
            let (mut server, metrics) = Metrics::serve(&sandbox, &["--v1-sunset", "2027-06-30"]);
            let token = server.token();
            for _ in 0..times {
                let tree = server.get("/api/v1/get/catalog", &token);
                assert_eq!(tree.header("sunset"), Some("Wed, 30 Jun 2027 00:00:00 GMT"), "{tree:?}");
            }
            let sample = r#"catalog_v1_requests_total{route="/api/v1/get/catalog",account="1"}"#;
            assert_eq!(metrics.value(sample), f64::from(times));
            // What the last minute counted is written when the server stops.
            server.signal("TERM");
            assert!(server.exit().success(), "{}", server.log());
        }
        let server = sandbox.serve(&["--v1", "off"]);
        let gone = server.get("/api/v1/get/catalog", "no token");
        assert_eq!((gone.status, &gone.json()["error"]["name"]), (410, &json!("GoneError")), "{gone:?}");
        assert_eq!(gone.header("link"), Some("</api/v2/catalog/tree>; rel=\"successor-version\""));
        assert_eq!(server.get("/api/v2/catalog/tree", &server.token()).status, 200);
        let page = Walk::of(&server, "ann@storefront.example").request("GET", "/portal/admin/v1", "").1;
        let row = page.split("<tr>").find(|row| row.contains(BUYER)).unwrap_or_default();
        assert!(row.contains("<code>/api/v1/get/catalog</code> 3, last"), "{page}");
    }
}
