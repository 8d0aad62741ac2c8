//! Snapshots of the largest section with all parts, read slowly: none of them may be cut off, and none may hold more
//! than its next products.

use super::Attack;
use crate::hostile::engine::read_slowly;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

const CONNECTIONS: usize = 50;
/// Bytes a second of each connection: no stream ends before the attack does.
const RATE: u64 = 50_000;
const PARTS: &str = "description,media,features,seo,filterValues,sections,warehouses,documentation,software,version";

pub(super) const ATTACK: Attack = Attack {
    name: "slow-copies",
    about: "50 connections of 7 users: snapshots of the largest section with all parts, read at 50 kB/s",
    least: Duration::ZERO,
    run: |scene| {
        read_slowly(scene, CONNECTIONS, RATE, |connection, _| {
            let (section, _) = &scene.site.largest_section;
            let target = format!("/api/v2/catalog/sections/{section}/product-snapshot?include={PARTS}");
            let token = &scene.site.copiers[connection % scene.site.copiers.len()];
            HttpRequest::get(&target, Some(token), &[])
        })
    },
};
