//! `catalog imports`: the recorded imports.

use crate::support::{CATALOG, STOREFRONT, Sandbox, offer};
use serde_json::{Value, json};

fn listed(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let outcome = sandbox.run(&[&["imports", "--format", "json"], arguments].concat());
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    serde_json::from_str(&outcome.stdout).unwrap()
}

#[test]
fn every_import_that_changes_something_is_listed_with_who_ran_it() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        sandbox.must_import(CATALOG);
        let arguments = ["import", "--storefront-host", STOREFRONT, "--by", "ann\u{7}", "-"];
        let outcome = sandbox.run_with_input(&arguments, &offer("12.5"));
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let report: Value = serde_json::from_str(&outcome.stdout).unwrap();

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

        let table = sandbox.run(&["imports"]);
        let lines: Vec<&str> = table.stdout.lines().collect();
        assert_eq!(lines.len(), 4, "the heading, two runs, a warning: {table:?}");
        assert!(lines[0].starts_with("REVISION  TIME "), "{table:?}");
        assert!(lines[1].starts_with("2 "), "{table:?}");
        assert!(lines[1].contains(r"ann\u{7}"), "{table:?}");
    }
}

#[test]
fn the_warnings_of_an_import_are_listed_with_their_products() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let outcome = sandbox.run_with_input(&["import", "--storefront-host", STOREFRONT, "-"], &offer("12.5"));
        let report: Value = serde_json::from_str(&outcome.stdout).unwrap();
        let text = &report["warnings"][0];
        assert!(text.as_str().unwrap().contains("changed by more than half"), "{report}");
        let latest = &listed(&sandbox, &["--limit", "1"])[0];
        assert_eq!(
            (&latest["warnings"], &latest["warningTexts"]),
            (&json!(1), &json!([{"text": text, "products": ["PMP-001"]}]))
        );
        let table = sandbox.run(&["imports"]).stdout;
        assert!(table.ends_with(&format!("warning of 2: {}\n", text.as_str().unwrap())), "{table}");
    }
}
