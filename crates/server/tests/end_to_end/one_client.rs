//! One client that requests as much as it can: the others are served, and memory stays within its bound.

use crate::support::{Connection, Metrics, STOREFRONT, Sandbox, Server, until};
use std::fmt::Write;
use std::net::TcpStream;

/// More requests than one account may queue.
const FLOOD: usize = 300;
/// Clients that read none of their responses.
const SILENT_CLIENTS: usize = 40;

/// A server over a generated catalog in which some responses are large and take long.
fn start(sandbox: &Sandbox, more: &[&str]) -> (Server, Metrics, String) {
    let generated = sandbox.run(&["generate", "--products", "6000", "--sections", "400", "--seed", "11"]);
    sandbox.must_import(&generated.stdout);
    sandbox.add_buyer();
    let usual = ["serve", "--bind", "127.0.0.1:0", "--metrics-bind", "127.0.0.1:0", "--storefront-host", STOREFRONT];
    let server = Server::spawn(sandbox.command(&[&usual[..], &["--log", "off"], more].concat()));
    let metrics = Metrics::of(&server);
    let token = server.token();
    (server, metrics, token)
}

/// Sends a request and does not wait for the response.
fn ask(server: &Server, token: &str, target: &str) -> Connection {
    let mut connection = Connection::open(&server.address).unwrap();
    connection.send(&format!("GET {target} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer {token}\r\n\r\n"));
    connection
}

/// The source ids of the sections that v1 shows.
fn source_ids(server: &Server, token: &str) -> Vec<u64> {
    let tree = server.get("/api/v1/get/catalog", token).json();
    let mut nodes: Vec<_> = tree["data"].as_array().unwrap().iter().collect();
    let mut ids = Vec::new();
    while let Some(node) = nodes.pop() {
        ids.push(node["id"].as_u64().unwrap());
        nodes.extend(node["subSections"].as_array().into_iter().flatten());
    }
    ids
}

#[test]
fn abandoned_expensive_requests_do_not_delay_others() {
    let sandbox = Sandbox::new();
    let (server, metrics, token) = start(&sandbox, &[]);
    let ids = source_ids(&server, &token);
    assert_eq!(server.get("/api/v2/catalog/tree", &token).status, 200);
    // Each requests other sections, so that no two of them have the same response.
    let target = |number: usize| {
        let mut target = "/api/v1/get/section-meta/".to_owned();
        ids.iter().cycle().skip(number).take(ids.len().min(200) - 1).for_each(|id| write!(target, "{id},").unwrap());
        target + "0"
    };
    let flood: Vec<Connection> = (0..FLOOD).map(|number| ask(&server, &token, &target(number))).collect();
    until("work that waits", || (metrics.value("catalog_work_jobs{state=\"waiting\"}") > 50.0).then_some(()));
    assert_eq!(server.request("GET", "/health/live", &[], "").status, 200);
    assert_eq!(server.get("/auth/v2/check", &token).status, 200);
    assert_eq!(server.get("/api/v2/catalog/tree", &token).status, 200, "it was made before");
    drop(flood);
    until("nothing that waits", || (metrics.value("catalog_work_jobs{state=\"waiting\"}") == 0.0).then_some(()));
    assert!(metrics.value("catalog_work_dropped_total") > 0.0, "most of it was never done");
    assert_eq!(server.get(&target(0), &token).status, 200);
}

#[test]
fn clients_that_do_not_read_share_bodies_and_the_others_are_served() {
    let sandbox = Sandbox::new();
    let (server, metrics, token) =
        start(&sandbox, &["--max-answer-mb", "8", "--answer-cache-mb", "0", "--client-timeout-seconds", "600"]);
    let tree = server.get("/api/v2/catalog/tree?include=vendors", &token);
    assert!(tree.body.len() > 256 * 1_024, "{} bytes", tree.body.len());
    let before = resident_bytes(&server);
    let deaf: Vec<TcpStream> =
        (0..SILENT_CLIENTS).map(|_| silent_client(&server, &token, "/api/v2/catalog/tree?include=vendors")).collect();
    until("all of them", || (metrics.value("catalog_http_connections") >= SILENT_CLIENTS as f64).then_some(()));
    assert_eq!(server.get("/api/v2/catalog/tree?include=vendors", &token).body, tree.body);
    let bound = metrics.value("catalog_answer_bytes_limit");
    assert!(metrics.value("catalog_answer_bytes") <= bound);
    let grown = resident_bytes(&server).saturating_sub(before);
    println!("{SILENT_CLIENTS} clients that do not read {} bytes take {grown}", tree.body.len());
    assert!(grown < 32 << 20, "{grown} bytes more");
    drop(deaf);
    until("nothing to be sent", || (metrics.value("catalog_answer_bytes") == 0.0).then_some(()));
}

/// A client that sends a request and never reads.
fn silent_client(server: &Server, token: &str, target: &str) -> TcpStream {
    use std::io::Write;
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

fn resident_bytes(server: &Server) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    1_024 * line.trim().trim_end_matches(" kB").parse::<usize>().unwrap()
}
