//! The most expensive searches, another one each time: one letter, one letter 200 times, ten short words, words with as
//! many typos as are looked for.

use super::Attack;
use crate::hostile::engine::read;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

const CONNECTIONS: usize = 64;
const TEXTS: [&str; 6] = [
    "e",
    "1",
    "a%20e%20i%20o%20r%20n%20s%20t%20l%20m",
    "1%202%203%204%205%206%207%208%209%200",
    "cntrifugal%20exchagner%20electrci%20hydrualic",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

pub(super) const ATTACK: Attack = Attack {
    name: "searches",
    about: "64 connections of one user: the most expensive searches with facets, another one each time",
    least: Duration::ZERO,
    run: |scene| {
        read(scene, CONNECTIONS, |connection, number| {
            let turn = number * CONNECTIONS + connection;
            // Another page each time, so that no body is cached.
            let (text, page) = (TEXTS[turn % TEXTS.len()], 1 + turn / TEXTS.len());
            let query = format!("q={text}&include=facets&pageSize=1&page={page}");
            HttpRequest::get(&format!("/api/v2/products/search?{query}"), scene.token(0), &[])
        })
    },
};
