//! The largest bodies of v2, requested by many connections of one user that read nothing: every byte that is built and
//! not taken is the server's.

use super::Attack;
use crate::hostile::engine::hold;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

const CONNECTIONS: usize = 150;
/// Deeper than any tree.
const DEPTH: usize = 100;

pub(super) const ATTACK: Attack = Attack {
    name: "unread-trees",
    about: "150 connections of one user: the tree or the list of sections with vendors, not read",
    least: Duration::ZERO,
    run: |scene| {
        hold(scene, CONNECTIONS, |connection, number| {
            let target = match connection % 3 {
                0 => "/api/v2/catalog/sections?include=vendors".into(),
                1 => "/api/v2/catalog/tree?include=vendors".into(),
                _ => {
                    format!("/api/v2/catalog/tree?include=vendors&depth={}", DEPTH + number * CONNECTIONS + connection)
                }
            };
            HttpRequest::get(&target, scene.token(0), &[])
        })
    },
};
