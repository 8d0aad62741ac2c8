//! `catalog import`: reports, rejections and exit statuses.

use crate::support::{CATALOG, STOREFRONT, Sandbox, offer};
use serde_json::{Value, json};

#[test]
fn the_last_line_is_the_report_and_a_second_run_of_the_same_changes_nothing() {
    for sandbox in Sandbox::on_every_engine() {
        let first = sandbox.import(CATALOG).json();
        assert_eq!((&first["revision"], &first["changed"]), (&json!(1), &json!(true)));
        assert_eq!(
            first["products"],
            json!({"created": 2, "updated": 0, "deactivated": 0, "renamed": 0, "unchanged": 0})
        );
        assert_eq!(first["events"], json!({"content": 2, "commercial": 0, "removed": 0}));
        let second = sandbox.import(CATALOG).json();
        assert_eq!((&second["revision"], &second["changed"]), (&json!(1), &json!(false)));
        assert_eq!(second["products"]["unchanged"], 2);
    }
}

#[test]
fn a_rejected_input_ends_with_2_names_every_problem_and_writes_nothing() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        sandbox.write("bad.ndjson", &format!("{}\n{{\"type\": \"ship\"}}\n{}\n", offer("1"), offer("-2")));
        let outcome = sandbox.run(&["import", "--storefront-host", STOREFRONT, "bad.ndjson"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome:?}");
        let lines: Vec<&str> = outcome.stderr.lines().collect();
        assert!(lines[0].starts_with("bad.ndjson:2: /type: "), "{lines:?}");
        assert!(lines[1].starts_with("bad.ndjson:3: /retail: "), "{lines:?}");
        assert_eq!(lines[2..], ["catalog: the input was rejected; nothing was written"]);
        let again = sandbox.import(CATALOG).json();
        assert_eq!((&again["revision"], &again["changed"]), (&json!(1), &json!(false)), "nothing was written");
    }
}

#[test]
fn a_dry_run_reports_and_writes_nothing() {
    for sandbox in Sandbox::on_every_engine() {
        let arguments = ["import", "--storefront-host", STOREFRONT, "--dry-run", "-"];
        for _ in 0..2 {
            let report = sandbox.run_with_input(&arguments, CATALOG).json();
            assert_eq!((&report["revision"], &report["products"]["created"]), (&json!(0), &json!(2)));
        }
        assert!(!sandbox.path("data").exists(), "a dry run makes no store");
        sandbox.run(&["imports"]).assert_refused(&["there is no store at "]);
        let undo = ["imports", "undo", "1", "--storefront-host", STOREFRONT];
        sandbox.run(&undo).assert_refused(&["there is no store at "]);
        assert!(!sandbox.path("data").exists(), "an undo makes none either");
        sandbox.must_import(CATALOG);
        let repeated = sandbox.run_with_input(&arguments, CATALOG).json();
        assert_eq!((&repeated["revision"], &repeated["changed"]), (&json!(1), &json!(false)));
    }
}

#[test]
fn a_reader_that_has_gone_away_does_not_undo_an_import() {
    let sandbox = Sandbox::new();
    sandbox.write("catalog.ndjson", CATALOG);
    let mut command = sandbox.command(&["import", "--storefront-host", STOREFRONT, "catalog.ndjson"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert!(command.stdout(writer).status().unwrap().success());
    assert_eq!(sandbox.import(CATALOG).json()["changed"], false);
}

#[test]
fn a_dry_run_can_report_every_change() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let renamed = CATALOG.replace("\"Pumps\"", "\"All pumps\"").replace("\"5 kW\"", "\"6 kW\"").replace("1799", "1800");
    let arguments = ["import", "--storefront-host", STOREFRONT, "--dry-run", "--report", "changes.ndjson", "-"];
    assert_eq!(sandbox.run_with_input(&arguments, &renamed).json()["revision"], 1);
    let changes = std::fs::read_to_string(sandbox.path("changes.ndjson")).unwrap();
    let lines: Vec<Value> = changes.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = json!([
        {"kind": "section", "id": "1042", "action": "updated", "fields": ["name"], "events": []},
        {"kind": "product", "id": "PMP-001", "action": "updated",
         "fields": ["content", "offer", "contentUpdatedAt", "commercialUpdatedAt"], "events": ["content", "commercial"]},
    ]);
    assert_eq!(json!(lines), expected);
}

#[test]
fn the_schema_is_printed_without_a_store() {
    let sandbox = Sandbox::new();
    let schema: Value = serde_json::from_str(&sandbox.must_run(&["import", "--schema"])).unwrap();
    assert!(schema["$defs"]["productRecord"].is_object());
    assert!(!sandbox.path("data").exists());
}
