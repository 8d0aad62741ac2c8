//! End to end over PostgreSQL, with two servers on one store.

use crate::support::{BUYER, Sandbox, Server, offer, until};
use catalog_testkit::postgres::TestPostgres;

#[test]
fn two_servers_on_one_postgresql_show_what_a_third_process_imports() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let database = postgres.fresh_database();
    let sandbox = Sandbox::over(&database.url).filled();
    let servers = [Server::start(&sandbox), Server::start(&sandbox)];
    let token = servers[0].token();
    sandbox.must_import(&offer("2500"));
    for server in &servers {
        let product = until("the new price", || {
            let response = server.get("/api/v2/products/PMP-001", &token);
            assert_eq!(response.status, 200, "a token of one server is valid on the other: {response:?}");
            (response.header("catalog-revision") == Some("2")).then(|| response.json())
        });
        assert_eq!(product["data"]["pricing"]["retail"]["value"], 2500);
    }
    sandbox.must_run(&["user", "disable", BUYER]);
    servers.iter().for_each(|server| server.until_status("/auth/v2/check", &token, 403));
    assert!(!sandbox.path("data").exists(), "nothing is stored beside the database");
}
