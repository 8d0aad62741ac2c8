//! `catalog explain`, beside a server that shows what it explains.

use crate::support::{BUYER, CATALOG, Outcome, Sandbox, Server, documented};
use serde_json::{Value, json};

fn explain(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let outcome = sandbox.run(&[&["explain"][..], arguments, &["--format", "json"]].concat());
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    serde_json::from_str(&outcome.stdout).unwrap()
}

fn price<'a>(explained: &'a Value, name: &str) -> &'a Value {
    explained["prices"].as_array().unwrap().iter().find(|price| price["price"] == name).unwrap()
}

#[test]
fn a_public_product_is_explained_as_a_server_shows_it() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        sandbox.add_buyer();
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

#[test]
fn a_product_that_is_not_public_is_explained_with_the_rule_that_hides_it() {
    const HIDDEN: &str = r#"
{"type": "section", "hierarchyId": 1042, "sourceId": 88121, "parentHierarchyId": 1000, "name": "Pumps", "url": "https://other.example/pumps/", "isActive": true}
{"type": "deleted", "stockNumber": "PMP-002/A"}
"#;
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let import = ["import", "--storefront-host", crate::support::STOREFRONT, "--allow-removals", "2", "-"];
        let outcome = sandbox.run_with_input(&import, HIDDEN);
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let explained = explain(&sandbox, &["product", "PMP-001"]);
        assert_eq!((&explained["isPublic"], &explained["inV1"]), (&json!(false), &json!(true)));
        assert_eq!(explained["reason"], "none of its sections is public");
        let rule = &explained["links"][0]["visibility"]["rule"];
        assert_eq!(rule, "not public: it is on another host; v1 shows it, and v2 its children");
        assert_eq!(explained["events"][0]["change"], "removed");
        let text = sandbox.run(&["explain", "product", "PMP-002/A"]);
        assert!(text.stdout.contains("is not public: it is inactive"), "{text:?}");
        let section = explain(&sandbox, &["section", "1042"]);
        assert_eq!((&section["visibility"]["isPublic"], &section["counters"]), (&json!(false), &Value::Null));
    }
}

#[test]
fn a_section_is_explained_with_its_counters() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let explained = explain(&sandbox, &["section", "1042"]);
        let counters = json!({"directProductCount": 2, "productCount": 2, "availableProductCount": 1});
        assert_eq!((&explained["counters"], &explained["parentSectionId"]), (&counters, &json!("1000")));
        let text = sandbox.run(&["explain", "section", "1000"]).stdout;
        for line in ["section 1000 \"Equipment\" is public", "\ndirectProductCount: 1\n", "\nproductCount: 2\n"] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }
}

#[test]
fn what_is_not_there_is_named_and_nothing_is_made() {
    for sandbox in Sandbox::on_every_engine() {
        let refused = |arguments: &[&str]| {
            let outcome = sandbox.run(&[&["explain"], arguments].concat());
            assert_eq!(outcome.code, Some(1), "{outcome:?}");
            outcome.only_error().to_owned()
        };
        assert!(refused(&["product", "PMP-001"]).contains("there is no store at "));
        assert!(!sandbox.path("data").exists());
        sandbox.must_import(CATALOG);
        for (arguments, said) in [
            (&["product", "pmp-001"][..], "no product with the stock number \"pmp-001\""),
            (&["section", "7"], "no section 7"),
            (&["product", "PMP-001", "--as", "nobody@shop.example"], "no account with the login nobody@shop.example"),
            (&["product", "PMP-001", "--price-level", "Дилер"], "it knows \"Розн\", \"Опт\""),
        ] {
            let error = refused(arguments);
            assert!(error.contains(said), "{error}");
        }
    }
}

#[test]
fn the_commands_of_the_manual_explain_as_printed() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let outcome = Outcome::from(sandbox.shell(&documented("explain a product and a section")).output().unwrap());
        assert_eq!((outcome.code, &*outcome.stderr), (Some(0), ""), "{outcome:?}");
        assert!(outcome.stdout.contains("section 1042 \"Pumps\" is public"), "{outcome:?}");
    }
}
