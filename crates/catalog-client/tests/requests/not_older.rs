//! What a client reads is never older than what it knows already, whichever server responds.

use crate::script::{Reply, Script, refusal, token};
use crate::sync::{Copy, batch, changes, cut_snapshot, feed, once, paths, snapshot};
use catalog_client::{CatalogClient, ClientOptions, RetryPolicy};
use std::time::Duration;

fn at(revision: u64, reply: Reply) -> Reply {
    match reply {
        Reply::Send(status, headers, body) => {
            Reply::Send(status, format!("{headers}Catalog-Revision: {revision}\r\n"), body)
        }
        other => other,
    }
}

fn behind() -> Reply {
    refusal(503, "ServiceUnavailableError", "Retry-After: 0\r\n")
}

/// A server that does not know the parameter.
fn unknown() -> Reply {
    let details =
        r#"{"code":400,"name":"ValidationError","message":"m","details":[{"parameter":"minRevision","reason":"r"}]}"#;
    Reply::Send(400, String::new(), format!(r#"{{"status":false,"data":{{}},"error":{details},"message":""}}"#))
}

fn expired() -> Reply {
    refusal(410, "ProductChangesCursorExpiredError", "")
}

fn read(numbers: &str, revision: u64) -> String {
    format!("products?stockNumbers={numbers}&include=version&minRevision={revision}")
}

fn client(script: &Script, attempts: u32) -> CatalogClient {
    let retry = RetryPolicy { attempts, first_pause: Duration::from_millis(1), ..RetryPolicy::default() };
    CatalogClient::new(ClientOptions { retry, ..script.options() }).unwrap()
}

#[test]
fn the_products_of_a_page_are_read_at_the_revision_of_the_page() {
    let script = Script::play(vec![
        token("t", 600),
        snapshot(&[("A", 1)], 5),
        at(8, changes(&[("A", "upsert")], true, "n1")),
        behind(),
        behind(),
        batch(&[("A", 8)], ""),
        at(9, changes(&[("A", "remove")], false, "n2")),
    ]);
    let mut copy = Copy::default();
    client(&script, 6).follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.names(), Vec::<String>::new());
    let reads = [feed("c5"), read("A", 8), read("A", 8), read("A", 8), feed("n1")];
    assert_eq!(paths(script)[1..], reads);
}

#[test]
fn when_no_server_has_the_revision_the_page_is_read_again_and_says_whether_the_store_was_restored() {
    let script = Script::play(vec![
        token("t", 600),
        snapshot(&[("A", 1)], 5),
        at(8, changes(&[("A", "upsert")], true, "n1")),
        behind(),
        behind(),
        expired(),
        snapshot(&[("A", 6)], 6),
        changes(&[], false, "n2"),
    ]);
    let mut copy = Copy::default();
    client(&script, 2).follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.names(), ["A=6"]);
    let snapshot = "product-snapshot?include=version".to_owned();
    assert_eq!(paths(script)[1..], [feed("c5"), read("A", 8), read("A", 8), feed("c5"), snapshot, feed("c6")]);
}

#[test]
fn a_page_that_comes_again_is_progress_and_its_products_are_not_waited_for_forever() {
    let page = || at(8, changes(&[("A", "upsert")], true, "n1"));
    let mut replies = vec![token("t", 600), snapshot(&[("A", 1)], 5)];
    replies.extend([page(), behind(), behind(), page(), behind(), behind()]);
    let script = Script::play(replies);
    let mut copy = Copy::default();
    let error = client(&script, 2).follow("7", &once(), &mut copy).unwrap_err();
    assert_eq!(error.refusal().unwrap().status, 503);
    assert_eq!(copy.names(), ["A=1"]);
    script.requests();
}

#[test]
fn of_a_server_that_does_not_know_the_parameter_the_revision_of_the_response_is_compared() {
    let plain = |numbers: &str| format!("products?stockNumbers={numbers}&include=version");
    let script = Script::play(vec![
        token("t", 600),
        snapshot(&[("A", 1)], 5),
        at(8, changes(&[("A", "upsert"), ("B", "upsert")], false, "n1")),
        unknown(),
        // A server that is behind would hide B and show an old A.
        at(7, batch(&[("A", 2)], "\"B\"")),
        at(8, batch(&[("A", 8), ("B", 8)], "")),
    ]);
    let mut copy = Copy::default();
    client(&script, 6).follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.names(), ["A=8", "B=8"]);
    assert_eq!(paths(script)[2..], [read("A,B", 8), plain("A,B"), plain("A,B")]);
}

#[test]
fn a_snapshot_goes_on_at_its_revision_and_begins_again_when_the_store_was_restored() {
    let script = Script::play(vec![
        token("t", 600),
        cut_snapshot(&[("A", 1), ("B", 1)], 5),
        unknown(),
        snapshot(&[("C", 1)], 4),
        // The feed has no objection: the server is behind.
        changes(&[], false, "n"),
        behind(),
        behind(),
        behind(),
        expired(),
        snapshot(&[("A", 3)], 3),
        changes(&[], false, "n3"),
    ]);
    let mut copy = Copy::default();
    client(&script, 3).follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.names(), ["A=3"]);
    let paths = paths(script);
    let plain = "product-snapshot?include=version&after=B";
    let is_restored = "product-changes?cursor=c5&limit=1&wait=0";
    let demanded = format!("{plain}&minRevision=5");
    assert_eq!(paths[1..4], [&*demanded, plain, is_restored]);
    assert_eq!(paths[4..8], [&*demanded, &demanded, &demanded, is_restored]);
}
