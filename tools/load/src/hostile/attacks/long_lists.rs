//! Lists as long as a request may be, in every parameter that takes one: their items are unknown, or unknown and
//! different each time.

use super::{Attack, attack};
use crate::hostile::engine::read;
use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use catalog_testkit::process::HttpRequest;

const CONNECTIONS: usize = 64;
/// The longest query, in bytes: targets end at 64 KiB.
const QUERY: usize = 60_000;

pub(super) const ATTACK: Attack = attack(
    "long-lists",
    "64 connections of one user: 60 kB lists in include, vendor, filter, stockNumbers, id_list, stock_list",
    run,
);

fn run(scene: &Scene<'_>) -> Tally {
    let section = &scene.site.largest_section.0;
    let products = format!("/api/v2/catalog/sections/{section}/products");
    let repeated = |text: &str| text.repeat(QUERY / text.len());
    let numbered = |first: usize| {
        let items: Vec<String> = (first..first + QUERY / 7).map(|number| format!("x{number:05}")).collect();
        items.join(",")
    };
    let targets = [
        format!("{products}?include={}", numbered(0)),
        format!("{products}?include={}", repeated("media,")),
        format!("{products}?include={}", repeated(",")),
        format!("{products}?vendor={}", numbered(0)),
        format!("{products}?a=1{}", repeated("&filter=a:b")),
        format!("/api/v2/products?stockNumbers={}", numbered(0)),
        format!("/api/v1/get/items?id_list={}", repeated("1234567,")),
        format!("/api/v1/get/items/by-stock?stock_list={}", numbered(0)),
        format!("/api/v1/get/section-meta/{}", numbered(0)),
    ];
    let requests = targets.map(|target| HttpRequest::get(&target, scene.token(0), &[]));
    // Each connection begins with another one.
    read(scene, CONNECTIONS, |turn, connection| requests[(connection + turn / CONNECTIONS) % requests.len()].clone())
}
