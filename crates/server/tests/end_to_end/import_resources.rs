//! `catalog import-resources`: links are imported and served, and errors are reported.

use crate::support::{CATALOG, Sandbox, Server};
use serde_json::json;

const LINKS: &str = r#"{"stockNumber": "PMP-001", "documentationHtml": "<ul><li><a href=\"/files/m.pdf\">Manual</a> (PDF, 2.3 MB), in English</li><li><a href=\"ftp://x.example/\">old</a></li></ul>", "softwareHtml": null}"#;

#[test]
fn links_are_imported_and_served() {
    let sandbox = Sandbox::new().filled();
    let unknown = LINKS.replace("PMP-001", "PMP-404");
    let report = sandbox.run_with_input(&["import-resources", "-"], &format!("{LINKS}\n{unknown}\n")).json();
    assert_eq!(
        (&report["revision"], &report["products"]["updated"], &report["events"]["content"]),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(report["warnings"], json!(["-:2: /stockNumber: the store has no product `PMP-404`"]));

    let server = Server::start(&sandbox);
    let response = server.get("/api/v2/products/PMP-001?include=documentation,software", &server.token());
    let data = &response.json()["data"];
    let link = json!({"title": "Manual", "description": "in English", "url": "https://storefront.example/files/m.pdf",
        "fileType": "PDF", "sizeBytes": 2_411_725, "size": "2.3 MB"});
    assert_eq!((&data["documentation"], &data["software"]), (&json!([link]), &json!([])), "{response:?}");
}

#[test]
fn a_rejected_input_ends_with_2_and_a_dry_run_writes_nothing() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let outcome = sandbox.run_with_input(&["import-resources", "-"], "{\"stockNumber\": \"PMP-001\"}");
    assert_eq!(outcome.code, Some(2), "{outcome:?}");
    assert!(outcome.stderr.starts_with("-:1: /documentationHtml: is missing\n"), "{outcome:?}");
    for _ in 0..2 {
        let report = sandbox.run_with_input(&["import-resources", "--dry-run", "-"], LINKS).json();
        assert_eq!((&report["revision"], &report["changed"]), (&json!(1), &json!(true)));
    }
}
