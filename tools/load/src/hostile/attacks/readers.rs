//! Users that request what is expensive or large, more of it than they can use.

use super::{Attack, attack};
use crate::hostile::engine::{hold, read, send_waves};
use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

/// After which clients that do not wait leave.
const IMPATIENCE: Duration = Duration::from_millis(500);
/// The longest query, in bytes: targets end at 64 KiB.
const QUERY: usize = 60_000;
const DEPTH: usize = 100;
/// The longest list of sections that the service accepts, less one for an unknown one.
const LIST: usize = 499;
const UNKNOWN: usize = 1_000_000_000;
const PAGE: u64 = 1_000;
const PARTS: &str = "description,media,features,seo,filterValues,sections,warehouses,documentation,software";
const SORTS: [&str; 4] = ["name", "-name", "stockNumber", "-contentUpdatedAt"];
/// One letter, one letter 100 times, ten short words, words with as many typos as are looked for.
const TEXTS: [&str; 6] = [
    "e",
    "1",
    "a%20e%20i%20o%20r%20n%20s%20t%20l%20m",
    "1%202%203%204%205%206%207%208%209%200",
    "cntrifugal%20exchagner%20electrci%20hydrualic",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

/// Lists as long as a request may be, in every parameter that takes one: their items are unknown, or unknown and
/// different each time.
pub(super) const LONG_LISTS: Attack = attack(
    "long-lists",
    "64 connections of one user: 60 kB lists in include, vendor, filter, stockNumbers, id_list, stock_list",
    |scene| {
        let requests = long_lists(scene);
        // Each connection begins with another one.
        read(scene, 64, None, |turn, connection| requests[(connection + turn / 64) % requests.len()].clone())
    },
);

/// Every request names another unknown section, and every second one another choice of 499 sections: the result of one
/// request is of no use for the next.
pub(super) const OF_SECTIONS: [Attack; 3] = [
    attack(
        "section-meta",
        "512 connections of one user: v1 section-meta of all ids and an unknown one, closed after 0.5 s",
        |scene| ask_for_sections(scene, "/api/v1/get/section-meta"),
    ),
    attack(
        "vendors-for",
        "512 connections of one user: v1 vendors/for of all ids and an unknown one, closed after 0.5 s",
        |scene| ask_for_sections(scene, "/api/v1/get/vendors/for"),
    ),
    attack(
        "deep-trees",
        "512 connections of one user: tree?include=vendors&depth=100.. with gzip, closed after 0.5 s",
        |scene| {
            send_waves(scene, 512, IMPATIENCE, |turn, _| {
                let target = format!("/api/v2/catalog/tree?include=vendors&depth={}", DEPTH + turn);
                scene.get(&target).with("Accept-Encoding", "gzip")
            })
        },
    ),
];

/// Every byte that is built and not taken is the server's.
pub(super) const UNREAD_TREES: Attack = attack(
    "unread-trees",
    "150 connections of one user: the tree or the list of sections with vendors, not read",
    |scene| {
        hold(scene, 150, |turn, connection| {
            let target = match connection % 3 {
                0 => "/api/v2/catalog/sections?include=vendors".into(),
                1 => "/api/v2/catalog/tree?include=vendors".into(),
                _ => format!("/api/v2/catalog/tree?include=vendors&depth={}", DEPTH + turn),
            };
            scene.get(&target)
        })
    },
);

/// None of the copies may be cut off, and none may hold more than its next products. v1's list of all products is
/// hundreds of megabytes long and built while it is sent.
pub(super) const SLOW: [Attack; 2] = [
    attack(
        "slow-copies",
        "50 connections of 7 users: snapshots of the largest section with all parts, read at 50 kB/s",
        |scene| {
            read(scene, 50, Some(50_000), |_, connection| {
                let target = scene.site.largest_section.at(&format!("/product-snapshot?include={PARTS},version"));
                let token = &scene.site.copiers[connection % scene.site.copiers.len()];
                HttpRequest::get(&target, Some(token), &[])
            })
        },
    ),
    attack(
        "endless-items",
        "16 connections of one user: v1 items/from of all sections without a limit, read at 1 MB/s",
        |scene| {
            let target = format!("/api/v1/get/items/from?id_list={}", scene.site.root_source_ids.join(","));
            let request = scene.get(&target);
            read(scene, 16, Some(1_000_000), |_, _| request.clone())
        },
    ),
];

/// The most expensive pages, searches and summaries that an ordinary user can request, another one each time.
pub(super) const EXPENSIVE: [Attack; 3] = [
    attack(
        "full-pages",
        "64 connections of one user: pages of 1,000 products with all parts, another one each time",
        |scene| {
            let pages = scene.site.pages(PAGE);
            read(scene, 64, None, |turn, _| {
                let (page, sort) = (1 + turn % pages, SORTS[turn / pages % SORTS.len()]);
                let query = format!("pageSize={PAGE}&page={page}&sort={sort}&include={PARTS}");
                let target = scene.site.largest_section.at(&format!("/products?{query}"));
                scene.get(&target)
            })
        },
    ),
    attack(
        "searches",
        "64 connections of one user: the most expensive searches with facets, another one each time",
        |scene| {
            read(scene, 64, None, |turn, _| {
                // Another page each time, so that no body is cached.
                let (text, page) = (TEXTS[turn % TEXTS.len()], 1 + turn / TEXTS.len());
                let query = format!("q={text}&include=facets&pageSize=1&page={page}");
                scene.get(&format!("/api/v2/products/search?{query}"))
            })
        },
    ),
    attack(
        "change-summaries",
        "64 connections of one user: the change summary of a root section over everything, since another moment each time",
        |scene| {
            read(scene, 64, None, |turn, _| {
                let since = format!("{}T00:00:00.{:06}Z", scene.site.day, turn % 1_000_000);
                let target = scene.site.largest_section.at(&format!("/product-changes/summary?since={since}"));
                scene.get(&target)
            })
        },
    ),
];

fn long_lists(scene: &Scene<'_>) -> [HttpRequest; 9] {
    let products = scene.site.largest_section.at("/products");
    let repeated = |text: &str| text.repeat(QUERY / text.len());
    let numbers: Vec<String> = (0..QUERY / 7).map(|number| format!("x{number:05}")).collect();
    let numbers = numbers.join(",");
    let targets = [
        format!("{products}?include={numbers}"),
        format!("{products}?include={}", repeated("media,")),
        format!("{products}?include={}", repeated(",")),
        format!("{products}?vendor={numbers}"),
        format!("{products}?a=1{}", repeated("&filter=a:b")),
        format!("/api/v2/products?stockNumbers={numbers}"),
        format!("/api/v1/get/items?id_list={}", repeated("1234567,")),
        format!("/api/v1/get/items/by-stock?stock_list={numbers}"),
        format!("/api/v1/get/section-meta/{numbers}"),
    ];
    targets.map(|target| scene.get(&target))
}

fn ask_for_sections(scene: &Scene<'_>, path: &str) -> Tally {
    let ids = &scene.site.source_ids;
    let all = ids.join(",");
    send_waves(scene, 512, IMPATIENCE, |turn, _| {
        let list = if turn.is_multiple_of(2) { all.clone() } else { choice(ids, turn).join(",") };
        scene.get(&format!("{path}/{list},{}", UNKNOWN + turn))
    })
}

/// So many of the ids, beginning at another one for each number.
fn choice(ids: &[String], number: usize) -> Vec<&str> {
    let chosen = ids.iter().cycle().skip(number % ids.len().max(1)).take(LIST.min(ids.len()));
    chosen.map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_differ_and_name_no_section_twice() {
        let ids: Vec<String> = (0..600).map(|id| id.to_string()).collect();
        let (first, second) = (choice(&ids, 599), choice(&ids, 1));
        assert_eq!((first.len(), first[0], first[1]), (LIST, "599", "0"));
        assert_eq!((second.len(), second[0]), (LIST, "1"));
        assert_eq!(choice(&ids[..3], 4), ["1", "2", "0"]);
    }
}
