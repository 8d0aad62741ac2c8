//! One client that requests as much as it can: the others are served, and memory stays within its bound.

use crate::support::{BUYER, HttpResponse, Metrics, PASSWORD, Sandbox, Server, connect, until};
use catalog_testkit::process::{HttpRequest, RawConnection};
use catalog_testkit::process_info::memory;
use std::fmt::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// More requests than one account may queue.
const FLOOD: usize = 300;
/// Clients that read none of their responses.
const SILENT_CLIENTS: usize = 40;
/// Clients that log in with wrong passwords, again and again: more than may wait.
const FLOODING_LOGINS: usize = 32;

/// A server over a generated catalog in which some responses are large and take long.
fn start(sandbox: &Sandbox, more: &[&str]) -> (Server, Metrics, String) {
    sandbox.must_import(&sandbox.generate("6000", "400", "11"));
    sandbox.add_buyer();
    let (server, metrics) = Metrics::serve(sandbox, &[&["--log", "off"], more].concat());
    let token = server.token();
    (server, metrics, token)
}

/// Sends a request and does not wait for the response.
fn ask(server: &Server, token: &str, target: &str) -> RawConnection {
    let mut connection = connect(&server.address).unwrap();
    connection.send(HttpRequest::get(target, Some(token), &[]).to_bytes()).unwrap();
    connection
}

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
    let flood: Vec<RawConnection> = (0..FLOOD).map(|number| ask(&server, &token, &target(number))).collect();
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
fn an_account_that_reads_nothing_leaves_the_others_half_of_the_budget() {
    let sandbox = Sandbox::new();
    let (server, metrics, greedy) =
        start(&sandbox, &["--max-answer-mb", "4", "--answer-cache-mb", "0", "--client-timeout-seconds", "600"]);
    assert_one_body_is_shared(&server, &metrics, &greedy);
    let other = "other@storefront.example";
    sandbox.add_account(&[other]);
    let tree = server.get("/api/v2/catalog/tree?depth=1", &greedy).json();
    let roots = tree["data"]["items"].as_array().unwrap();
    let largest = roots.iter().max_by_key(|section| section["productCount"].as_u64()).unwrap();
    // Pages of different sizes, so that no two bodies are one.
    let pages = format!("/api/v2/catalog/sections/{}/products?pageSize=", largest["id"].as_str().unwrap());
    let deaf: Vec<TcpStream> =
        (0..12).map(|number| silent_client(&server, &greedy, &format!("{pages}{}", 1_000 - number))).collect();
    until("a refusal", || (metrics.value("catalog_answers_refused_total") > 0.0).then_some(()));
    let token = log_in_from(&server, "192.0.2.1", other, PASSWORD).json()["data"]["token"].as_str().unwrap().to_owned();
    let tree = server.get("/api/v2/catalog/tree?include=vendors", &token);
    assert_eq!(tree.status, 200, "{}", metrics.page());
    assert!(tree.body.len() > 64 * 1_024, "small answers are never refused");
    drop(deaf);
}

/// Clients that do not read share a body that is the same, and the others are served.
fn assert_one_body_is_shared(server: &Server, metrics: &Metrics, token: &str) {
    const TREE: &str = "/api/v2/catalog/tree?include=vendors";
    let tree = server.get(TREE, token);
    assert!(tree.body.len() > 256 * 1_024, "{} bytes", tree.body.len());
    let resident = || memory(server.id()).unwrap().resident << 10;
    let before = resident();
    let deaf: Vec<TcpStream> = (0..SILENT_CLIENTS).map(|_| silent_client(server, token, TREE)).collect();
    until("all of them", || (metrics.value("catalog_http_connections") >= SILENT_CLIENTS as f64).then_some(()));
    assert_eq!(server.get(TREE, token).body, tree.body);
    assert!(metrics.value("catalog_answer_bytes") <= metrics.value("catalog_answer_bytes_limit"));
    let grown = resident().saturating_sub(before);
    println!("{SILENT_CLIENTS} clients that do not read {} bytes take {grown}", tree.body.len());
    assert!(grown < 32 << 20, "{grown} bytes more");
    drop(deaf);
    until("nothing to be sent", || (metrics.value("catalog_answer_bytes") == 0.0).then_some(()));
}

#[test]
fn a_flood_of_wrong_logins_keeps_no_honest_login_out() {
    // The flood comes from another network than the honest logins, each of which has another source. Or it comes from
    // their own network and source, and they have succeeded from there before.
    let (other_network, same_source) = (("10.1.0", false), ("192.0.2", true));
    let sandbox = Sandbox::new();
    sandbox.add_buyer();
    let proxies = ["--trusted-proxies", "127.0.0.1", "--login-attempts-per-minute", "100000"];
    let server = sandbox.serve(&[&["--log", "off"], &proxies[..]].concat());
    let token = server.token();
    for (network, is_same_source) in [other_network, same_source] {
        let honest = |number: u8| format!("192.0.2.{}", if is_same_source { 1 } else { number });
        let (refused, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let log_in = |number: u8| log_in_from(&server, &honest(number), BUYER, PASSWORD).status;
        assert_eq!(log_in(1), 200);
        std::thread::scope(|scope| {
            for number in 0..FLOODING_LOGINS {
                let (server, refused, is_over) = (&server, &refused, &is_over);
                scope.spawn(move || {
                    let source = format!("{network}.{}", 1 + number % 2 * number);
                    while !is_over.load(Ordering::Relaxed) {
                        let status =
                            log_in_from(server, &source, &format!("nobody-{number}@shop.example"), "wrong").status;
                        refused.fetch_add(usize::from(status == 503), Ordering::Relaxed);
                    }
                });
            }
            until("a full queue", || (refused.load(Ordering::Relaxed) > 10 * FLOODING_LOGINS).then_some(()));
            assert_eq!(server.get("/api/v2/catalog/tree", &token).status, 200, "reads go on");
            let logins: Vec<u16> = (2..5).map(log_in).collect();
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(logins, [200; 3], "beside a flood from {network}");
        });
    }
}

/// Logs in by a proxy that says where the client is.
fn log_in_from(server: &Server, source: &str, login: &str, password: &str) -> HttpResponse {
    let headers = [("content-type", "application/json"), ("x-forwarded-for", source)];
    let body = format!(r#"{{"login": "{login}", "password": "{password}"}}"#);
    server.request("POST", "/auth/token", &headers, &body)
}

/// A client that sends a request and never reads.
fn silent_client(server: &Server, token: &str, target: &str) -> TcpStream {
    use std::io::Write;
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.write_all(&HttpRequest::get(target, Some(token), &[]).to_bytes()).unwrap();
    stream
}
