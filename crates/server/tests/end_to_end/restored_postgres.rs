//! A PostgreSQL that was restored from an older backup: cursors from after the backup have expired.

use crate::support::{CATALOG, STOREFRONT, Sandbox, Server, documented, offer, until};
use catalog_testkit::postgres::{StopMode, TempCluster, TestPostgres};
use std::path::PathBuf;
use std::process::Command;

fn program(name: &str) -> PathBuf {
    let configured = Command::new("pg_config").arg("--bindir").output().ok();
    let configured = configured.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join(name));
    configured.filter(|path| path.is_file()).unwrap_or_else(|| name.into())
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A server that delivers every event at once.
fn serve(sandbox: &Sandbox) -> Server {
    let usual = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT];
    let quick = ["--refresh-interval-ms", "20", "--feed-settle-ms", "0"];
    Server::spawn(sandbox.command(&[&usual[..], &quick].concat()))
}

fn cursor_at(server: &Server, revision: &str) -> String {
    let token = server.token();
    until("the revision", || {
        let response = server.get("/api/v2/catalog/sections/1042/products", &token);
        let is_there = response.header("catalog-revision") == Some(revision);
        is_there.then(|| response.json()["data"]["meta"]["changesCursor"].as_str().unwrap().to_owned())
    })
}

fn changes(server: &Server, cursor: &str) -> u16 {
    let target = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}");
    server.get(&target, &server.token()).status
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
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    let server = serve(sandbox);
    let before = cursor_at(&server, "1");
    back_up();
    sandbox.must_import(&offer("2500"));
    let after = cursor_at(&server, "2");
    assert_eq!((changes(&server, &before), changes(&server, &after)), (200, 200));
    Cursors { before, after }
}

/// Clients with the older cursor continue, those with the newer one permanently get a 410.
fn check_restored(sandbox: &Sandbox, Cursors { before, after }: &Cursors) {
    let server = serve(sandbox);
    assert_eq!((changes(&server, before), changes(&server, after)), (200, 410));
    sandbox.must_import(&offer("2600"));
    let renewed = cursor_at(&server, "2");
    assert_eq!(changes(&server, after), 410, "the same number belongs to another run now");
    assert_eq!((changes(&server, before), changes(&server, &renewed)), (200, 200));
}

#[test]
fn cursors_from_after_the_dump_are_gone_and_those_from_before_go_on() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let (lost, restored) = (postgres.fresh_database(), postgres.fresh_database());
    let sandbox = Sandbox::over(&lost.url);
    let dump = sandbox.path("catalog.dump");
    let cursors = outlive_backup(&sandbox, || {
        run(Command::new(program("pg_dump")).args(["--format=custom", "--dbname", &lost.url, "--file"]).arg(&dump));
    });
    run(Command::new(program("pg_restore")).args(["--dbname", &restored.url]).arg(&dump));
    check_restored(&Sandbox::over(&restored.url), &cursors);
}

#[test]
fn cursors_from_after_the_base_backup_are_gone_and_the_documented_commands_restore_it() {
    let Some(cluster) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&cluster.url());
    let cursors = outlive_backup(&sandbox, || {
        cluster.run_script(&documented("back up PostgreSQL"), &[("DATABASE_URL", &cluster.url())]);
    });
    cluster.end(StopMode::Kill);
    cluster.run_script(&documented("restore PostgreSQL"), &[]);
    cluster.start();
    check_restored(&sandbox, &cursors);
}
