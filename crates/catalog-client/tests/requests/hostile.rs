//! A server that means harm: bodies that unpack to far more, numbers at every extreme, lists and feeds without an end,
//! texts that a terminal obeys.

use crate::script::{LIST, Reply, Script, data, product, refusal, token};
use crate::sync::{Copy, changes, no_route, once, page, snapshot};
use catalog_client::{ClientError, FollowOptions};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const TREE: &str = "/api/v2/catalog/tree";
const EXTREMES: [&str; 8] =
    ["0", "-1", "1.5", "4294967296", "4611686018427387904", "9223372036854775807", "18446744073709551615", "1e308"];

/// A body of so many spaces, and what comes after them.
fn packed(status: u16, spaces: usize, rest: &str) -> Reply {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&vec![b' '; spaces]).unwrap();
    packed.write_all(rest.as_bytes()).unwrap();
    Reply::Packed(status, packed.finish().unwrap())
}

#[test]
fn what_unpacks_to_more_than_a_body_may_have_is_refused() {
    let login = r#"{"status":true,"data":{"token":"t"},"error":{},"message":""}"#;
    let (short, long) = (64 << 10, 256 << 20);
    let refusal_of_v1 = r#"{"status":false,"data":[],"error":{"code":404}}"#;
    let script = Script::play(vec![token("t", 600), packed(200, short, refusal_of_v1)]);
    let error = script.client().get("/api/v1/get/catalog").unwrap_err();
    assert!(error.to_string().contains("longer than"), "{error}");
    script.requests();
    for (name, replies) in [
        ("a login", vec![packed(200, short, login)]),
        ("an error", vec![token("t", 600), packed(404, short, "{}")]),
        ("a page", vec![token("t", 600), packed(200, long, "{}")]),
    ] {
        let script = Script::play(replies);
        let error = script.client().get(TREE).unwrap_err();
        assert!(matches!(&error, ClientError::Connection(reason) if reason.contains("longer than")), "{name}: {error}");
        script.requests();
    }
}

#[test]
fn what_unpacks_to_less_is_read() {
    let login = r#"{"status":true,"data":{"token":"t"},"error":{},"message":""}"#;
    let script = Script::play(vec![packed(200, (64 << 10) - login.len(), login), packed(200, 1 << 20, "7")]);
    assert_eq!(script.client().get(TREE).unwrap().json().unwrap(), 7);
    script.requests();
}

#[test]
fn every_number_at_every_extreme_is_a_result_or_an_error_and_never_a_panic() {
    for extreme in EXTREMES {
        let login = data(&format!(r#"{{"token":"t","expiresIn":{extreme}}}"#));
        let retry = Reply::Send(503, format!("Retry-After: {extreme}\r\n"), String::new());
        let script = Script::play(vec![login, retry]);
        let _ = script.client().get(TREE);
        drop(script);
        for number in ["page", "pageSize", "pageCount", "total", "revision"] {
            let pick = |name| if name == number { extreme } else { "1" };
            let pagination =
                ["page", "pageSize", "pageCount", "total"].map(|name| format!(r#""{name}":{}"#, pick(name)));
            let meta = format!(r#""meta":{{{LIST},"pagination":{{{}}},"changesCursor":"c"}}"#, pagination.join(","));
            let body = format!(r#"{{"status":true,"data":{{"items":[{}],{meta}}}}}"#, product("A", 1));
            let revision = format!("Catalog-Revision: {}\r\n", pick("revision"));
            let script = Script::play(vec![token("t", 600), no_route(), Reply::Send(200, revision, body)]);
            let mut copy = Copy::of_steps(1);
            let _ = script.client().follow("7", &once(), &mut copy);
            drop(script);
        }
    }
}

#[test]
fn a_feed_that_has_more_and_stands_still_is_an_error() {
    let more = |cursor: &str| changes(&[("A", "remove")], true, cursor);
    for (name, feed) in [
        ("no events", vec![changes(&[], true, "n1")]),
        ("neither events nor another cursor", vec![changes(&[], true, "c5")]),
        ("the same cursor", vec![more("c5")]),
        ("two cursors in turns", ["n1", "n2", "n1", "n2"].map(more).into()),
        ("a round of cursors", ["n1", "n2", "n3", "n4", "n5", "n3", "n4"].map(more).into()),
    ] {
        let replies = [token("t", 600), snapshot(&[("A", 1)], 5)].into_iter().chain(feed);
        let script = Script::play(replies.collect());
        let error = script.client().follow("7", &once(), &mut Copy::default()).unwrap_err();
        assert!(error.to_string().contains("does not advance"), "{name}: {error}");
        script.requests();
    }
}

#[test]
fn a_snapshot_that_repeats_itself_or_is_no_snapshot_is_an_error() {
    let body = |body: &str| Reply::Send(200, String::new(), body.to_owned());
    for (name, reply, reason) in [
        ("a product again", snapshot(&[("A", 1), ("A", 1)], 5), "does not advance"),
        ("another order", snapshot(&[("B", 1), ("A", 1)], 5), "does not advance"),
        ("no start", body("{\"type\":\"end\",\"count\":0}\n"), "does not begin with a start"),
        ("no JSON", body("<html>\n"), "cannot be used"),
        ("a line without an end", packed(200, 16 << 20, "{}"), "a line is too long"),
    ] {
        let script = Script::play(vec![token("t", 600), reply]);
        let options = FollowOptions { page_size: 1_000, ..once() };
        let mut copy = Copy::default();
        let error = script.client().follow("7", &options, &mut copy).unwrap_err();
        assert!(error.to_string().contains(reason), "{name}: {error}");
        script.requests();
    }
}

#[test]
fn a_list_of_a_billion_empty_pages_is_an_error() {
    let pages = |list: &[(&str, u32)]| page(list, 1, 1_000_000_000, 5);
    let script = Script::play(vec![token("t", 600), no_route(), pages(&[])]);
    let error = script.client().follow("7", &once(), &mut Copy::default()).unwrap_err();
    assert!(error.to_string().contains("does not advance"), "{error}");
    script.requests();
    let script = Script::play(vec![token("t", 600), pages(&[])]);
    let error = script.client().products("7", &Default::default()).next().unwrap().unwrap_err();
    assert!(error.to_string().contains("does not advance"), "{error}");
    script.requests();
}

#[test]
fn a_list_that_repeats_its_first_page_for_ever_is_an_error() {
    let repeated = [1, 2].map(|number| page(&[("A", 1)], number, 1_000_000_000, 5));
    let script = Script::play([token("t", 600), no_route()].into_iter().chain(repeated).collect());
    let error = script.client().follow("7", &once(), &mut Copy::default()).unwrap_err();
    assert!(error.to_string().contains("does not advance"), "{error}");
    script.requests();
    let pages = ["A", "B", "A", "B"].map(|name| page(&[(name, 1)], 1, 1_000_000_000, 5));
    let script = Script::play([token("t", 600)].into_iter().chain(pages).collect());
    let error = script.client().products("7", &Default::default()).find_map(Result::err).unwrap();
    assert!(error.to_string().contains("does not advance"), "{error}");
    script.requests();
}

#[test]
fn an_error_shows_nothing_that_a_terminal_obeys_and_is_short() {
    let name = format!("\\u001b[2J\\r\\n\\u202e{}", "x".repeat(1_000));
    let script = Script::play(vec![token("t", 600), refusal(404, &name, "")]);
    let shown = script.client().sections().unwrap_err().to_string();
    assert!(shown.starts_with(r"404 \u{1b}[2J\u{d}\u{a}\u{202e}xxx"), "{shown}");
    assert!(shown.chars().count() < 300, "{shown}");
    script.requests();
}
