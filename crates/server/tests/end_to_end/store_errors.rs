//! Stores that cannot be opened, even by waiting: one line that states the remedy and contains no password, and no
//! start.

use crate::support::{Outcome, STOREFRONT, Sandbox, until};
use catalog_testkit::postgres::{TempCluster, TestPostgres};

/// Commands that make a store where there is none, and print nothing but an error where that is impossible.
const COMMANDS: [&[&str]; 2] = [
    &["user", "add", "ann@shop.example"],
    &["serve", "--storefront-host", STOREFRONT, "--bind", "127.0.0.1:0", "--log", "off"],
];

/// The outcome is one error line that contains all of `parts` and no password.
fn assert_error(outcome: &Outcome, parts: &[&str]) {
    outcome.assert_refused(parts);
    for secret in ["hunter2", "right-one"] {
        assert!(!outcome.stderr.contains(secret), "{outcome:?}");
    }
}

#[test]
fn a_command_does_not_wait_for_a_database_that_is_down() {
    let sandbox = Sandbox::over("postgres://catalog:hunter2@127.0.0.1:1/catalog");
    let parts = ["--database-url (DATABASE_URL)", "postgres://catalog@127.0.0.1:1/catalog", "check the address"];
    assert_error(&sandbox.run(&["user", "list"]), &parts);
}

#[test]
fn errors_of_postgresql_are_reported_with_a_remedy() {
    let Some(postgres) = TempCluster::start_new() else { return };
    postgres.execute(
        "CREATE ROLE stranger LOGIN PASSWORD 'right-one'; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
         DO $$ BEGIN EXECUTE format('COPY (SELECT unnest(ARRAY[''local all stranger scram-sha-256'', ''local all all trust''])) TO %L',
             current_setting('data_directory') || '/pg_hba.conf'); END $$;
         SELECT pg_reload_conf()",
    );
    let as_stranger =
        |password: &str| postgres.url().replace("user=postgres", &format!("user=stranger&password={password}"));
    until("the new rules", || {
        Sandbox::over(&as_stranger("hunter2")).run(COMMANDS[0]).stderr.contains("password").then_some(())
    });
    for (url, parts) in [
        (as_stranger("hunter2"), ["password authentication failed", "check the user and the password"]),
        (as_stranger("right-one"), ["permission denied", "GRANT CREATE ON SCHEMA"]),
        (postgres.url().replace("///postgres", "///nowhere"), ["does not exist", "make the database"]),
        (postgres.url().replace("user=postgres", "user=nobody"), ["does not exist", "make the user"]),
    ] {
        for command in COMMANDS {
            let parts = [&["--database-url (DATABASE_URL)", "postgres:///"][..], &parts].concat();
            assert_error(&Sandbox::over(&url).run(command), &parts);
        }
    }
}

#[test]
fn what_can_be_no_standby_is_refused() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let (database, other) = (postgres.fresh_database(), postgres.fresh_database());
    Sandbox::over(&other.url).must_run(COMMANDS[0]);
    let sandbox = Sandbox::over(&database.url);
    let (address, parameters) = database.url.split_once('?').unwrap_or((&database.url, ""));
    let missing = format!("{address}_missing?{parameters}");
    for (url, reason) in [
        ("mysql://ann:hunter2@db/catalog", "must begin with"),
        (&other.url, "not a standby of the store in --database-url"),
        (&missing, "does not exist"),
    ] {
        let mut command = sandbox.command(COMMANDS[1]);
        command.env("CATALOG_READ_DATABASE_URL", url);
        let parts = ["--read-database-url (CATALOG_READ_DATABASE_URL)", reason];
        assert_error(&Outcome::from(command.output().unwrap()), &parts);
    }
}
