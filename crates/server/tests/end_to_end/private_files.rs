//! Files that the service makes are owner-only, and a store that others can access is not served silently.

use crate::support::{CATALOG, Outcome, STOREFRONT, Sandbox, Server, in_shell, offer};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn run_openly(sandbox: &Sandbox, arguments: &[&str]) {
    let command = in_shell(&sandbox.command(arguments), r#"umask 000; exec "$0" "$@""#).output();
    Outcome::from(command.unwrap()).printed();
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
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
    let exports = ["all.ndjson", "all.ndjson.gz", "all.ndjson.zst"];
    exports.iter().for_each(|name| run_openly(&sandbox, &["export", name]));
    run_openly(&sandbox, &["backup", "backups"]);
    let mut found = Vec::new();
    let backup = std::fs::read_dir(sandbox.path("backups")).unwrap().map(|entry| entry.unwrap().path());
    for folder in backup.filter(|path| path.is_dir()).chain([sandbox.path("data")]) {
        assert_eq!(mode(&folder), 0o700, "{folder:?}");
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            found.push(entry.file_name().into_string().unwrap());
            assert_eq!(mode(&entry.path()), 0o600, "{found:?}");
        }
    }
    for name in
        ["catalog.db", "catalog.db-wal", "catalog.db.accounts", "catalog.db.accounts-wal", "catalog.db.import-lock"]
    {
        assert!(found.iter().any(|known| known == name), "{name} is not among {found:?}");
    }
    for name in exports.into_iter().chain(["report.ndjson"]) {
        assert_eq!(mode(&sandbox.path(name)), 0o600, "{name}");
    }
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
        let outcome = Outcome::from(sandbox.serve_command(&["--log", "off"]).output().unwrap());
        outcome.assert_refused(&["--database-url", command]);
    }
    set(0o644);
    let server = Server::start(&sandbox);
    let log = server.log();
    assert!(log.lines().any(|line| line.contains("WARN") && line.contains(command)), "{log}");
}
