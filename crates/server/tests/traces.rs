//! Traces: what a collector gets of a request and of an import.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use catalog_testkit::process::ServerProcess;
use catalog_testkit::program::isolated_command;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;

const PASSWORD: &str = "a long password";
/// Longer than the exporter's patience with a collector.
const PATIENCE: Duration = Duration::from_secs(20);
const LOGIN_TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const LIST_TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Takes requests until the test ends, and returns their bodies.
fn collector() -> (String, Receiver<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, bodies) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut reader = BufReader::new(stream.unwrap());
            let mut line = String::new();
            let mut length = 0;
            while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
                let value = line.to_ascii_lowercase().strip_prefix("content-length:").map(|value| value.trim().parse());
                length = value.map_or(length, Result::unwrap);
                line.clear();
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            let response = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            reader.get_mut().write_all(response).unwrap();
            if sender.send(body).is_err() {
                return;
            }
        }
    });
    (format!("http://{address}"), bodies)
}

/// The name of a span, of which `fields` are what follows its trace's id: fields with a tag and a length, up to the
/// name, whose tag is 5.
fn name(mut fields: &[u8]) -> String {
    while fields[0] != (5 << 3 | 2) {
        fields = &fields[2 + usize::from(fields[1])..];
    }
    String::from_utf8(fields[2..][..usize::from(fields[1])].to_vec()).unwrap()
}

fn names(bodies: &[u8], trace: Option<&str>) -> BTreeSet<String> {
    let is_span = |field: &[u8]| field.starts_with(&[1 << 3 | 2, 16]) && field.get(18..20) == Some(&[2 << 3 | 2, 8]);
    let is_wanted = |id: &[u8]| trace.is_none_or(|trace| id == u128::from_str_radix(trace, 16).unwrap().to_be_bytes());
    let starts = (0..bodies.len()).map(|start| &bodies[start..]).filter(|field| is_span(field));
    starts.filter(|field| is_wanted(&field[2..18])).map(|field| name(&field[18..])).collect()
}

fn catalog(folder: &TempDir, collector: &str, arguments: &[&str]) -> Command {
    let mut command = isolated_command(env!("CARGO_BIN_EXE_catalog"), folder.path());
    command.args(arguments).env("CATALOG_STOREFRONT_HOST", "storefront.example");
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", collector);
    command
}

fn run(mut command: Command, input: &[u8]) -> Vec<u8> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let outcome = child.wait_with_output().unwrap();
    assert!(outcome.status.success(), "{command:?}");
    outcome.stdout
}

fn parent(trace: &str) -> String {
    format!("00-{trace}-b7ad6b7169203331-01")
}

#[test]
fn a_collector_gets_the_steps_of_an_import_and_requests_that_continue_the_traces_of_their_clients() {
    let folder = tempfile::tempdir().unwrap();
    let (url, bodies) = collector();
    let catalog = |arguments: &[&str]| catalog(&folder, &url, arguments);
    let records = run(catalog(&["generate", "--products", "200"]), b"");
    run(catalog(&["import", "-"]), &records);
    let import = names(&bodies.recv_timeout(PATIENCE).unwrap(), None);
    for step in ["import", "reading", "comparing", "writing"] {
        assert!(import.contains(step), "{step}: {import:?}");
    }
    run(catalog(&["user", "add", "buyer@shop.example", "--password-stdin"]), PASSWORD.as_bytes());

    let mut server = ServerProcess::start(&mut catalog(&["serve", "--bind", "127.0.0.1:0"])).unwrap();
    let login = json!({"login": "buyer@shop.example", "password": PASSWORD}).to_string();
    let headers = [("content-type", "application/json"), ("traceparent", &parent(LOGIN_TRACE))];
    let response: Value = server.request("POST", "/auth/token", &headers, &login).json();
    let token = format!("Bearer {}", response["data"]["token"].as_str().unwrap());
    let headers = [("authorization", &*token), ("traceparent", &parent(LIST_TRACE))];
    let tree: Value = server.request("GET", "/api/v2/catalog/sections", &headers, "").json();
    let section = tree["data"]["items"][0]["id"].as_str().unwrap();
    let target = format!("/api/v2/catalog/sections/{section}/products?available=true");
    assert_eq!(server.request("GET", &target, &headers, "").status, 200);
    server.stop(PATIENCE);

    let bodies: Vec<u8> = bodies.try_iter().flatten().collect();
    for (trace, expected) in [(LOGIN_TRACE, &["request", "store"][..]), (LIST_TRACE, &["request", "queue", "work"])] {
        let found = names(&bodies, Some(trace));
        assert!(expected.iter().all(|name| found.contains(*name)), "{expected:?}: {found:?}");
    }
}
