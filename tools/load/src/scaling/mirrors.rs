//! Many mirrors that poll the feed through nginx, each with a cursor of its own.

use super::meter::{COLUMNS, Reading};
use super::requests::for_each;
use super::site::{RELEASE, Site, StoreNode};
use crate::client::Client;
use crate::feed::Feed;
use crate::percentiles::Times;
use crate::workdir::LOGIN;
use anyhow::ensure;
use std::net::SocketAddr;
use std::thread;

const CHANGES: u64 = 100;
/// How often all of them poll without a change.
const QUIET_ROUNDS: usize = 3;

/// The place of a mirror in its feed, and how many events it has got.
type Mirror = (Feed, usize);

pub(crate) fn print_head(mirrors: usize) {
    println!("\n## {mirrors} mirrors that poll through nginx, per poll\n");
    println!("| servers | polls | polls a second | {COLUMNS} | p50 ms | p99 ms |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
}

/// Lets the mirrors poll, with nothing new and after an import, and prints what that costs.
pub(crate) fn measure(site: &Site, primary: &StoreNode, nginx: SocketAddr, count: usize) -> anyhow::Result<()> {
    let mut client = Client::log_in(nginx, LOGIN)?;
    let ends = Feed::ends(&mut client)?;
    let mut mirrors: Vec<Mirror> = ends.into_iter().map(|end| (end, 0)).cycle().take(count).collect();
    let to = [&nginx.to_string(), &client.token[..]];
    for_each(to, &mut mirrors, poll)?;
    for (what, rounds) in [("without changes", QUIET_ROUNDS), ("after 100 changes", 1)] {
        if rounds == 1 {
            site.change(CHANGES)?;
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
    ensure!(mirrors.iter().any(|(_, events)| *events > 0), "no mirror got a change");
    Ok(())
}

fn poll(client: &mut Client, (feed, events): &mut Mirror) -> anyhow::Result<()> {
    loop {
        let (new, has_more) = feed.read(client, "?limit=500&")?;
        *events += new.len();
        if !has_more {
            return Ok(());
        }
    }
}
