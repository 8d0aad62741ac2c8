//! `catalog explain`, beside a server that shows what it explains.

use crate::support::{BUYER, Sandbox, Server};
use serde_json::{Value, json};

fn explain(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    sandbox.run(&[&["explain"][..], arguments, &["--format", "json"]].concat()).json()
}

fn price<'a>(explained: &'a Value, name: &str) -> &'a Value {
    explained["prices"].as_array().unwrap().iter().find(|price| price["price"] == name).unwrap()
}

#[test]
fn a_public_product_is_explained_as_a_server_shows_it() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let server = Server::start(&sandbox);
        let explained = explain(&sandbox, &["product", "PMP-001", "--as", BUYER]);
        let shown = &server.get("/api/v2/products/PMP-001", &server.token()).json()["data"];
        assert_eq!(explained["isPublic"], true);
        assert_eq!(explained["primarySectionId"], shown["primarySectionId"]);
        assert_eq!(explained["listedIn"], json!(["1000", "1042"]));
        assert_eq!(explained["directlyIn"], json!(["1042"]));
        for (name, field) in [("retail", "retail"), ("personal at Опт", "personal"), ("sale", "sale")] {
            let (explained, shown) = (price(&explained, name), &shown["pricing"][field]);
            let value = explained["value"].as_str().map(|value| value.parse::<f64>().unwrap());
            assert_eq!((value, &explained["onRequest"]), (shown["value"].as_f64(), &shown["onRequest"]), "{name}");
        }
        assert_eq!(explained["v1Price"], json!({"value": "1799", "rule": "the price at this level"}));
        assert_eq!(explained["events"][0]["revision"], 1);
        assert_eq!((&explained["revision"], &explained["storeRevision"]), (&json!(1), &json!(1)));
    }
}
