//! A store that was restored from an older backup: cursors from after the backup have expired.

use crate::moves::AT_ONCE;
use crate::support::{Sandbox, Server, documented, offer};
use catalog_testkit::postgres::{StopMode, TempCluster};

fn cursor_at(server: &Server, revision: &str) -> String {
    let token = server.token();
    server.until_revision(revision, &token);
    server.cursor(&token)
}

fn changes(server: &Server, cursor: &str) -> u16 {
    server.changes(cursor, &server.token()).status
}

/// The cursors that clients of the feed hold when a backup is restored.
struct Cursors {
    /// From before the backup.
    before: String,
    /// From after it.
    after: String,
}

/// Imports once before `back_up` and once after it, and collects the cursors.
fn outlive_backup(sandbox: &Sandbox, back_up: impl FnOnce()) -> Cursors {
    let server = sandbox.serve(&AT_ONCE);
    let before = cursor_at(&server, "1");
    back_up();
    sandbox.must_import(&offer("2500"));
    let after = cursor_at(&server, "2");
    assert_eq!((changes(&server, &before), changes(&server, &after)), (200, 200));
    Cursors { before, after }
}

/// Clients with the older cursor continue, those with the newer one permanently get a 410.
fn check_restored(sandbox: &Sandbox, Cursors { before, after }: &Cursors) {
    let server = sandbox.serve(&AT_ONCE);
    assert_eq!((changes(&server, before), changes(&server, after)), (200, 410));
    sandbox.must_import(&offer("2600"));
    let renewed = cursor_at(&server, "2");
    assert_eq!(changes(&server, after), 410, "the same number belongs to another run now");
    assert_eq!((changes(&server, before), changes(&server, &renewed)), (200, 200));
}

#[test]
fn a_cursor_is_gone_when_an_older_backup_was_restored() {
    let sandbox = Sandbox::new().filled();
    let cursors = outlive_backup(&sandbox, || drop(sandbox.must_run(&["backup", "backups"])));
    sandbox.must_run(&["restore", "backups"]);
    check_restored(&sandbox, &cursors);
}

#[test]
fn cursors_from_after_the_base_backup_are_gone_and_the_documented_commands_restore_it() {
    let Some(cluster) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&cluster.url()).filled();
    let cursors = outlive_backup(&sandbox, || {
        cluster.run_script(&documented("back up PostgreSQL"), &[("DATABASE_URL", &cluster.url())]);
    });
    cluster.end(StopMode::Kill);
    cluster.run_script(&documented("restore PostgreSQL"), &[]);
    cluster.start();
    check_restored(&sandbox, &cursors);
}
