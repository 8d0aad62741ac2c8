//! Bad settings and stores: one line that names the error, and no start.

use crate::support::{CATALOG, STOREFRONT, Sandbox, Server};
use diesel::{Connection, RunQueryDsl, SqliteConnection};

/// The arguments and variables of a start, and what the error has to name.
type BadStart = (&'static [&'static str], &'static [(&'static str, &'static str)], &'static str);

const BAD_STARTS: &[BadStart] = &[
    (&[], &[("CATALOG_STOREFRONT_HOST", "https://x/")], "--storefront-host (CATALOG_STOREFRONT_HOST)"),
    (&["--bind", "nowhere"], &[], "--bind (CATALOG_BIND)"),
    (&[], &[("CATALOG_BIND", "127.0.0.1")], "--bind (CATALOG_BIND)"),
    (&["--workers", "none"], &[], "--workers (CATALOG_WORKERS)"),
    (&["--max-connections", "0"], &[], "--max-connections (CATALOG_MAX_CONNECTIONS)"),
    (&[], &[("CATALOG_KEEP_ALIVE_SECONDS", "0")], "--keep-alive-seconds (CATALOG_KEEP_ALIVE_SECONDS)"),
    (&["--client-timeout-seconds", "1h"], &[], "--client-timeout-seconds (CATALOG_CLIENT_TIMEOUT_SECONDS)"),
    (&["--database-url", "mysql://u:hunter2@h/d"], &[], "--database-url (DATABASE_URL)"),
    (&[], &[("DATABASE_URL", "catalog.db")], "--database-url (DATABASE_URL)"),
    (&["--refresh-interval-ms", "0"], &[], "--refresh-interval-ms (CATALOG_REFRESH_INTERVAL_MS)"),
    (&["--feed-settle-ms", "soon"], &[], "--feed-settle-ms (CATALOG_FEED_SETTLE_MS)"),
    (&["--token-ttl-seconds", "0"], &[], "--token-ttl-seconds (CATALOG_TOKEN_TTL_SECONDS)"),
    (&[], &[("CATALOG_JWT_SECRET", "hunter2")], "CATALOG_JWT_SECRET"),
    (&[], &[("CATALOG_JWT_SECRET_PREVIOUS", "hunter2")], "CATALOG_JWT_SECRET_PREVIOUS"),
    (&["--log", "=="], &[], "--log (CATALOG_LOG)"),
    (&["--log", "infoo"], &[], "--log (CATALOG_LOG)"),
    (&["--log-format", "xml"], &[], "--log-format (CATALOG_LOG_FORMAT)"),
];

#[test]
fn a_bad_setting_stops_the_start_with_one_line_that_names_it() {
    for (arguments, variables, named) in BAD_STARTS {
        let sandbox = Sandbox::new();
        let mut command = sandbox.command(&[&["serve"], *arguments].concat());
        command.env("CATALOG_STOREFRONT_HOST", STOREFRONT).envs(variables.iter().copied());
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{named}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(named), "{named}: {error}");
        assert!(!error.contains("hunter2"), "{error}");
        assert!(!sandbox.path("data").exists(), "{named}: nothing is made before the settings are known to be good");
    }
}

#[test]
fn serve_and_import_want_to_know_the_storefront() {
    let sandbox = Sandbox::new();
    for arguments in [&["serve"][..], &["import", "-"]] {
        let outcome = sandbox.run(arguments);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.only_error().contains("--storefront-host (CATALOG_STOREFRONT_HOST): must be set"));
    }
}

#[test]
fn an_address_in_use_is_named() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let outcome = sandbox.run(&["serve", "--storefront-host", STOREFRONT, "--log", "off", "--bind", &server.address]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    let error = outcome.only_error();
    assert!(error.contains("--bind (CATALOG_BIND)"), "{error}");
    assert!(error.contains(&server.address), "{error}");
}

#[test]
fn a_store_of_another_storefront_is_refused_with_the_way_to_change_it() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let other = ["--storefront-host", "other.example"];
    let served = sandbox.run(&[&["serve", "--log", "off", "--bind", "127.0.0.1:0"], &other[..]].concat());
    let imported = sandbox.run(&[&["import", "-"], &other[..]].concat());
    for outcome in [served, imported] {
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        let error = outcome.only_error();
        assert!(error.contains("--change-storefront"), "{error}");
        assert!(error.contains(STOREFRONT), "{error}");
    }
    let changed = sandbox.run(&[&["import", "-", "--change-storefront", "--allow-removals", "2"], &other[..]].concat());
    assert_eq!(changed.code, Some(0), "{changed:?}");
    assert_eq!(sandbox.run(&["serve", "--log", "off", "--storefront-host", STOREFRONT]).code, Some(1));
}

#[test]
fn a_store_made_by_a_newer_version_is_refused_in_one_line() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let mut store = SqliteConnection::establish(sandbox.path("data/catalog.db").to_str().unwrap()).unwrap();
    let future = "INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000000')";
    diesel::sql_query(future).execute(&mut store).unwrap();
    for arguments in [&["serve", "--storefront-host", STOREFRONT, "--log", "off"][..], &["user", "list"]] {
        let outcome = sandbox.run(arguments);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.only_error().contains("newer version"), "{outcome:?}");
    }
}

#[test]
fn a_wrong_command_line_never_looks_like_a_rejected_input() {
    let sandbox = Sandbox::new();
    for arguments in [&["import", "--mode", "sideways", "-"][..], &["import"], &["fly"], &[]] {
        let outcome = sandbox.run(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{outcome:?}");
    }
    assert_eq!(sandbox.run(&["--help"]).code, Some(0));
    assert_eq!(sandbox.run(&["--version"]).code, Some(0));
}

#[test]
fn help_shows_no_setting_of_the_environment_that_can_hold_a_password() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["serve", "--help"]);
    let output = command.env("DATABASE_URL", "postgres://u:hunter2@h/d").output().unwrap();
    assert!(!String::from_utf8(output.stdout).unwrap().contains("hunter2"));
}
