//! Many mirrors that poll the feed through nginx, each with a cursor of its own.

use super::meter::{COLUMNS, Reading};
use super::requests::for_each;
use super::site::{LOGIN, RELEASE, Site, StoreNode};
use crate::client::{Client, items, text};
use crate::http::sampler::{FeedPlace, feed_ends};
use crate::percentiles::Times;
use anyhow::ensure;
use std::net::SocketAddr;
use std::thread;

const CHANGES: u64 = 100;
/// How often all of them poll without a change.
const QUIET_ROUNDS: usize = 3;

struct Mirror {
    feed: String,
    cursor: String,
    events: usize,
}

pub(crate) fn print_head(mirrors: usize) {
    println!("\n## {mirrors} mirrors that poll through nginx, per poll\n");
    println!("| servers | polls | polls a second | {COLUMNS} | p50 ms | p99 ms |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
}

/// Lets the mirrors poll, with nothing new and after an import, and prints what that costs.
///
/// # Errors
/// When a poll fails, or the mirrors get no changes.
pub(crate) fn measure(site: &Site, primary: &StoreNode, nginx: SocketAddr, count: usize) -> anyhow::Result<()> {
    let mut client = Client::log_in(nginx, LOGIN)?;
    let ends = feed_ends(&mut client)?;
    ensure!(!ends.is_empty(), "no sections");
    let mirror = |end: &FeedPlace| {
        let feed = format!("/api/v2/catalog/sections/{}/product-changes", end.section);
        Mirror { feed, cursor: end.cursor.clone(), events: 0 }
    };
    let mut mirrors: Vec<Mirror> = ends.iter().cycle().take(count).map(mirror).collect();
    let to = [&nginx.to_string(), &client.token[..]];
    for_each(to, &mut mirrors, poll)?;
    for (what, rounds) in [("without changes", QUIET_ROUNDS), ("after 100 changes", 1)] {
        if rounds == 1 {
            site.change(&primary.cluster, CHANGES)?;
            thread::sleep(RELEASE);
        }
        let before = Reading::take(site, primary)?;
        let (mut seconds, mut times) = (0.0, Times::default());
        for _ in 0..rounds {
            let outcome = for_each(to, &mut mirrors, poll)?;
            seconds += outcome.seconds;
            times.extend(&outcome.times);
        }
        let work = Reading::take(site, primary)?.since(&before);
        let (it, servers) = (times.summary(), site.servers.len());
        let (rate, work) = (it.count as f64 / seconds, work.columns(it.count as f64));
        println!("| {servers} | {what} | {rate:.0} | {work} | {:.2} | {:.2} |", it.p50, it.p99);
    }
    ensure!(mirrors.iter().any(|mirror| mirror.events > 0), "no mirror got a change");
    Ok(())
}

/// Takes all that is new, and stores the cursor.
fn poll(client: &mut Client, mirror: &mut Mirror) -> anyhow::Result<()> {
    loop {
        let page = client.json(&format!("{}?cursor={}&limit=500", mirror.feed, mirror.cursor))?;
        mirror.events += items(&page).len();
        mirror.cursor = text(&page["data"]["meta"], "nextCursor")?;
        if page["data"]["meta"]["hasMore"] != true {
            return Ok(());
        }
    }
}
