//! `catalog doctor` over stores of both engines, healthy and not.

use crate::support::{BUYER, CATALOG, STOREFRONT, Sandbox, Server};
use serde_json::Value;

/// The exit status and the findings: severity, subject and sentence.
fn doctor(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, Vec<(String, String, String)>) {
    let outcome = sandbox.run(&[&["doctor", "--format", "json"], arguments].concat());
    let document: Value = serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:?}"));
    let text = |finding: &Value, field: &str| finding[field].as_str().unwrap().to_owned();
    let findings = document["findings"].as_array().unwrap().iter();
    let findings = findings.map(|each| (text(each, "severity"), text(each, "subject"), text(each, "finding")));
    (outcome.code, findings.collect())
}

fn has(found: &[(String, String, String)], severity: &str, subject: &str, part: &str) -> bool {
    found.iter().any(|finding| finding.0 == severity && finding.1 == subject && finding.2.contains(part))
}

#[test]
fn a_healthy_store_beside_its_server_has_no_error() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let _server = Server::start(&sandbox);
        let (code, found) = doctor(&sandbox, &["--storefront-host", STOREFRONT]);
        assert_eq!(code, Some(0), "{found:?}");
        assert!(has(&found, "note", "administrators", "no active account"), "{found:?}");
        assert!(found.iter().all(|finding| finding.0 != "error"), "{found:?}");
    }
}

#[test]
fn what_is_wrong_decides_the_exit_status() {
    for sandbox in Sandbox::on_every_engine() {
        let (code, found) = doctor(&sandbox, &[]);
        assert_eq!(code, Some(2), "{found:?}");
        assert!(has(&found, "error", "store", "there is no store at "), "{found:?}");
        sandbox.add_buyer();
        let (code, found) = doctor(&sandbox, &[]);
        assert!(has(&found, "warning", "catalog", "is empty"), "{found:?}");
        assert_eq!((code, doctor(&sandbox, &["--strict"]).0), (Some(0), Some(1)));
        let elsewhere = CATALOG.replace("https://storefront.example/", "https://old.example/");
        let import = ["import", "--storefront-host", STOREFRONT, "--allow-empty", "-"];
        sandbox.run_with_input(&import, &elsewhere).printed();
        let (code, found) = doctor(&sandbox, &["--storefront-host", "shop.example"]);
        assert_eq!(code, Some(2), "{found:?}");
        let sentence = "0 of 2 sections are public on storefront.example; the sections' hosts are old.example (2)";
        assert!(has(&found, "error", "sections", sentence), "{found:?}");
        assert!(has(&found, "error", "storefront", "name shop.example"), "{found:?}");
        sandbox.must_run(&["user", "set", BUYER, "--price-level", "Дилер", "--new-price-level"]);
        for (name, days) in [("trial", "7"), ("shop", "365")] {
            sandbox.must_run(&["key", "add", "--name", name, "--expires-in-days", days, BUYER]);
        }
        let (_, found) = doctor(&sandbox, &[]);
        assert!(found.iter().all(|finding| finding.1 != "keys"), "one that was made for a week is no news: {found:?}");
        assert!(has(&found, "warning", "levels", "at the level \"Дилер\"; accounts with it: 1"), "{found:?}");
    }
}

#[test]
fn files_that_others_can_read_are_found() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let file = sandbox.path("data/catalog.db");
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let (_, found) = doctor(&sandbox, &[]);
    assert!(has(&found, "warning", "files", "data/catalog.db"), "{found:?}");
}
