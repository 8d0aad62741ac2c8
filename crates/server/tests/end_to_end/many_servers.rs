//! Many servers on one PostgreSQL.

use crate::support::{CATALOG, STOREFRONT, Sandbox, Server, offer, until};
use catalog_testkit::postgres::{StopMode, TempCluster, TestPostgres};
use serde_json::Value;

/// A folder whose store is an empty database, dropped with the second value.
fn empty_database() -> Option<(Sandbox, impl Sized)> {
    let database = TestPostgres::shared()?.fresh_database();
    Some((Sandbox::over(&database.url), database))
}

#[test]
fn ten_servers_that_start_at_once_on_an_empty_database_all_come_up() {
    let Some((sandbox, _database)) = empty_database() else { return };
    let servers: Vec<Server> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..10).map(|_| scope.spawn(|| Server::start(&sandbox))).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    sandbox.add_buyer();
    let token = servers[0].token();
    for server in &servers {
        assert_eq!(server.get("/auth/v2/check", &token).status, 200, "all have the one secret");
    }
}

#[test]
fn a_feed_read_from_two_servers_in_turn_never_runs_ahead_of_either() {
    let Some((sandbox, _database)) = empty_database() else { return };
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    // On a busy machine a server's poll of the store may be delayed for a while, and no feed may run ahead of it.
    let patient = ["--refresh-interval-ms", "50", "--feed-settle-ms", "5000"];
    let usual = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT];
    let start = || Server::spawn(sandbox.command(&[&usual[..], &patient].concat()));
    let servers = [start(), start()];
    let token = servers[0].token();
    let list = servers[0].get("/api/v2/catalog/sections/1042/products", &token).json();
    let mut cursor = list["data"]["meta"]["changesCursor"].as_str().unwrap().to_owned();
    for (round, price) in [2500, 2600].into_iter().enumerate() {
        sandbox.must_import(&offer(&price.to_string()));
        let (teller, other) = (&servers[round % 2], &servers[(round + 1) % 2]);
        let page: Value = until("the event", || {
            let target = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}");
            let response = teller.get(&target, &token);
            assert_eq!(response.status, 200, "{response:?}");
            let page = response.json()["data"].clone();
            (page["items"].as_array().unwrap().len() == 1).then_some(page)
        });
        let product = other.get("/api/v2/products/PMP-001", &token).json();
        assert_eq!(product["data"]["pricing"]["retail"]["value"], price);
        cursor = page["meta"]["nextCursor"].as_str().unwrap_or_else(|| panic!("{page}")).to_owned();
    }
}

#[test]
fn a_cursor_of_a_server_that_was_ahead_when_the_store_was_lost_is_good_for_all() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&postgres.url());
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    let usual = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT, "--feed-settle-ms", "0"];
    let start = |interval| Server::spawn(sandbox.command(&[&usual[..], &["--refresh-interval-ms", interval]].concat()));
    let (ahead, behind) = (start("20"), start("3600000"));
    let token = ahead.token();
    let list = behind.get("/api/v2/catalog/sections/1042/products", &token).json();
    let feed = "/api/v2/catalog/sections/1042/product-changes";
    let page_of = |server: &Server, cursor: &Value| {
        let response = server.get(&format!("{feed}?cursor={}", cursor.as_str().unwrap()), &token);
        assert_eq!(response.status, 200, "{response:?}");
        let data = response.json()["data"].clone();
        (data["items"].as_array().unwrap().len(), data["meta"]["nextCursor"].clone())
    };
    sandbox.must_import(&offer("2500"));
    let cursor = until("the event", || {
        let (events, next) = page_of(&ahead, &list["data"]["meta"]["changesCursor"]);
        (events == 1).then_some(next)
    });
    postgres.end(StopMode::Stop);
    let (events, again) = page_of(&behind, &cursor);
    assert_eq!(events, 0, "nothing is known beyond it");
    postgres.start();
    sandbox.must_import(&offer("2600"));
    until("the next event", || (page_of(&ahead, &again).0 == 1).then_some(()));
}
