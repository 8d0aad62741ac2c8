//! The parts of the benchmark against nginx whose errors would go unnoticed: how it compares bodies, how it reads
//! responses, and its statistics. The rest of it checks itself whenever it runs.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

#[path = "../benches/http/client.rs"]
mod client;
#[path = "../benches/http/digest.rs"]
mod digest;
#[path = "../benches/http/median.rs"]
mod median;

use client::Client;
use digest::Digest;
use flate2::Compression;
use flate2::write::GzEncoder;
use median::median;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

const BODY: &str = r#"{"status": true, "data": {"name": "\u041d\u0430\u0441\u043e\u0441"}}"#;

/// A server that reads one request and responds with these bytes; returns its address and the request.
fn responding(bytes: Vec<u8>) -> (String, thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let requested = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let lines = BufReader::new(&stream).lines().map_while(Result::ok);
        let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        (&stream).write_all(&bytes).unwrap();
        head.join("\n")
    });
    (address, requested)
}

/// A response of known length, with more header lines.
fn whole(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn chunked(headers: &str, chunks: &[&[u8]]) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n{headers}\r\n").into_bytes();
    for chunk in chunks.iter().chain([&[].as_slice()]) {
        bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        bytes.extend_from_slice(chunk);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes
}

#[test]
fn a_response_is_read_whatever_its_framing_and_coding() {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(BODY.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(BODY.as_bytes(), 1).unwrap();
    let mut br = Vec::new();
    brotli::CompressorWriter::new(&mut br, 4096, 5, 20).write_all(BODY.as_bytes()).unwrap();
    let (start, end) = BODY.as_bytes().split_at(20);
    for (case, bytes) in [
        ("as it is", whole("200 OK", "", BODY.as_bytes())),
        ("in chunks", chunked("", &[start, end])),
        ("gzip", whole("200 OK", "Content-Encoding: gzip\r\n", &gzip)),
        ("zstd", whole("200 OK", "content-encoding: zstd\r\n", &zstd)),
        ("br in chunks", chunked("Content-Encoding: br\r\n", &[&br])),
    ] {
        let (address, requested) = responding(bytes);
        let response = Client::connect(&address).unwrap().get("/products", &[("Accept", "*/*")]).unwrap();
        assert_eq!(response.json().unwrap()["data"]["name"], "\u{41d}\u{430}\u{441}\u{43e}\u{441}", "{case}");
        assert!(
            requested.join().unwrap().starts_with("GET /products HTTP/1.1\nHost: benchmark\nAccept: */*"),
            "{case}"
        );
    }
}

#[test]
fn what_is_no_success_is_not_taken_for_one() {
    for (case, bytes) in [
        ("an error", whole("404 Not Found", "", BODY.as_bytes())),
        ("an error of the first version", whole("200 OK", "", br#"{"status": false, "data": {}}"#)),
        ("no JSON", whole("200 OK", "", b"<html>")),
        ("a coding that was not requested", whole("200 OK", "Content-Encoding: compress\r\n", BODY.as_bytes())),
        ("a coding that is not what it says", whole("200 OK", "Content-Encoding: gzip\r\n", BODY.as_bytes())),
        ("a body that ends early", whole("200 OK", "", BODY.as_bytes())[..60].to_vec()),
    ] {
        let (address, requested) = responding(bytes);
        let response = Client::connect(&address).unwrap().get("/", &[]).and_then(|response| response.json());
        assert!(response.is_err(), "{case}: {response:?}");
        requested.join().unwrap();
    }
}

#[test]
fn a_304_has_no_body_whatever_length_it_states() {
    let (address, _) = responding(b"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\nETag: \"a\"\r\n\r\n".to_vec());
    let response = Client::connect(&address).unwrap().post("/", &json!({})).unwrap();
    assert_eq!((response.status, response.body.len(), response.header("etag")), (304, 0, Some("\"a\"")));
    assert_eq!(response.length(), 59);
}

#[test]
fn bodies_that_differ_in_their_cursors_only_are_equal() {
    let body = |cursor: &str, total: u32| -> Value {
        json!({"data": {"meta": {"changesCursor": cursor, "checkpoint": cursor, "nextCursor": cursor, "total": total}}})
    };
    assert_eq!(Digest::of(body("a", 1)), Digest::of(body("b", 1)));
    assert_ne!(Digest::of(body("a", 1)), Digest::of(body("a", 2)));
    assert_ne!(Digest::of(json!({"data": {}})), Digest::of(body("a", 1)));
    let elsewhere = |cursor: &str| json!({"data": {"items": [{"nextCursor": cursor}]}});
    assert_ne!(Digest::of(elsewhere("a")), Digest::of(elsewhere("b")));
}

#[test]
fn the_median_is_the_value_in_the_middle_or_the_mean_of_the_two_there() {
    for (values, expected) in [(vec![3.0, 1.0, 200.0], 3.0), (vec![4.0, 1.0, 2.0, 300.0], 3.0), (vec![7.0], 7.0)] {
        assert_eq!(median(values.iter().copied()), expected, "{values:?}");
    }
    assert!(median(std::iter::empty()).is_nan());
}
