//! Imports that run out of room: the old revision stays, the complaint says what was full, and the next import succeeds.
//!
//! No file of the process that writes may be larger than a limit: the system then refuses to write, as a full disk does.
//! With SQLite that is the importing process, with PostgreSQL its server.

use crate::support::{Outcome, STOREFRONT, Sandbox, Server, until};
use catalog_testkit::postgres::{ClusterEnd, OwnCluster};
use serde_json::Value;
use std::process::Command;

/// Limits to try, in KiB, from one that leaves room for nothing to one that leaves room for everything.
const LIMITS: [u32; 12] = [64, 256, 512, 768, 1_024, 1_280, 1_536, 1_792, 2_048, 3_072, 4_096, 16_384];

/// The same for PostgreSQL, whose own files need the first of them.
const LIMITS_OF_POSTGRES: [u64; 4] = [1_024, 1_536, 2_560, 1_000_000];

fn import<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let usual = ["import", "--storefront-host", STOREFRONT, "--mode", "full", "--allow-removals", "100000"];
    [&usual[..], &["--log", "off"], more].concat()
}

/// Imports with no file larger than so many KiB.
fn import_within(sandbox: &Sandbox, kibibytes: u32, file: &str) -> Outcome {
    let import = sandbox.command(&import(&[file]));
    let mut limited = Command::new("bash");
    let script = format!(r#"ulimit -f {kibibytes}; trap "" XFSZ; exec "$0" "$@""#);
    limited.args(["-c", &script]).arg(import.get_program()).args(import.get_args());
    limited.current_dir(import.get_current_dir().unwrap());
    limited.output().unwrap().into()
}

/// Whether the store holds what is in the file.
fn holds(sandbox: &Sandbox, file: &str) -> bool {
    let outcome = sandbox.run(&import(&["--dry-run", file]));
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let report: Value = serde_json::from_str(outcome.stdout.lines().last().unwrap()).unwrap();
    report["changed"] == false
}

/// Writes two catalogs of the same size.
fn generate(sandbox: &Sandbox, products: &str) {
    for (file, seed) in [("old.ndjson", "1"), ("new.ndjson", "2")] {
        let outcome = sandbox.run(&["generate", "--products", products, "--sections", "10", "--seed", seed]);
        sandbox.write(file, &outcome.stdout);
    }
}

/// The revision that is served.
fn revision(server: &Server, token: &str) -> String {
    server.get("/api/v2/catalog/sections", token).header("catalog-revision").unwrap().to_owned()
}

#[test]
fn an_import_without_room_leaves_the_old_revision_and_one_with_room_succeeds() {
    let sandbox = Sandbox::new();
    generate(&sandbox, "400");
    assert_eq!(import_within(&sandbox, 1_000_000, "old.ndjson").code, Some(0));
    sandbox.add_buyer();
    let server = Server::start(&sandbox);
    let token = server.token();
    let mut complaints = String::new();
    let room = LIMITS.into_iter().find(|kibibytes| {
        let outcome = import_within(&sandbox, *kibibytes, "new.ndjson");
        if outcome.code == Some(0) {
            return true;
        }
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{kibibytes} KiB: {outcome:?}");
        complaints.push_str(outcome.only_complaint());
        complaints.push('\n');
        assert_eq!(revision(&server, &token), "1", "{kibibytes} KiB: {outcome:?}");
        assert!(kibibytes % 512 != 0 || holds(&sandbox, "old.ndjson"), "{kibibytes} KiB: {outcome:?}");
        false
    });
    assert!(room.is_some(), "no limit was large enough:\n{complaints}");
    for full in ["the temporary file for changed records failed", "the store failed"] {
        assert!(complaints.contains(full), "{full} is not among\n{complaints}");
    }
    until("the new revision", || (revision(&server, &token) == "2").then_some(()));
    assert!(holds(&sandbox, "new.ndjson"));
}

#[test]
fn an_import_for_which_postgresql_has_no_room_leaves_the_old_revision_and_one_with_room_succeeds() {
    let Some(postgres) = OwnCluster::start_new_with_small_files() else { return };
    let sandbox = Sandbox::over(&postgres.url());
    generate(&sandbox, "600");
    assert_eq!(sandbox.run(&import(&["old.ndjson"])).code, Some(0));
    sandbox.add_buyer();
    let server = Server::start(&sandbox);
    let token = server.token();
    let mut refused = 0;
    let room = LIMITS_OF_POSTGRES.into_iter().find(|kibibytes| {
        postgres.end(ClusterEnd::Stop);
        postgres.start_within(*kibibytes);
        let outcome = sandbox.run(&import(&["new.ndjson"]));
        if outcome.code == Some(0) {
            return true;
        }
        refused += 1;
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{kibibytes} KiB: {outcome:?}");
        assert!(outcome.only_complaint().contains("could not extend file"), "{kibibytes} KiB: {outcome:?}");
        assert_eq!(revision(&server, &token), "1", "{kibibytes} KiB: {outcome:?}");
        assert!(holds(&sandbox, "old.ndjson"), "{kibibytes} KiB: {outcome:?}");
        until("the parts", || {
            let list = server.get("/api/v2/catalog/sections/1000/products?include=description&pageSize=1", &token);
            (list.status == 200).then_some(())
        });
        false
    });
    assert!(room.is_some() && refused > 0, "room within {room:?} KiB after {refused} refusals");
    until("the new revision", || (revision(&server, &token) == "2").then_some(()));
    assert!(holds(&sandbox, "new.ndjson"));
}
