//! Files that the service makes are owner-only, and a store that others can access is not served silently.

use crate::support::{CATALOG, STOREFRONT, Sandbox, Server, offer};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

fn run_openly(sandbox: &Sandbox, arguments: &[&str]) {
    let command = sandbox.command(arguments);
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"umask 000; exec "$0" "$@""#]).arg(command.get_program()).args(command.get_args());
    shell.current_dir(command.get_current_dir().unwrap());
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_file_that_the_service_makes_is_readable_by_its_owner_only() {
    let sandbox = Sandbox::new();
    sandbox.write("catalog.ndjson", CATALOG);
    sandbox.write("offer.ndjson", &offer("2500"));
    let import = ["import", "--storefront-host", STOREFRONT, "--report", "report.ndjson"];
    run_openly(&sandbox, &[&import[..], &["catalog.ndjson"]].concat());
    run_openly(&sandbox, &["user", "add", "buyer@storefront.example"]);
    let server = Server::start(&sandbox);
    // While a server runs, SQLite has its further files beside each of the two.
    run_openly(&sandbox, &[&import[..], &["offer.ndjson"]].concat());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(sandbox.path("data")).unwrap().map(Result::unwrap) {
        found.push(entry.file_name().into_string().unwrap());
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{found:?}");
    }
    for name in
        ["catalog.db", "catalog.db-wal", "catalog.db.accounts", "catalog.db.accounts-wal", "catalog.db.import-lock"]
    {
        assert!(found.iter().any(|known| known == name), "{name} is not among {found:?}");
    }
    assert_eq!(sandbox.path("data").metadata().unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(sandbox.path("report.ndjson").metadata().unwrap().permissions().mode() & 0o777, 0o600);
    drop(server);
}

#[test]
fn a_world_writable_store_stops_the_start_and_a_readable_one_is_logged() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let set = |mode| std::fs::set_permissions(sandbox.path("data/catalog.db"), Permissions::from_mode(mode)).unwrap();
    let command = "run: chmod 600 'data/catalog.db'";
    for mode in [0o660, 0o606] {
        set(mode);
        let serve = ["serve", "--storefront-host", STOREFRONT, "--bind", "127.0.0.1:0", "--log", "off"];
        let outcome = sandbox.run(&serve);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        let error = outcome.only_error();
        assert!(error.contains("--database-url"), "{error}");
        assert!(error.ends_with(command), "{error}");
    }
    set(0o644);
    let server = Server::start(&sandbox);
    let log = server.log();
    assert!(log.lines().any(|line| line.contains("WARN") && line.contains(command)), "{log}");
}
