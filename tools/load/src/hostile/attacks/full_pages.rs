//! The most expensive page that an ordinary user can request: 1,000 products with all their parts, another one each
//! time.

use super::Attack;
use crate::hostile::engine::read;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

const CONNECTIONS: usize = 64;
const PAGE: u64 = 1_000;
const PARTS: &str = "description,media,features,seo,filterValues,sections,warehouses,documentation,software";
const SORTS: [&str; 4] = ["name", "-name", "stockNumber", "-contentUpdatedAt"];

pub(super) const ATTACK: Attack = Attack {
    name: "full-pages",
    about: "64 connections of one user: pages of 1,000 products with all parts, another one each time",
    least: Duration::ZERO,
    run: |scene| {
        let (section, products) = &scene.site.largest_section;
        let pages = usize::try_from(products / PAGE).unwrap_or(1).max(1);
        read(scene, CONNECTIONS, |connection, number| {
            let turn = number * CONNECTIONS + connection;
            let (page, sort) = (1 + turn % pages, SORTS[turn / pages % SORTS.len()]);
            let query = format!("pageSize={PAGE}&page={page}&sort={sort}&include={PARTS}");
            HttpRequest::get(&format!("/api/v2/catalog/sections/{section}/products?{query}"), scene.token(0), &[])
        })
    },
};
