//! A server whose store is not available yet: it reports that, refuses everything, and starts by itself when the store
//! is available.

use crate::support::{BUYER, PASSWORD, Sandbox, Server, assert_refused_for_now, until};
use catalog_testkit::postgres::{StopMode, TempCluster};

/// Everything is refused temporarily, and the process is alive and not ready.
fn assert_waiting(server: &Server) {
    let log_in = format!(r#"{{"login": "{BUYER}", "password": "{PASSWORD}"}}"#);
    for (method, target, body) in [
        ("GET", "/health/ready", ""),
        ("GET", "/api/v2/catalog/tree", ""),
        ("POST", "/auth/token", log_in.as_str()),
        ("GET", "/get/item/1", ""),
        ("DELETE", "/nowhere", ""),
    ] {
        let response = server.request(method, target, &[("content-type", "application/json")], body);
        assert_refused_for_now(&response);
        assert!(response.header("x-request-id").is_some(), "{target}");
    }
    assert_eq!(server.request("HEAD", "/health/ready", &[], "").status, 503);
    let response = server.request("GET", "/health/live", &[], "");
    assert_eq!((response.status, &response.json()["data"]["state"]), (200, &"live".into()));
}

fn assert_serving(server: &Server) {
    server.until_ready();
    assert_eq!(server.get("/api/v2/products/PMP-001?include=description", &server.token()).status, 200);
}

/// A line of the log without its time.
fn tail(line: &str) -> &str {
    line.split_once(' ').map_or(line, |(_, tail)| tail)
}

#[test]
fn a_server_that_starts_before_its_store_waits_for_it_and_then_serves() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&postgres.url()).filled();
    postgres.end(StopMode::Stop);
    let server = sandbox.serve(&[]);
    assert_waiting(&server);
    until("the reason", || server.log().contains("--database-url (DATABASE_URL)").then_some(()));
    postgres.start();
    assert_serving(&server);
    until("the good news", || server.log().contains("the store is there").then_some(()));
    let log = server.log();
    let reasons: Vec<&str> = log.lines().filter(|line| line.contains("the store cannot be used yet")).collect();
    assert!(reasons.windows(2).all(|pair| tail(pair[0]) != tail(pair[1])), "no reason is logged twice in a row: {log}");
}

#[test]
fn a_server_waits_for_a_connection_but_ends_when_waiting_no_longer_helps() {
    let Some(postgres) = TempCluster::start_new() else { return };
    postgres.execute(
        "CREATE ROLE patient LOGIN CONNECTION LIMIT 0; CREATE ROLE locked_out LOGIN CONNECTION LIMIT 0;
         GRANT CREATE ON SCHEMA public TO patient",
    );
    let start_as = |role: &str| {
        let url = postgres.url().replace("user=postgres", &format!("user={role}"));
        let server = Sandbox::over(&url).serve(&[]);
        assert_waiting(&server);
        until("the reason", || server.log().contains("too many connections").then_some(()));
        server
    };
    let (patient, mut locked_out) = (start_as("patient"), start_as("locked_out"));
    postgres.execute("ALTER ROLE patient CONNECTION LIMIT -1; ALTER ROLE locked_out NOLOGIN CONNECTION LIMIT -1");
    patient.until_ready();
    assert_eq!(locked_out.exit().code(), Some(1));
    until("the complaint", || locked_out.log().lines().last()?.starts_with("catalog: --database-url").then_some(()));
}

#[test]
fn a_server_that_meets_a_standby_at_its_start_waits_until_that_is_promoted() {
    let Some(primary) = TempCluster::start_new() else { return };
    let standby = primary.start_standby();
    let server = Sandbox::over(&standby.url()).serve(&[]);
    assert_waiting(&server);
    until("the reason", || server.log().contains("wait until it is promoted").then_some(()));
    primary.end(StopMode::Kill);
    standby.execute("SELECT pg_promote()");
    server.until_ready();
}

#[test]
fn a_server_that_knows_several_addresses_writes_to_the_primary_of_the_moment() {
    let Some(primary) = TempCluster::start_new() else { return };
    let standby = primary.start_standby();
    let folders = [&primary, &standby].map(|cluster| cluster.folder().display().to_string());
    let url = primary.url().replace(&folders[0], &folders.join(","));
    let sandbox = Sandbox::over(&format!("{url}&target_session_attrs=read-write")).filled();
    // A login writes to the store, and an attempt counts although the store cannot respond.
    let server = sandbox.serve(&["--login-attempts-per-minute", "100000"]);
    assert_serving(&server);
    primary.end(StopMode::Kill);
    standby.execute("SELECT pg_promote()");
    until("a login", || (server.log_in().status == 200).then_some(()));
    assert_eq!(server.get("/api/v2/products/PMP-001?include=description", &server.token()).status, 200);
}

#[test]
fn a_server_that_waits_for_its_store_can_be_stopped() {
    let sandbox = Sandbox::over("postgres://catalog:hunter2@127.0.0.1:1/catalog");
    let mut server = sandbox.serve(&[]);
    assert_waiting(&server);
    server.signal("TERM");
    assert_eq!(server.exit().code(), Some(0));
    assert!(!server.log().contains("hunter2"), "{}", server.log());
}
