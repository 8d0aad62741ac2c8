//! `catalog imports`: the recorded imports.

use crate::support::{CATALOG, STOREFRONT, Sandbox, offer};
use serde_json::{Value, json};

fn listed(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    sandbox.run(&[&["imports", "--format", "json"], arguments].concat()).json()
}

#[test]
fn every_import_that_changes_something_is_listed_with_who_ran_it_and_its_warnings() {
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
        let text = report["warnings"][0].as_str().unwrap();
        assert!(text.contains("changed by more than half"), "{report}");
        let warnings = (&latest["warnings"], &latest["warningTexts"]);
        assert_eq!(warnings, (&json!(1), &json!([{"text": text, "products": ["PMP-001"]}])));
        let table = sandbox.must_run(&["imports"]);
        assert!(table.starts_with("REVISION  TIME ") && table.contains("\n2 "), "{table}");
        assert!(table.contains(r"ann\u{7}"), "what a terminal would obey is escaped");
        assert!(table.ends_with(&format!("warning of 2: {text}\n")), "{table}");
    }
}
