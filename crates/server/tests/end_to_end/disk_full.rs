//! Imports that run out of room: the old revision stays, the complaint says what was full, and the next import succeeds.
//!
//! No file of the importing process may be larger than a limit: the system then refuses to write, as a full disk does.

use crate::support::{Outcome, STOREFRONT, Sandbox, Server, until};
use serde_json::Value;
use std::process::Command;

/// Limits to try, in KiB, from one that leaves room for nothing to one that leaves room for everything.
const LIMITS: [u32; 12] = [64, 256, 512, 768, 1_024, 1_280, 1_536, 1_792, 2_048, 3_072, 4_096, 16_384];

/// Imports with no file larger than so many KiB.
fn import_within(sandbox: &Sandbox, kibibytes: u32, file: &str) -> Outcome {
    let usual = ["import", "--storefront-host", STOREFRONT, "--mode", "full", "--allow-removals", "100000"];
    let import = sandbox.command(&[&usual[..], &["--log", "off", file]].concat());
    let mut limited = Command::new("bash");
    let script = format!(r#"ulimit -f {kibibytes}; trap "" XFSZ; exec "$0" "$@""#);
    limited.args(["-c", &script]).arg(import.get_program()).args(import.get_args());
    limited.current_dir(import.get_current_dir().unwrap());
    limited.output().unwrap().into()
}

/// Whether the store holds what is in the file.
fn holds(sandbox: &Sandbox, file: &str) -> bool {
    let usual = ["import", "--storefront-host", STOREFRONT, "--mode", "full", "--allow-removals", "100000"];
    let outcome = sandbox.run(&[&usual[..], &["--log", "off", "--dry-run", file]].concat());
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let report: Value = serde_json::from_str(outcome.stdout.lines().last().unwrap()).unwrap();
    report["changed"] == false
}

#[test]
fn an_import_without_room_leaves_the_old_revision_and_one_with_room_succeeds() {
    let sandbox = Sandbox::new();
    for (file, seed) in [("old.ndjson", "1"), ("new.ndjson", "2")] {
        let outcome = sandbox.run(&["generate", "--products", "400", "--sections", "10", "--seed", seed]);
        sandbox.write(file, &outcome.stdout);
    }
    assert_eq!(import_within(&sandbox, 1_000_000, "old.ndjson").code, Some(0));
    sandbox.add_buyer();
    let server = Server::start(&sandbox);
    let token = server.token();
    let revision = || server.get("/api/v2/catalog/sections", &token).header("catalog-revision").unwrap().to_owned();
    let mut complaints = String::new();
    let room = LIMITS.into_iter().find(|kibibytes| {
        let outcome = import_within(&sandbox, *kibibytes, "new.ndjson");
        if outcome.code == Some(0) {
            return true;
        }
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{kibibytes} KiB: {outcome:?}");
        complaints.push_str(outcome.only_complaint());
        complaints.push('\n');
        assert_eq!(revision(), "1", "{kibibytes} KiB: {outcome:?}");
        assert!(kibibytes % 512 != 0 || holds(&sandbox, "old.ndjson"), "{kibibytes} KiB: {outcome:?}");
        false
    });
    assert!(room.is_some(), "no limit was large enough:\n{complaints}");
    for full in ["the temporary file for changed records failed", "the store failed"] {
        assert!(complaints.contains(full), "{full} is not among\n{complaints}");
    }
    until("the new revision", || (revision() == "2").then_some(()));
    assert!(holds(&sandbox, "new.ndjson"));
}
