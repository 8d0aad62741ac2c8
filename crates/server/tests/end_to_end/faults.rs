//! Failures around a server: its store, its clients, their number. It continues with what it can, refuses the rest
//! quickly, and recovers by itself.

use crate::support::{CATALOG, HttpResponse, STOREFRONT, Sandbox, Server, connection_capacity, offer, until};
use catalog_testkit::postgres::{StopMode, TempCluster, TestPostgres};
use catalog_testkit::process::HttpRequest;
use diesel::connection::{Connection, SimpleConnection};
use diesel::{PgConnection, SqliteConnection};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

fn start(sandbox: &Sandbox, more: &[&str]) -> Server {
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    start_again(sandbox, more)
}

fn start_again(sandbox: &Sandbox, more: &[&str]) -> Server {
    let usual = ["serve", "--bind", "127.0.0.1:0", "--refresh-interval-ms", "50", "--feed-settle-ms", "500"];
    let mut command = sandbox.command(&[&usual[..], more].concat());
    command.env("CATALOG_STOREFRONT_HOST", STOREFRONT);
    Server::spawn(command)
}

/// Requests a part of a product, which only the store has. A response may be cached for the next request of the same
/// part.
fn part_of_product(part: &str) -> String {
    format!("/api/v2/products/PMP-001?include={part}")
}

/// Requests that need the store get a 503 with `Retry-After`.
fn assert_refused(response: &HttpResponse) {
    assert_eq!((response.status, response.header("retry-after").is_some()), (503, true), "{response:?}");
    assert_eq!(response.json()["error"]["name"], "ServiceUnavailableError");
}

#[test]
fn a_server_whose_store_goes_down_serves_what_it_has_and_heals_when_the_store_is_back() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&postgres.url());
    let server = start(&sandbox, &[]);
    let token = server.token();
    let list = server.get("/api/v2/catalog/sections/1042/products", &token).json();
    let cursor = list["data"]["meta"]["changesCursor"].as_str().unwrap();
    let feed = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}");
    let ready = || server.request("GET", "/health/ready", &[], "").status;
    for (imports, (how, price, part)) in
        [(StopMode::Stop, 2_500, "seo"), (StopMode::Kill, 2_600, "features")].into_iter().enumerate()
    {
        until("readiness", || (ready() == 200).then_some(()));
        postgres.end(how);
        until("readiness to end", || (ready() == 503).then_some(()));
        let summary = feed.replace("product-changes", "product-changes/summary");
        let served = ["/api/v2/catalog/tree", "/api/v2/products/PMP-001", "/auth/v2/check", "/health/live"];
        for target in served.into_iter().chain([feed.as_str(), &summary]) {
            assert_eq!(server.get(target, &token).status, 200, "{how:?}: {target}");
        }
        let page = server.get(&feed, &token).json();
        assert_eq!(page["data"]["items"].as_array().unwrap().len(), imports, "{how:?}: {page}");
        assert_refused(&server.get(&part_of_product(part), &token));
        assert_refused(&server.log_in());
        let outcome = sandbox.run(&["user", "list"]);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.only_error().contains("DATABASE_URL"));
        postgres.start();
        until("readiness", || (ready() == 200).then_some(()));
        sandbox.must_import(&offer(&price.to_string()));
        until("the new price", || {
            let product = server.get("/api/v2/products/PMP-001", &token).json();
            (product["data"]["pricing"]["retail"]["value"] == price).then_some(())
        });
        until("the event", || {
            let page = server.get(&feed, &token).json();
            (page["data"]["items"].as_array()?.len() > imports).then_some(())
        });
        until("the parts", || (server.get(&part_of_product(part), &token).status == 200).then_some(()));
        server.token();
    }
}

#[test]
fn requests_that_find_every_connection_taken_are_refused_in_time_and_the_others_do_not_notice() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let database = postgres.fresh_database();
    let sandbox = Sandbox::over(&database.url);
    let server = start(&sandbox, &[]);
    let token = server.token();
    let mut locker = PgConnection::establish(&database.url).unwrap();
    locker.batch_execute("BEGIN; LOCK TABLE product_contents IN ACCESS EXCLUSIVE MODE").unwrap();
    std::thread::scope(|scope| {
        // More than there are connections: some wait for the table, the others for a connection.
        let ask = || server.get(&part_of_product("description"), &token);
        let waiting: Vec<_> = (0..12).map(|_| scope.spawn(ask)).collect();
        assert_eq!(server.get("/api/v2/products/PMP-001", &token).status, 200);
        for request in waiting {
            assert_refused(&request.join().unwrap());
        }
    });
    locker.batch_execute("ROLLBACK").unwrap();
    assert_eq!(server.get(&part_of_product("description"), &token).status, 200);
}

#[test]
fn cursors_of_a_store_that_was_restored_from_an_older_backup_are_gone_and_never_a_wrong_page() {
    let sandbox = Sandbox::new();
    let mut server = start(&sandbox, &[]);
    let token = server.token();
    let path = |name: &str| sandbox.path(name).into_os_string().into_string().unwrap();
    let mut store = SqliteConnection::establish(&path("data/catalog.db")).unwrap();
    store.batch_execute(&format!("VACUUM INTO '{}'", path("backup.db"))).unwrap();
    drop(store);
    sandbox.must_import(&offer("2500"));
    let cursor = until("the import", || {
        let response = server.get("/api/v2/catalog/sections/1042/products", &token);
        let cursor = response.json()["data"]["meta"]["changesCursor"].as_str().unwrap().to_owned();
        (response.header("catalog-revision") == Some("2")).then_some(cursor)
    });
    server.signal("TERM");
    assert_eq!(server.exit().code(), Some(0));
    for side_file in ["data/catalog.db-wal", "data/catalog.db-shm"] {
        let _ = std::fs::remove_file(sandbox.path(side_file));
    }
    std::fs::copy(sandbox.path("backup.db"), sandbox.path("data/catalog.db")).unwrap();
    let server = start_again(&sandbox, &[]);
    let target = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}");
    let response = server.get(&target, &token);
    assert_eq!(response.status, 410, "{response:?}");
}

#[test]
fn clients_that_do_not_read_or_send_nothing_do_not_delay_others() {
    let sandbox = Sandbox::new();
    let server = start(&sandbox, &[]);
    let token = server.token();
    let count = connection_capacity(1_000);
    let idle: Vec<TcpStream> = (0..count).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    let mut deaf = TcpStream::connect(&server.address).unwrap();
    deaf.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    // Until the server stops reading what this client sends, because it does not read the responses.
    let many = HttpRequest::get("/api/v2/catalog/tree", Some(&token), &[]).to_bytes().repeat(100);
    while deaf.write_all(&many).is_ok() {}
    for _ in 0..20 {
        assert_eq!(server.get("/api/v2/products/PMP-001", &token).status, 200);
    }
    drop(idle);
}

#[test]
fn a_flood_of_logins_is_cut_short_reads_go_on_and_afterwards_everything_is_as_before() {
    let sandbox = Sandbox::new();
    let server = start(&sandbox, &["--login-attempts-per-minute", "100000"]);
    let token = server.token();
    // Twice the capacity of the password queue, running and waiting.
    let places = std::thread::available_parallelism().unwrap().get() * 9;
    std::thread::scope(|scope| {
        let logins: Vec<_> = (0..2 * places).map(|_| scope.spawn(|| server.log_in())).collect();
        assert_eq!(server.get("/api/v2/products/PMP-001", &token).status, 200);
        let responses: Vec<_> = logins.into_iter().map(|login| login.join().unwrap()).collect();
        let refused = responses.iter().filter(|response| response.status == 503);
        assert!(refused.clone().all(|response| response.header("retry-after").is_some()));
        let (allowed, refused) = (responses.iter().filter(|response| response.status == 200).count(), refused.count());
        assert_eq!(allowed + refused, responses.len(), "{responses:?}");
        assert!(allowed > 0, "{responses:?}");
    });
    assert_eq!(server.log_in().status, 200);
}
