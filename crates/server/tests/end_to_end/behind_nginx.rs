//! Servers on one PostgreSQL behind nginx, which distributes requests over them: clients must not notice.

use crate::support::{
    BUYER, DEADLINE, Nginx, Outcome, PASSWORD, STOREFRONT, Sandbox, Server, offer, until, within_a_minute,
};
use catalog_testkit::own_loopback_address;
use catalog_testkit::postgres::{TestDatabase, TestPostgres};
use catalog_testkit::process::{HttpClient, HttpRequest};
use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Imports that each make one event of the one product that has a price.
const IMPORTS: u64 = 6;
/// The price before the first of them; each import adds one.
const FIRST_PRICE: u64 = 2_000;
/// How long a server may take to see an import before the feed delivers it: longer than any delay on a busy machine.
const SETTLE: [&str; 2] = ["--feed-settle-ms", "8000"];

/// Connects from an address of this machine's own, such as 127.0.0.2.
fn connect_from(source: &str, address: &str) -> TcpStream {
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    bind(&socket, &SocketAddrV4::new(source.parse::<Ipv4Addr>().unwrap(), 0)).unwrap();
    connect(&socket, &address.parse::<SocketAddrV4>().unwrap()).unwrap();
    TcpStream::from(socket)
}

/// Two servers over one store, with nginx in front. The database is dropped last.
struct Site {
    nginx: Nginx,
    servers: Vec<Server>,
    sandbox: Sandbox,
    _database: TestDatabase,
}

impl Site {
    /// `None` when there is no PostgreSQL or no nginx.
    fn start(more: &[&str]) -> Option<Self> {
        let database = TestPostgres::shared()?.fresh_database();
        let sandbox = Sandbox::over(&database.url).filled();
        let servers: Vec<Server> =
            (0..2).map(|_| start_server(&sandbox, &format!("{}:0", own_loopback_address()), more)).collect();
        Some(Self { nginx: Nginx::start(&servers)?, servers, sandbox, _database: database })
    }

    /// Sends one request through nginx, as the client at `source`.
    fn request_from(
        &self,
        source: &str,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, Value) {
        let mut client =
            HttpClient::over(connect_from(source, &self.nginx.address), Instant::now() + DEADLINE, None).unwrap();
        let response = client.fetch(&HttpRequest::new(method, target, headers, body)).unwrap();
        // nginx's own responses, for example timeouts, are not JSON.
        (response.status, serde_json::from_slice(&response.body).unwrap_or_default())
    }

    fn get(&self, target: &str, token: &str) -> (u16, Value) {
        self.request_from("127.0.0.1", "GET", target, &[("authorization", &format!("Bearer {token}"))], "")
    }

    fn log_in_from(&self, source: &str, password: &str, claimed: &str) -> (u16, Value) {
        let body = json!({"login": BUYER, "password": password}).to_string();
        let headers = [("content-type", "application/json"), ("x-forwarded-for", claimed)];
        self.request_from(source, "POST", "/auth/token", &headers, &body)
    }

    fn token(&self) -> String {
        let (status, body) = self.log_in_from("127.0.0.1", PASSWORD, "");
        assert_eq!(status, 200, "{body}");
        body["data"]["token"].as_str().unwrap().to_owned()
    }

    /// Follows the feed until it has delivered every import. Whenever it delivers one, both servers must have its
    /// price.
    fn follow(&self, token: &str, cursor: &str) {
        let (mut cursor, mut printed) = (cursor.to_owned(), 0);
        until("every import in the feed", || {
            let (status, page) =
                self.get(&format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}"), token);
            assert_eq!(status, 200, "{page}");
            printed += page["data"]["items"].as_array().unwrap().len() as u64;
            for _ in &self.servers {
                let (status, product) = self.get("/api/v2/products/PMP-001", token);
                let price = product["data"]["pricing"]["retail"]["value"].as_f64();
                assert!(status == 200, "{product}");
                assert!(price.is_some(), "{product}");
                let at_least = (printed > 0).then_some((FIRST_PRICE + printed) as f64);
                assert!(price >= at_least, "the feed has delivered {at_least:?}, a server shows {price:?}");
            }
            cursor = page["data"]["meta"]["nextCursor"].as_str().unwrap().to_owned();
            (printed == IMPORTS).then_some(())
        });
    }
}

fn start_server(sandbox: &Sandbox, bind: &str, more: &[&str]) -> Server {
    let usual = ["serve", "--bind", bind, "--storefront-host", STOREFRONT, "--refresh-interval-ms", "50"];
    Server::spawn(sandbox.command(&[&usual[..], &["--trusted-proxies", "127.0.0.1"], more].concat()))
}

#[test]
fn the_longest_addresses_and_heads_pass_through_the_documented_proxy() {
    let Some(site) = Site::start(&SETTLE) else { return };
    let token = site.token();
    let numbers: Vec<String> = (0..500).map(|number| format!("{number:064}")).collect();
    let (status, body) = site.get(&format!("/api/v2/products?stockNumbers={}", numbers.join(",")), &token);
    let missing = body["data"]["meta"]["missing"].as_array();
    assert_eq!((status, missing.map(Vec::len)), (200, Some(500)));
    // Its own address four times in a header.
    let vendors: Vec<String> = (0..120).map(|number| format!("vendor-{number:03}")).collect();
    let page = format!("/api/v2/products/search?q=pump&page=2&pageSize=1&vendor={}", vendors.join(","));
    assert!((1_300..1_500).contains(&page.len()), "{}", page.len());
    assert_eq!(site.get(&page, &token).0, 200);
}

#[test]
fn clients_that_are_sent_round_never_see_an_event_whose_product_is_not_there_yet() {
    let Some(site) = Site::start(&SETTLE) else { return };
    let token = site.token();
    let (_, list) = site.get("/api/v2/catalog/sections/1042/products", &token);
    let cursor = list["data"]["meta"]["changesCursor"].as_str().unwrap();
    std::thread::scope(|scope| {
        let followers: Vec<_> = (0..3).map(|_| scope.spawn(|| site.follow(&token, cursor))).collect();
        for import in 1..=IMPORTS {
            site.sandbox.must_import(&offer(&(FIRST_PRICE + import).to_string()));
        }
        followers.into_iter().for_each(|follower| follower.join().unwrap());
    });
    for server in &site.servers {
        until("its part of the requests", || server.log().contains("product-changes").then_some(()));
    }
}

#[test]
fn a_client_has_one_limit_of_logins_for_all_servers_and_cannot_choose_its_address() {
    let Some(site) = Site::start(&["--login-attempts-per-minute", "4"]) else { return };
    let statuses: Vec<u16> = within_a_minute(|number| {
        let source = format!("127.0.1.{number}");
        let attempts =
            (0..12).map(|attempt| site.log_in_from(&source, "a wrong password", &format!("10.0.0.{attempt}")));
        attempts.map(|(status, _)| status).collect()
    });
    assert_eq!(statuses, [[401; 4], [429; 4], [429; 4]].concat());
    assert_eq!(site.log_in_from("127.0.0.3", PASSWORD, "").0, 200, "another client has attempts of its own");
}

/// The 503s of one client leave no server out for others.
fn assert_all_in(site: &Site, token: &str) {
    for _ in 0..3 {
        let (status, _) = site.get("/api/v2/products/PMP-001?minRevision=1000000", token);
        assert_eq!(status, 503);
        let statuses: Vec<u16> = (0..4).map(|_| site.get("/api/v2/products/PMP-001", token).0).collect();
        assert_eq!(statuses, [200; 4]);
    }
}

#[test]
fn clients_do_not_notice_a_killed_server_and_it_serves_again_when_it_is_back() {
    let Some(mut site) = Site::start(&[]) else { return };
    let token = site.token();
    assert_all_in(&site, &token);
    let killed = AtomicBool::new(false);
    let mut victim = site.servers.remove(0);
    let address = victim.address.clone();
    std::thread::scope(|scope| {
        let client = scope.spawn(|| {
            let mut after_the_kill = 0;
            while after_the_kill < 50 {
                after_the_kill += usize::from(killed.load(Ordering::Acquire));
                let (status, body) = site.get("/api/v2/products/PMP-001", &token);
                assert_eq!(status, 200, "{body}");
            }
        });
        victim.signal("KILL");
        victim.exit();
        killed.store(true, Ordering::Release);
        client.join().unwrap();
    });
    let back = start_server(&site.sandbox, &address, &[]);
    until("a request for the server that is back", || {
        assert_eq!(site.get("/api/v2/products/PMP-001", &token).0, 200);
        back.log().contains("/api/v2/products/PMP-001").then_some(())
    });
}

/// Signs an administrator in, opens the page of imports and uploads a file, as a browser does. Prints the status.
const UPLOAD: &str = r#"
page() { curl -sS -b cookies -c cookies "$SITE$1"; }
token() { page "$1" | sed -n 's/.*name="form_token" value="\([^"]*\)".*/\1/p' | tail -n 1; }
curl -sS -b cookies -c cookies -o signed-in "$SITE/portal/sign-in" --data-urlencode "form_token=$(token /portal/sign-in)" \
    --data-urlencode 'login=admin@shop.example' --data-urlencode "password=$PASSWORD"
curl -sS -b cookies -c cookies -o uploaded -w '%{http_code}' "$SITE/portal/admin/imports" \
    -F "form_token=$(token /portal/admin/imports)" -F kind=full -F file=@catalog.ndjson
"#;

#[test]
fn imports_larger_than_other_requests_are_pushed_and_uploaded_through_the_documented_proxy_and_followed() {
    let Some(site) = Site::start(&[]) else { return };
    site.sandbox.add_administrator("admin@shop.example");
    let key = site.sandbox.add_import_key("admin@shop.example");
    let generated = site.sandbox.generate("600", "10", "1");
    assert!(generated.len() > 1 << 20, "as large as imports are");
    site.sandbox.write("catalog.ndjson", &generated);

    let address = format!("http://{}", site.nginx.address);
    let push = ["push", "--to", &address, "catalog.ndjson"];
    let pushed = site.sandbox.client_command(&push).env("CATALOG_KEY", &key).output().unwrap();
    let outcome = Outcome::from(pushed);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");

    let mut shell = site.sandbox.shell(UPLOAD);
    shell.env("SITE", &address).env("PASSWORD", PASSWORD);
    let outcome = Outcome::from(shell.output().unwrap());
    assert_eq!((outcome.code, &*outcome.stdout), (Some(0), "303"), "{outcome:?}");

    // A path is passed on as it came, and a request that waits for changes is not cut off.
    let token = site.token();
    let (status, product) = site.get("/api/v2/products/PMP-002%2FA", &token);
    assert_eq!((status, &product["data"]["stockNumber"]), (200, &json!("PMP-002/A")));
    let (_, list) = site.get("/api/v2/catalog/sections/1042/products", &token);
    let cursor = list["data"]["meta"]["changesCursor"].as_str().unwrap();
    let feed = format!("/api/v2/catalog/sections/1042/product-changes?wait=30&cursor={cursor}");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| site.get(&feed, &token));
        site.sandbox.must_import(&offer("2500"));
        let (status, page) = waiting.join().unwrap();
        assert_eq!((status, &page["data"]["items"][0]["stockNumber"]), (200, &json!("PMP-001")), "{page}");
    });
}
