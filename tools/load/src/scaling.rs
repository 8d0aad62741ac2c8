//! What many servers cost their one store: starts, imports, each kind of request, mirrors that poll. One PostgreSQL, a
//! standby, some servers and nginx in front of them, all on this machine.
//!
//! Processor time is what to trust: the machine is shared by everything that is measured. `docs/capacity.md` calculates
//! with these figures.

mod meter;
mod mirrors;
mod requests;
mod site;

use crate::workdir::Place;
use clap::Args;
use meter::{COLUMNS, QUIET, Reading, Work, idle_second, number};
use site::{Site, StoreNode};
use std::thread;
use std::time::Duration;

/// How many servers are measured one after the other.
const SERVERS: [usize; 3] = [1, 2, 4];
/// Imports whose mean is reported, and their size.
const IMPORTS: u32 = 3;
const CHANGES: u64 = 100;
/// How many bytes the tables of the store take with their indexes.
const STORE_BYTES: &str = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class \
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'";
/// How many bytes of its log PostgreSQL has written.
const LOG_POSITION: &str = "SELECT pg_current_wal_lsn() - '0/0'";

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Products of the catalog
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(4_000..))]
    products: u64,
    /// Mirrors that poll the feed
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    mirrors: u32,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mirrors = usize::try_from(arguments.mirrors)?;
    let primary = StoreNode::primary()?;
    let mut site = Site::make(&arguments.place, [arguments.products, arguments.products / 67], &primary)?;
    let of_each = number(&primary.cluster, STORE_BYTES)? / arguments.products as f64;
    println!("{} products, {of_each:.0} bytes of PostgreSQL for each; without fsync", arguments.products);
    site.start_servers(1, &primary, None)?;
    requests::measure(&site, &primary)?;
    site.servers.clear();

    println!("\n## Starts and imports, per server; idle per second and server\n");
    println!("| servers | what | {COLUMNS} |\n|---|---|---|---|---|---|---|");
    for count in SERVERS {
        while site.servers.len() < count {
            start(&mut site, &primary, None)?;
        }
        measure_imports(&site, &primary, &[("primary", &primary)])?;
    }
    let standby = primary.standby()?;
    site.servers.clear();
    start(&mut site, &primary, Some(&standby))?;
    site.start_servers(2, &primary, Some(&standby))?;
    measure_imports(&site, &primary, &[("primary", &primary), ("standby", &standby)])?;
    site.servers.clear();

    mirrors::print_head(mirrors);
    for count in SERVERS {
        site.start_servers(count, &primary, None)?;
        mirrors::measure(&site, &primary, site.nginx()?.address, mirrors)?;
    }
    requests::print_head("Logins through nginx");
    requests::measure_logins(&site, &primary, site.nginx()?.address)
}

fn start(site: &mut Site, primary: &StoreNode, standby: Option<&StoreNode>) -> anyhow::Result<()> {
    let node = standby.unwrap_or(primary);
    let before = Reading::take(site, node)?;
    site.start_servers(site.servers.len() + 1, primary, standby)?;
    let work = Reading::take(site, node)?.since(&before);
    let what = if standby.is_some() { "start, from the standby" } else { "start" };
    println!("| {} | {what} | {} |", site.servers.len(), work.columns(1.0));
    Ok(())
}

/// Prints what the servers do while nothing happens, and after an import, at each node of the store.
fn measure_imports(site: &Site, primary: &StoreNode, nodes: &[(&str, &StoreNode)]) -> anyhow::Result<()> {
    // Connections that starts and earlier imports needed are open, and others closed.
    thread::sleep(QUIET);
    let idle: Vec<Work> = nodes.iter().map(|(_, node)| idle_second(site, node)).collect::<anyhow::Result<_>>()?;
    let readings = || nodes.iter().map(|(_, node)| Reading::take(site, node)).collect::<anyhow::Result<Vec<_>>>();
    let (before, log_before) = (readings()?, number(&primary.cluster, LOG_POSITION)?);
    for _ in 0..IMPORTS {
        site.change(CHANGES)?;
    }
    let log = (number(&primary.cluster, LOG_POSITION)? - log_before) / f64::from(IMPORTS);
    // What a replaced catalog leaves behind is freed after the new one is shown.
    thread::sleep(Duration::from_secs(1));
    let after = readings()?;
    let count = site.servers.len() as f64;
    println!("| {count} | write-ahead log of an import | | | {log:.0} | | |");
    for (((node, _), idle), (before, after)) in nodes.iter().zip(idle).zip(before.iter().zip(&after)) {
        let all = after.since(before) - idle * after.seconds_since(before);
        println!("| {count} | idle, {node} | {} |", idle.columns(count));
        println!("| {count} | import of {CHANGES} products, {node} | {} |", all.columns(count * f64::from(IMPORTS)));
    }
    Ok(())
}
