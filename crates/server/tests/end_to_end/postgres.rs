//! The whole way over PostgreSQL, with two servers on one store.

use crate::support::{BUYER, CATALOG, Sandbox, Server, offer, until};
use catalog_testkit::postgres::{OwnCluster, TestPostgres};

#[test]
fn two_servers_on_one_postgresql_show_what_a_third_process_imports() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let database = postgres.fresh_database();
    let sandbox = Sandbox::over(&database.url);
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    let servers = [Server::start(&sandbox), Server::start(&sandbox)];
    let token = servers[0].token();
    sandbox.must_import(&offer("2500"));
    for server in &servers {
        let product = until("the new price", || {
            let answer = server.get("/api/v2/products/PMP-001", &token);
            assert_eq!(answer.status, 200, "a token of one server lets into the other: {answer:?}");
            (answer.header("catalog-revision") == Some("2")).then(|| answer.json())
        });
        assert_eq!(product["data"]["pricing"]["retail"]["value"], 2500);
    }
    assert_eq!(sandbox.run(&["user", "disable", BUYER]).code, Some(0));
    for server in &servers {
        until("the door to close", || (server.get("/auth/v2/check", &token).status == 403).then_some(()));
    }
    assert!(!sandbox.path("data").exists(), "nothing is kept beside the database");
}

#[test]
fn a_database_that_is_not_there_is_one_line_without_a_password() {
    let sandbox = Sandbox::over("postgres://catalog:hunter2@127.0.0.1:1/catalog");
    let outcome = sandbox.run(&["user", "list"]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    let complaint = outcome.only_complaint();
    assert!(complaint.contains("DATABASE_URL") && !complaint.contains("hunter2"), "{complaint}");
}

#[test]
fn what_postgresql_refuses_is_one_line_that_says_where_and_why_and_never_the_password() {
    let Some(postgres) = OwnCluster::start_new() else { return };
    postgres.execute(
        "CREATE ROLE stranger LOGIN PASSWORD 'right'; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
         DO $$ BEGIN EXECUTE format('COPY (SELECT unnest(ARRAY[''local all stranger scram-sha-256'', ''local all all trust''])) TO %L',
             current_setting('data_directory') || '/pg_hba.conf'); END $$;
         SELECT pg_reload_conf()",
    );
    let as_stranger =
        |password: &str| postgres.url().replace("user=postgres", &format!("user=stranger&password={password}"));
    for (url, reason) in [
        (as_stranger("hunter2"), "password authentication failed"),
        (as_stranger("right"), "permission denied"),
        (postgres.url().replace("///postgres", "///nowhere"), "does not exist"),
    ] {
        let outcome = until("the new rules", || {
            let outcome = Sandbox::over(&url).run(&["user", "list"]);
            outcome.stderr.contains(reason).then_some(outcome)
        });
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        let complaint = outcome.only_complaint();
        assert!(complaint.contains("postgres://"), "{complaint}");
        assert!(!complaint.contains("hunter2") && !complaint.contains("right"), "{complaint}");
    }
}
