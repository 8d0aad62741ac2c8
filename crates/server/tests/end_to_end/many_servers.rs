//! Many servers on one PostgreSQL.

use crate::support::{BUYER, CATALOG, Sandbox, Server, offer, until};
use catalog_testkit::at_once;
use catalog_testkit::postgres::{StopMode, TempCluster, TestPostgres};

#[test]
fn ten_servers_that_start_at_once_on_an_empty_database_all_come_up() {
    let Some(database) = TestPostgres::shared().map(TestPostgres::fresh_database) else { return };
    let sandbox = Sandbox::over(&database.url);
    let servers: Vec<Server> = at_once(10, |_| Server::start(&sandbox));
    sandbox.add_buyer();
    let token = servers[0].token();
    for server in &servers {
        assert_eq!(server.get("/auth/v2/check", &token).status, 200, "all have the one secret");
    }
    sandbox.must_import(CATALOG);
    servers.iter().for_each(|server| server.until_revision("1", &token));
    sandbox.must_run(&["user", "disable", BUYER]);
    servers.iter().for_each(|server| server.until_status("/auth/v2/check", &token, 403));
    assert!(!sandbox.path("data").exists(), "nothing is stored beside the database");
}

#[test]
fn a_cursor_of_a_server_that_was_ahead_when_the_store_was_lost_is_good_for_all() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&postgres.url()).filled();
    let start = |interval| sandbox.serve(&["--feed-settle-ms", "0", "--refresh-interval-ms", interval]);
    let (ahead, behind) = (start("20"), start("3600000"));
    let token = ahead.token();
    let first = behind.cursor(&token);
    let page_of = |server: &Server, cursor: &str| {
        let response = server.changes(cursor, &token);
        assert_eq!(response.status, 200, "{response:?}");
        let data = response.json()["data"].clone();
        (data["items"].as_array().unwrap().len(), data["meta"]["nextCursor"].as_str().unwrap_or_default().to_owned())
    };
    sandbox.must_import(&offer("2500"));
    let cursor = until("the event", || {
        let (events, next) = page_of(&ahead, &first);
        (events == 1).then_some(next)
    });
    postgres.end(StopMode::Stop);
    let (events, again) = page_of(&behind, &cursor);
    assert_eq!(events, 0, "nothing is known beyond it");
    postgres.start();
    sandbox.must_import(&offer("2600"));
    until("the next event", || (page_of(&ahead, &again).0 == 1).then_some(()));
}
