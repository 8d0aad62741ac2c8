//! The files of a SQLite store are moved away, replaced and put back while the server runs. It notices at its next
//! poll, reports why it is not ready, serves from memory, and follows the file as soon as that is a store again.

use crate::support::{BUYER, CATALOG, PASSWORD, Sandbox, Server, assert_refused_for_now, documented, offer, until};
use catalog_testkit::program::all_installed_or_skipped;
use diesel::connection::SimpleConnection;
use diesel::{Connection as _, SqliteConnection};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const CATALOG_FILE: &str = "data/catalog.db";
const ACCOUNTS_FILE: &str = "data/catalog.db.accounts";

/// A server whose catalog becomes stale after an hour only: it notices changes by checking the files.
const ATTENTIVE: [&str; 6] =
    ["--refresh-interval-ms", "50", "--feed-settle-ms", "3600000", "--login-attempts-per-minute", "100000"];

/// Waits until the server reports that it is not ready, for a reason that contains these words.
fn until_not_ready(server: &Server, words: &str) {
    let reason = until("readiness to end for another reason", || {
        let reason = server.readiness().json()["error"]["message"].as_str()?.to_owned();
        reason.contains(words).then_some(reason)
    });
    assert!(!reason.contains("data"), "it names no file: {reason}");
}

fn assert_base_reads(server: &Server, token: &str) {
    for target in ["/api/v2/products/PMP-001", "/api/v2/catalog/tree", "/auth/v2/check", "/api/v1/get/catalog"] {
        assert_eq!(server.get(target, token).status, 200, "{target}");
    }
}

fn rename(sandbox: &Sandbox, from: &str, to: &str) {
    std::fs::rename(sandbox.path(from), sandbox.path(to)).unwrap();
}

/// Moves a file of the store away, and deletes SQLite's files beside it.
fn take_away(sandbox: &Sandbox, file: &str) {
    rename(sandbox, file, "elsewhere");
    for ending in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(sandbox.path(&format!("{file}{ending}")));
    }
}

#[test]
fn a_missing_catalog_file_is_noticed_at_once_and_followed_again_when_it_is_back() {
    let sandbox = Sandbox::new().filled();
    let server = sandbox.serve(&ATTENTIVE);
    let token = server.token();
    rename(&sandbox, CATALOG_FILE, "data/elsewhere.db");
    until_not_ready(&server, "moved away");
    assert_base_reads(&server, &token);
    assert_refused_for_now(&server.get("/api/v2/products/PMP-001?include=description", &token));
    assert_eq!(server.log_in().status, 200, "accounts have a file of their own");
    // Nothing is said to be done that is not.
    sandbox.run(&["user", "disable", BUYER]).assert_refused(&["was moved away"]);
    rename(&sandbox, "data/elsewhere.db", CATALOG_FILE);
    server.until_ready();
    sandbox.must_import(&offer("2500"));
    server.until_revision("2", &token);
    assert_eq!(server.get("/api/v2/products/PMP-001?include=description", &token).status, 200);
}

#[test]
fn a_new_empty_store_in_the_place_of_the_catalog_is_not_served_and_disabling_still_counts() {
    let sandbox = Sandbox::new().filled();
    let server = sandbox.serve(&ATTENTIVE);
    let token = server.token();
    take_away(&sandbox, CATALOG_FILE);
    until_not_ready(&server, "moved away");
    // It makes none.
    sandbox.run(&["user", "disable", BUYER]).assert_refused(&["there is no store"]);
    // This makes a new catalog beside the accounts.
    sandbox.must_run(&["user", "add", "other@storefront.example"]);
    sandbox.must_run(&["user", "disable", BUYER]);
    until_not_ready(&server, "an empty store");
    server.until_status("/api/v2/catalog/tree", &token, 403);
    rename(&sandbox, "elsewhere", CATALOG_FILE);
    server.until_ready();
    sandbox.must_run(&["user", "enable", BUYER]);
    until("the account to be accepted", || (server.log_in().status == 200).then_some(()));
    assert_base_reads(&server, &server.token());
}

#[test]
fn a_missing_accounts_file_is_noticed_and_accounts_of_another_store_are_refused() {
    let (sandbox, other) = (Sandbox::new().filled(), Sandbox::new());
    let server = sandbox.serve(&ATTENTIVE);
    let token = server.token();
    take_away(&sandbox, ACCOUNTS_FILE);
    until_not_ready(&server, "moved away");
    assert_base_reads(&server, &token);
    assert_refused_for_now(&server.log_in());
    other.run_with_input(&["user", "add", "stranger@storefront.example", "--password-stdin"], PASSWORD);
    std::fs::rename(other.path(ACCOUNTS_FILE), sandbox.path(ACCOUNTS_FILE)).unwrap();
    until_not_ready(&server, "another store");
    assert_base_reads(&server, &token);
    rename(&sandbox, "elsewhere", ACCOUNTS_FILE);
    server.until_ready();
    sandbox.must_run(&["user", "disable", BUYER]);
    server.until_status("/api/v2/catalog/tree", &token, 403);
}

#[test]
fn what_is_no_whole_store_is_not_used_and_a_catalog_of_another_history_is_served_without_a_restart() {
    let (sandbox, other) = (Sandbox::new().filled(), Sandbox::new());
    let server = sandbox.serve(&ATTENTIVE);
    let token = server.token();
    other.must_import(&CATALOG.replace("PMP 1", "PMP 7"));
    take_away(&sandbox, CATALOG_FILE);
    let whole = std::fs::read(other.path(CATALOG_FILE)).unwrap();
    for part in [&b"this is no database"[..], &whole[..whole.len() / 2]] {
        std::fs::write(sandbox.path("data/new.db"), part).unwrap();
        rename(&sandbox, "data/new.db", CATALOG_FILE);
        until_not_ready(&server, "cannot be used");
        assert_base_reads(&server, &token);
        take_away(&sandbox, CATALOG_FILE);
        until_not_ready(&server, "moved away");
    }
    std::fs::write(sandbox.path("data/new.db"), &whole).unwrap();
    rename(&sandbox, "data/new.db", CATALOG_FILE);
    server.until_ready();
    let product = server.get("/api/v2/products/PMP-001?include=description", &token).json();
    assert_eq!(product["data"]["name"], "PMP 7", "the revision is the same number, and another catalog");
}

#[test]
fn a_catalog_that_is_copied_over_is_opened_again() {
    let (sandbox, other) = (Sandbox::new().filled(), Sandbox::new());
    let server = sandbox.serve(&ATTENTIVE);
    let token = server.token();
    other.must_import(CATALOG);
    other.must_import(&offer("2500"));
    std::fs::copy(other.path(CATALOG_FILE), sandbox.path(CATALOG_FILE)).unwrap();
    server.until_revision("2", &token);
    server.until_ready();
    assert_eq!(server.get("/api/v2/products/PMP-001?include=description", &token).status, 200);
}

/// Runs the commands of the manual that begin with these words, in the folder of the store.
fn run_documented(sandbox: &Sandbox, words: &str) {
    let script = format!("set -e; umask 022\n{}", documented(words));
    let output = Command::new("sh").args(["-c", &script]).current_dir(sandbox.path("data")).output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Takes the schema of a file back to what the first version made, but for the slices that attempts are counted in.
fn make_old(file: &Path) {
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations/sqlite");
    let mut connection = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    for name in
        ["2026-11-22-050000_invitations", "2026-11-22-000000_content_times", "2026-11-21-030000_catalog_commits"]
    {
        let down = std::fs::read_to_string(migrations.join(name).join("down.sql")).unwrap();
        let version: String = name.split('_').next().unwrap().split('-').collect();
        let forget = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
        connection.batch_execute(&format!("{down};{forget}")).unwrap();
    }
}

#[test]
fn the_documented_commands_save_and_restore_both_files_for_their_owner_only_and_a_running_server_follows() {
    if !all_installed_or_skipped(&["sqlite3"]) {
        return;
    }
    let sandbox = Sandbox::new().filled();
    let server = sandbox.serve(&ATTENTIVE);
    let token = server.token();
    run_documented(&sandbox, "back up SQLite");
    for file in ["data/backup.db", "data/backup.db.accounts"] {
        make_old(&sandbox.path(file));
    }
    sandbox.must_import(&offer("2500"));
    server.until_revision("2", &token);
    sandbox.must_run(&["user", "disable", BUYER]);
    server.until_status("/auth/v2/check", &token, 403);
    // The backup of an older version is brought up to date.
    run_documented(&sandbox, "restore SQLite");
    server.until_revision("1", &token);
    server.until_ready();
    let parts = "/api/v2/products/PMP-001?include=description,features";
    assert_eq!(server.get(parts, &token).status, 200);
    assert_eq!(server.log_in().status, 200);
    for file in std::fs::read_dir(sandbox.path("data")).unwrap().map(Result::unwrap) {
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", file.file_name());
    }
    sandbox.must_import(&offer("2600"));
    server.until_revision("2", &token);
}

#[test]
fn keys_and_tokens_are_refused_for_now_when_the_store_is_away_for_longer_than_is_set() {
    let sandbox = Sandbox::new().filled();
    let key = sandbox.must_run(&["key", "add", BUYER, "--name", "reader"]);
    let server = sandbox.serve(&["--access-staleness-seconds", "1"]);
    let (token, list) = (server.token(), "/api/v2/catalog/sections/1042/products");
    let cursor = server.cursor(&token);
    rename(&sandbox, "data", "gone");
    let wait = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}&wait=30");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| server.get(&wait, &token));
        for credential in [&*token, key.trim()] {
            let refused = until("access to end", || {
                let response = server.get(list, credential);
                (response.status != 200).then_some(response)
            });
            assert_refused_for_now(&refused);
        }
        assert_eq!(waiting.join().unwrap().status, 503, "a wait ends, too");
    });
    assert_eq!(server.get("/api/v1/get/catalog", &token).status, 503, "v1 has real statuses for failures");
    assert_eq!(server.get(list, "nothing").status, 401, "what is no token is still none");
    rename(&sandbox, "gone", "data");
    server.until_status(list, &token, 200);
}
