//! A full disk: an import leaves the old revision, its error names the cause, and the next one succeeds; registrations
//! and changes of accounts are refused temporarily.
//!
//! The writing process has a file size limit: the system then refuses to write, as a full disk does. With SQLite that
//! is the importing process, with PostgreSQL its server.

use crate::support::{
    BUYER, HttpResponse, Outcome, STOREFRONT, Sandbox, Server, assert_refused_for_now, in_shell, run_within,
};
use catalog_testkit::postgres::{StopMode, TempCluster, TestPostgres};
use serde_json::json;

/// Limits to try, in KiB, from one that leaves space for nothing to one that leaves space for everything.
const LIMITS: [u32; 12] = [64, 256, 512, 768, 1_024, 1_280, 1_536, 1_792, 2_048, 3_072, 4_096, 16_384];

/// The same for PostgreSQL, whose own files need the first of them.
const LIMITS_OF_POSTGRES: [u32; 4] = [1_024, 1_536, 2_560, 1_000_000];

fn import(file: &str) -> Vec<&str> {
    let usual = ["import", "--storefront-host", STOREFRONT, "--mode", "full", "--allow-removals", "100000"];
    [&usual[..], &["--log", "off", file]].concat()
}

/// Writes two catalogs of the same size.
fn generate(sandbox: &Sandbox, products: &str) {
    for (file, seed) in [("old.ndjson", "1"), ("new.ndjson", "2")] {
        sandbox.write(file, &sandbox.generate(products, "10", seed));
    }
}

fn change_accounts(server: &Server, token: &str, registered: &str) -> [HttpResponse; 2] {
    let registration =
        json!({"email": registered, "password": "ten bytes!", "name": "New", "company": "Shop"}).to_string();
    let bearer = format!("Bearer {token}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    [
        server.request("POST", "/auth/registration", &headers, &registration),
        server.request("PATCH", "/auth/admin/users/1", &headers, r#"{"priceLevel": "Опт"}"#),
    ]
}

/// Changes accounts while the disk is full, and when it is not any more.
fn check_accounts(server: &Server, token: &str, set_full: impl Fn(bool)) {
    set_full(true);
    change_accounts(server, token, "one@shop.example").iter().for_each(assert_refused_for_now);
    assert_eq!(server.get("/api/v2/products/PMP-001?include=description", token).status, 200, "reads go on");
    assert_eq!(server.log_in().status, 200, "and so do logins");
    set_full(false);
    let [registration, change] = change_accounts(server, token, "two@shop.example");
    assert_eq!((registration.status, change.status), (202, 200), "{registration:?} {change:?}");
}

/// A sandbox with an administrator as its only account.
fn with_administrator(sandbox: Sandbox) -> Sandbox {
    let sandbox = sandbox.filled();
    sandbox.must_run(&["user", "set", BUYER, "--role", "admin"]);
    sandbox
}

#[cfg(target_os = "linux")]
#[test]
fn accounts_are_refused_for_now_while_the_disk_is_full() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let sandbox = with_administrator(Sandbox::new());
    let server = Server::spawn(in_shell(&sandbox.serve_command(&[]), r#"trap "" XFSZ; exec "$0" "$@""#));
    let set_full = |is_full: bool| {
        let limit = Rlimit { current: is_full.then_some(1), maximum: None };
        let process = Pid::from_raw(server.id().try_into().unwrap());
        prlimit(process, Resource::Fsize, limit).unwrap();
    };
    check_accounts(&server, &server.token(), set_full);
    // Their files are temporary ones.
    let token = server.token();
    for (format, is_full) in [("csv", true), ("xlsx", true), ("csv", false), ("xlsx", false)] {
        set_full(is_full);
        let list = server.get(&format!("/api/v2/catalog/sections/1042/price-list.{format}"), &token);
        let expected = if is_full { (503, true) } else { (200, false) };
        assert_eq!((list.status, list.header("retry-after").is_some()), expected, "{format}: {list:?}");
    }
}

#[test]
fn accounts_are_refused_for_now_while_the_disk_of_postgresql_is_full() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let database = postgres.fresh_database();
    let sandbox = with_administrator(Sandbox::over(&database.url));
    let server = Server::start(&sandbox);
    // PostgreSQL's message when it is, word for word.
    database.execute(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             RAISE 'could not extend file \"base/5/16400\": No space left on device' USING ERRCODE = 'disk_full';
         END $$",
    );
    check_accounts(&server, &server.token(), |is_full| {
        database.execute(if is_full {
            "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION full_disk()"
        } else {
            "DROP TRIGGER full_disk ON accounts"
        });
    });
}

/// Imports the new catalog over the old one within limits that grow, until it succeeds. Until then each attempt leaves
/// the old catalog, and all of them together name these reasons.
fn import_until_it_fits(sandbox: &Sandbox, limits: &[u32], reasons: &[&str], attempt: impl Fn(u32) -> Outcome) {
    sandbox.must_run(&import("old.ndjson"));
    sandbox.add_buyer();
    let server = Server::start(sandbox);
    let token = server.token();
    let mut errors = String::new();
    let fits = limits.iter().any(|kibibytes| {
        let outcome = attempt(*kibibytes);
        if outcome.code == Some(0) {
            return true;
        }
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{kibibytes} KiB: {outcome:?}");
        errors += &format!("{}\n", outcome.only_error());
        assert_eq!(server.revision(&token).unwrap(), "1", "{kibibytes} KiB: {outcome:?}");
        assert!(kibibytes % 512 != 0 || sandbox.holds("old.ndjson"), "{kibibytes} KiB: {outcome:?}");
        server.until_status("/api/v2/catalog/sections/1000/products?include=description&pageSize=1", &token, 200);
        false
    });
    assert!(fits, "no limit was large enough:\n{errors}");
    for reason in reasons {
        assert!(errors.contains(reason), "{reason} is not among\n{errors}");
    }
    server.until_revision("2", &token);
    assert!(sandbox.holds("new.ndjson"));
}

#[test]
fn an_import_on_a_full_disk_leaves_the_old_revision_and_one_with_space_succeeds() {
    let sandbox = Sandbox::new();
    generate(&sandbox, "400");
    let reasons = ["the temporary file for changed records failed", "the store is unavailable"];
    import_until_it_fits(&sandbox, &LIMITS, &reasons, |kibibytes| {
        run_within(kibibytes, &sandbox.command(&import("new.ndjson")))
    });
}

#[test]
fn an_import_on_a_full_postgresql_leaves_the_old_revision_and_one_with_space_succeeds() {
    let Some(postgres) = TempCluster::start_new_with(&["--wal-segsize=1"], "") else { return };
    let sandbox = Sandbox::over(&postgres.url());
    generate(&sandbox, "600");
    let reason = "could not extend file";
    import_until_it_fits(&sandbox, &LIMITS_OF_POSTGRES, &[reason], |kibibytes| {
        postgres.end(StopMode::Stop);
        postgres.start_within(kibibytes.into());
        let outcome = sandbox.run(&import("new.ndjson"));
        assert!(outcome.code == Some(0) || outcome.only_error().contains(reason), "{kibibytes} KiB: {outcome:?}");
        outcome
    });
}
