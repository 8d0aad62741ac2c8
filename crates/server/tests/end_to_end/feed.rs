//! The change feed of a served store: restoring a backup under it, and pruning.

use crate::moves::AT_ONCE;
use crate::support::{BUYER, Sandbox, Server, offer, until};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::Value;
use std::path::Path;

fn changes(server: &Server, token: &str, cursor: &str) -> (u16, Value) {
    let response = server.changes(cursor, token);
    (response.status, response.json())
}

#[test]
fn a_cursor_is_gone_when_an_older_backup_was_restored() {
    let sandbox = Sandbox::new().filled();
    // The first server makes the signing secret; without it cursors would not even be recognised.
    drop(sandbox.serve(&AT_ONCE));
    let (store, backup) = (sandbox.path("data/catalog.db"), sandbox.path("backup.db"));
    copy_store(&store, &backup);
    sandbox.must_import(&offer("1500"));
    let server = sandbox.serve(&AT_ONCE);
    let cursor = server.cursor(&server.token());
    drop(server);
    copy_store(&backup, &store);
    let server = sandbox.serve(&AT_ONCE);
    let (status, past_the_end) = changes(&server, &server.token(), &cursor);
    assert_eq!((status, past_the_end["error"]["name"].as_str()), (410, Some("ProductChangesCursorExpiredError")));
    drop(server);
    sandbox.must_import(&offer("1400"));
    let server = sandbox.serve(&AT_ONCE);
    let (status, another_run) = changes(&server, &server.token(), &cursor);
    assert_eq!(status, 410, "the same number belongs to another run now: {another_run}");
}

#[test]
fn old_events_are_deleted_by_command() {
    let sandbox = Sandbox::new().filled();
    sandbox.must_import(&offer("1500"));
    age_events(&sandbox, 100);
    sandbox.must_import(&offer("1400"));
    let unpruned = sandbox.run(&["prune", "--change-retention-days", "101"]);
    assert_eq!((unpruned.code, unpruned.stdout.as_str()), (Some(0), "{\"deletedEvents\":0}\n"), "{unpruned:?}");
    let pruned = sandbox.run(&["prune"]);
    assert_eq!((pruned.code, pruned.stdout.as_str()), (Some(0), "{\"deletedEvents\":2}\n"), "{pruned:?}");
    assert_eq!(sandbox.run(&["prune"]).stdout, "{\"deletedEvents\":0}\n", "the newest of the old ones stays");
    let bad = sandbox.run(&["prune", "--change-retention-days", "0"]);
    bad.assert_refused(&["--change-retention-days"]);
}

#[test]
fn a_server_deletes_old_events_by_itself() {
    let sandbox = Sandbox::new().filled();
    age_events(&sandbox, 100);
    let server = sandbox.serve(&AT_ONCE);
    until("the pruning", || server.log().contains("old change events were deleted").then_some(()));
    assert_eq!(server.get("/api/v2/catalog/sections", &server.token()).status, 200, "{BUYER} is served");
}

/// Copies a store that is not open. The files beside it belong to the file that it replaces.
fn copy_store(from: &Path, to: &Path) {
    for suffix in ["-wal", "-shm"] {
        let mut name = to.as_os_str().to_owned();
        name.push(suffix);
        let _ = std::fs::remove_file(name);
    }
    // A server that was killed leaves its newest pages beside the file; opening the store merges them.
    let mut connection = SqliteConnection::establish(from.to_str().unwrap()).unwrap();
    connection.batch_execute("PRAGMA wal_checkpoint(TRUNCATE);").unwrap();
    drop(connection);
    std::fs::copy(from, to).unwrap();
}

fn age_events(sandbox: &Sandbox, days: i64) {
    let mut connection = SqliteConnection::establish(sandbox.path("data/catalog.db").to_str().unwrap()).unwrap();
    let microseconds = days * 24 * 60 * 60 * 1_000_000;
    let age = format!("UPDATE change_events SET changed_at = changed_at - {microseconds};");
    connection.batch_execute(&age).unwrap();
}
