//! Old events of the change feed are deleted, by command and by a server itself.

use crate::moves::AT_ONCE;
use crate::support::{BUYER, Sandbox, offer, until};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

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

fn age_events(sandbox: &Sandbox, days: i64) {
    let mut connection = SqliteConnection::establish(sandbox.path("data/catalog.db").to_str().unwrap()).unwrap();
    let microseconds = days * 24 * 60 * 60 * 1_000_000;
    let age = format!("UPDATE change_events SET changed_at = changed_at - {microseconds};");
    connection.batch_execute(&age).unwrap();
}
