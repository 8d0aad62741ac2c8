//! The section tree with vendors, compressed by gzip, requested with a different depth each time, by clients that
//! leave after half a second.

use super::Attack;
use crate::hostile::engine::send_waves;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

const CONNECTIONS: usize = 512;
const DEADLINE: Duration = Duration::from_millis(500);
/// Deeper than any tree.
const DEPTH: usize = 100;

pub(super) const ATTACK: Attack = Attack {
    name: "deep-trees",
    about: "512 connections of one user: tree?include=vendors&depth=100.. with gzip, closed after 0.5 s",
    least: Duration::ZERO,
    run: |scene| {
        send_waves(scene, CONNECTIONS, DEADLINE, |connection, wave| {
            let depth = DEPTH + wave * CONNECTIONS + connection;
            let target = format!("/api/v2/catalog/tree?include=vendors&depth={depth}");
            HttpRequest::get(&target, scene.token(0), &[("Accept-Encoding", "gzip")])
        })
    },
};
