//! More requests than the store can serve: some wait, within the limit, the rest get a 503 at once, and requests that
//! need no store are served as always.

use crate::support::{Metrics, Sandbox, Server, assert_refused_for_now, connect, connection_capacity, until};
use catalog_testkit::postgres::TestPostgres;
use catalog_testkit::process::{HttpRequest, RawConnection};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

/// Twice as many as may wait for the store.
const FLOOD: usize = 1_024;

/// Sends a request that needs the store, and does not wait for the response.
fn ask_for_parts(server: &Server, token: &str) -> RawConnection {
    let mut connection = connect(&server.address).unwrap();
    let target = "/api/v2/products/PMP-001?include=description";
    connection.send(HttpRequest::get(target, Some(token), &[]).to_bytes()).unwrap();
    connection
}

#[test]
fn requests_beyond_the_capacity_of_the_store_fail_immediately_and_the_server_recovers() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let database = postgres.fresh_database();
    let sandbox = Sandbox::over(&database.url).filled();
    let (server, metrics) = Metrics::serve(&sandbox, &["--log", "off"]);
    let token = server.token();

    let mut locker = PgConnection::establish(&database.url).unwrap();
    locker.batch_execute("BEGIN; LOCK TABLE product_contents IN ACCESS EXCLUSIVE MODE").unwrap();
    let flood: Vec<RawConnection> = (0..connection_capacity(FLOOD)).map(|_| ask_for_parts(&server, &token)).collect();
    until("the first refusals", || (metrics.value("catalog_background_work_refused_total") > 0.0).then_some(()));
    assert!(metrics.value("catalog_background_work") <= metrics.value("catalog_background_work_limit"));
    assert_eq!(server.get("/api/v2/products/PMP-001", &token).status, 200, "requests that need no store are served");
    for mut connection in flood {
        assert_refused_for_now(&connection.response());
    }
    until("the work to end", || (metrics.value("catalog_background_work") == 0.0).then_some(()));

    locker.batch_execute("ROLLBACK").unwrap();
    until("as many responses as before", || {
        let responses: Vec<RawConnection> = (0..20).map(|_| ask_for_parts(&server, &token)).collect();
        responses.into_iter().all(|mut connection| connection.response().status == 200).then_some(())
    });
}
