//! Connections that are many, idle, slow, or not HTTP at all: each is bounded, and none blocks others.

use crate::support::{DEADLINE, Metrics, Sandbox, Server, connect, connection_capacity, in_shell, until};
use catalog_testkit::process::{HttpRequest, RawConnection};
use catalog_testkit::process_info::memory;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

const IDLE_CONNECTIONS: usize = 10_000;
/// The time that a client is given, in seconds, where a test has to wait until it is over. No shorter: a busy machine
/// may delay the client itself for a while.
const CLIENT_TIMEOUT: &str = "4";
/// The most memory that an idle connection may take in a server, in KiB. It takes about a third of it.
const KIBIBYTES_PER_CONNECTION: u64 = 32;

fn start(sandbox: &Sandbox, more: &[&str]) -> (Server, Metrics) {
    let command = sandbox.serve_command(&[&["--metrics-bind", "127.0.0.1:0"], more].concat());
    let server = Server::spawn(in_shell(&command, r#"ulimit -S -n 256; exec "$0" "$@""#));
    let metrics = Metrics::of(&server);
    (server, metrics)
}

fn live() -> HttpRequest {
    HttpRequest::get("/health/live", None, &[])
}

/// Waits until the server has this many connections.
fn wait_for_connections(metrics: &Metrics, count: usize) {
    let line = format!("catalog_http_connections {count}");
    until(&line, || metrics.page().lines().any(|printed| printed == line).then_some(()));
}

/// Reads until the server ends the connection.
fn rest_until_the_end(stream: &mut TcpStream) -> String {
    stream.set_read_timeout(Some(DEADLINE)).unwrap();
    let mut rest = Vec::new();
    let ended = stream.read_to_end(&mut rest);
    assert!(ended.is_ok() || ended.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    String::from_utf8_lossy(&rest).into_owned()
}

#[test]
fn ten_thousand_idle_connections_delay_nobody_and_take_little_memory() {
    let sandbox = Sandbox::new().filled();
    let (server, metrics) = start(&sandbox, &["--keep-alive-seconds", "3600", "--log", "off"]);
    let token = server.token();
    let count = connection_capacity(IDLE_CONNECTIONS);
    let resident = || memory(server.id()).unwrap().resident;
    let before = resident();
    let mut idle: Vec<RawConnection> = (0..count)
        .map(|_| {
            let mut connection = connect(&server.address).unwrap();
            assert_eq!(connection.request(&live()).status, 200);
            connection
        })
        .collect();
    wait_for_connections(&metrics, count);
    assert_eq!(server.get("/api/v2/products/PMP-001?include=description", &token).status, 200);
    let grown = resident().saturating_sub(before);
    println!("{count} idle connections take {grown} KiB");
    assert!(grown < count as u64 * KIBIBYTES_PER_CONNECTION, "{count} connections take {grown} KiB");
    for at in [0, count / 2, count - 1] {
        assert_eq!(idle[at].request(&live()).status, 200, "idle, but not forgotten");
    }
    drop(idle);
    wait_for_connections(&metrics, 0);
}

#[test]
fn connections_beyond_the_limit_wait_until_another_ends() {
    let sandbox = Sandbox::new().filled();
    let (server, metrics) = start(&sandbox, &["--workers", "1", "--max-connections", "2"]);
    let mut open: Vec<RawConnection> = (0..2).map(|_| connect(&server.address).unwrap()).collect();
    for connection in &mut open {
        assert_eq!(connection.request(&live()).status, 200);
    }
    let mut further = connect(&server.address).unwrap();
    further.send(live().to_bytes()).unwrap();
    wait_for_connections(&metrics, 2);
    open.pop();
    assert_eq!(further.response().status, 200);
    wait_for_connections(&metrics, 2);
}

#[test]
fn idle_connections_are_ended_after_their_time() {
    let sandbox = Sandbox::new().filled();
    let (server, metrics) = start(&sandbox, &["--keep-alive-seconds", "1"]);
    let mut idle = connect(&server.address).unwrap();
    assert_eq!(idle.request(&live()).status, 200);
    assert!(idle.is_closed());
    wait_for_connections(&metrics, 0);
}

#[test]
fn a_client_that_does_not_read_its_response_is_cut_off() {
    let sandbox = Sandbox::new().filled();
    let (server, metrics) = start(&sandbox, &["--client-timeout-seconds", CLIENT_TIMEOUT]);
    let token = server.token();
    let mut deaf = TcpStream::connect(&server.address).unwrap();
    deaf.set_nonblocking(true).unwrap();
    let many = HttpRequest::get("/api/v2/catalog/tree", Some(&token), &[]).to_bytes().repeat(1_000);
    let mut rest = &many[..];
    // It sends requests until the server, whose responses pile up, stops reading; then it continues until the server
    // disconnects it.
    until("the end of the connection", || {
        loop {
            rest = if rest.is_empty() { &many } else { rest };
            match deaf.write(rest) {
                Ok(sent) => rest = &rest[sent..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => return None,
                Err(_) => return Some(()),
            }
        }
    });
    wait_for_connections(&metrics, 0);
    assert_eq!(server.get("/api/v2/catalog/tree", &token).status, 200);
}

#[test]
fn a_request_that_never_ends_is_cut_off_whether_it_is_the_first_or_a_further_one() {
    let sandbox = Sandbox::new().filled();
    let (server, _metrics) =
        start(&sandbox, &["--client-timeout-seconds", CLIENT_TIMEOUT, "--keep-alive-seconds", "1"]);
    for before in [Vec::new(), live().to_bytes()] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(&[&before[..], b"GET /health/live HTTP/1.1\r\nx: "].concat()).unwrap();
        let rest = rest_until_the_end(&mut stream);
        assert_eq!(rest.matches("HTTP/1.1 200").count(), usize::from(!before.is_empty()), "{rest}");
    }
}

#[test]
fn malformed_requests_get_an_envelope() {
    let sandbox = Sandbox::new().filled();
    let (server, _metrics) = start(&sandbox, &["--client-timeout-seconds", CLIENT_TIMEOUT]);
    let get = |target: &str, header: &str| format!("GET {target} HTTP/1.1\r\nhost: test\r\n{header}\r\n");
    for (sent, code) in [
        ("hello\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), 400),
        (get("/health/live", "no colon\r\n"), 400),
        (get("/health/live", "content-length: many\r\n"), 400),
        (get(&format!("/{}", "x".repeat(70_000)), ""), 400),
        (format!("GET / HTTP/1.1\r\nhost: test\r\nx: {}", "x".repeat(131_072)), 431),
        ("GET / HTTP/1.1\r\nhost: test\r\nx: never-ending".to_owned(), 408),
    ] {
        let start: String = sent.chars().take(40).collect();
        let mut connection = connect(&server.address).unwrap();
        connection.send(&sent).unwrap();
        let response = connection.response();
        assert_eq!(
            (response.status, response.header("content-type")),
            (code, Some("application/json")),
            "{start}: {response:?}"
        );
        for header in ["x-request-id", "x-content-type-options", "referrer-policy", "x-frame-options"] {
            assert!(response.header(header).is_some_and(|value| !value.is_empty()), "{header}: {response:?}");
        }
        let body = response.json();
        assert_eq!((&body["status"], &body["error"]["code"]), (&false.into(), &code.into()), "{start}: {body}");
        let message = body["error"]["message"].as_str().unwrap();
        assert_eq!(message.contains("64 KiB"), code == 400, "the limit of the target: {message}");
    }
    until("the line", || server.log().contains("INFO malformed request: invalid Header provided").then_some(()));
    assert!(!server.log().contains(" ERROR "), "{}", server.log());
}
