//! `catalog imports`: the recorded imports.

use crate::support::{CATALOG, STOREFRONT, Sandbox, offer};
use serde_json::{Value, json};

fn listed(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    sandbox.run(&[&["imports", "--format", "json"], arguments].concat()).json()
}

#[test]
fn every_import_that_changes_something_is_listed_with_who_ran_it() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        sandbox.must_import(CATALOG);
        let arguments = ["import", "--storefront-host", STOREFRONT, "--by", "ann\u{7}", "-"];
        let report = sandbox.run_with_input(&arguments, &offer("12.5")).json();

        let all = listed(&sandbox, &[]);
        let revisions: Vec<&Value> = all.as_array().unwrap().iter().map(|import| &import["revision"]).collect();
        assert_eq!(revisions, [&json!(2), &json!(1)]);
        let (latest, first) = (&all[0], &all[1]);
        for field in ["sections", "products", "events", "public"] {
            assert_eq!(latest[field], report[field], "{field}");
        }
        assert_eq!(
            (&latest["mode"], &latest["by"], &latest["files"]),
            (&json!("delta"), &json!("ann\u{7}"), &json!(["-"]))
        );
        assert!(first["by"].as_str().unwrap().contains('@'), "{first}");
        assert_eq!(first["public"]["before"], json!({"sections": 0, "products": 0}));
        assert_eq!(listed(&sandbox, &["--limit", "1"]), json!([latest]));
        assert!(sandbox.must_run(&["imports"]).contains(r"ann\u{7}"), "what a terminal would obey is escaped");
    }
}

#[test]
fn the_warnings_of_an_import_are_listed_with_their_products() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let report = sandbox.import(&offer("12.5")).json();
        let text = &report["warnings"][0];
        assert!(text.as_str().unwrap().contains("changed by more than half"), "{report}");
        let latest = &listed(&sandbox, &["--limit", "1"])[0];
        assert_eq!(
            (&latest["warnings"], &latest["warningTexts"]),
            (&json!(1), &json!([{"text": text, "products": ["PMP-001"]}]))
        );
        let table = sandbox.must_run(&["imports"]);
        assert!(table.starts_with("REVISION  TIME ") && table.contains("\n2 "), "{table}");
        assert!(table.ends_with(&format!("warning of 2: {}\n", text.as_str().unwrap())), "{table}");
    }
}
