//! What clients notice when the primary is lost and the standby takes its place.
//!
//! The servers keep their settings: the address in `--database-url` then leads to the promoted standby, as a virtual
//! address or a proxy does.

use super::site::{LOGIN, Site, StoreNode};
use crate::client::{Client, login_request};
use crate::http::sampler::feed_ends;
use crate::percentiles::Times;
use crate::reader::QuietReader;
use crate::workdir::PASSWORD;
use anyhow::Context;
use catalog_testkit::process::HttpRequest;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long each state lasts: all well, the primary lost, the standby promoted.
const BEFORE: Duration = Duration::from_secs(4);
const LOST: Duration = Duration::from_secs(8);
const AFTER: Duration = Duration::from_secs(12);
const LONGEST: Duration = Duration::from_secs(60);

/// A kind of request that is sent every `pause`.
struct Probe {
    name: &'static str,
    pause: Duration,
    requests: Vec<HttpRequest>,
}

/// A response: when its request was sent, whether it was a success, and how long it took.
struct Seen {
    sent: Instant,
    succeeded: bool,
    took: Duration,
}

/// Loses the primary, promotes the standby, and prints what each kind of client noticed.
///
/// # Errors
/// When a client cannot be made, or the standby is not promoted.
pub(crate) fn measure(site: &Site, primary: StoreNode, standby: &StoreNode, nginx: SocketAddr) -> anyhow::Result<()> {
    let probes = probes(nginx)?;
    let is_over = AtomicBool::new(false);
    let StoreNode { cluster, forwarder } = primary;
    let (seen, lost, promoted, took) = thread::scope(|scope| -> anyhow::Result<_> {
        let is_over = &is_over;
        let threads: Vec<_> = probes.iter().map(|probe| scope.spawn(move || watch(nginx, probe, is_over))).collect();
        thread::sleep(BEFORE);
        let lost = Instant::now();
        drop(cluster);
        thread::sleep(LOST);
        let begun = Instant::now();
        let _ = standby.cluster.query("SELECT pg_promote()");
        forwarder.lead_to(&standby.cluster.socket());
        let promoted = Instant::now();
        thread::sleep(AFTER);
        is_over.store(true, Ordering::Relaxed);
        let seen = threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect::<Vec<_>>();
        Ok((seen, lost, promoted, promoted - begun))
    })?;
    let servers = site.servers.len();
    println!("\n## The primary of {servers} servers is lost, and the standby promoted {} s later\n", LOST.as_secs());
    println!("The promotion took {:.2} s.\n", took.as_secs_f64());
    println!("| client | failed before | failed while lost | slowest then, ms | failed after | last failure after |");
    println!("|---|---|---|---|---|---|");
    for (probe, seen) in probes.iter().zip(&seen) {
        print_row(probe, seen, lost, promoted);
    }
    Ok(())
}

fn print_row(probe: &Probe, seen: &[Seen], lost: Instant, promoted: Instant) {
    let between = |from: Option<Instant>, to: Option<Instant>| {
        let is_in = move |it: &&Seen| from.is_none_or(|from| it.sent >= from) && to.is_none_or(|to| it.sent < to);
        seen.iter().filter(is_in).collect::<Vec<_>>()
    };
    let share = |part: &[&Seen]| format!("{} of {}", part.iter().filter(|it| !it.succeeded).count(), part.len());
    let (before, during, after) =
        (between(None, Some(lost)), between(Some(lost), Some(promoted)), between(Some(promoted), None));
    let mut times = Times::default();
    during.iter().for_each(|it| times.push(it.took));
    let last = after.iter().filter(|it| !it.succeeded).map(|it| it.sent + it.took - promoted).max();
    let last = last.map_or_else(|| "-".to_owned(), |last| format!("{:.2} s", last.as_secs_f64()));
    let (before, during, after) = (share(&before), share(&during), share(&after));
    println!("| {} | {before} | {during} | {:.0} | {after} | {last} |", probe.name, times.summary().worst);
}

/// Sends the requests of a probe, one after the other, over a connection that is opened again when it is lost.
fn watch(address: SocketAddr, probe: &Probe, is_over: &AtomicBool) -> Vec<Seen> {
    let (mut seen, mut reader) = (Vec::new(), QuietReader::new(address, probe.pause, LONGEST));
    for request in probe.requests.iter().cycle().take_while(|_| !is_over.load(Ordering::Relaxed)) {
        let sent = reader.wait_from_now();
        let (took, outcome) = reader.ask(request, &[200]);
        seen.push(Seen { sent, succeeded: outcome.is_ok(), took });
    }
    seen
}

fn probes(nginx: SocketAddr) -> anyhow::Result<Vec<Probe>> {
    let mut client = Client::log_in(nginx, LOGIN)?;
    let token = client.token.clone();
    let request = |target: &str| HttpRequest::get(target, Some(&token), &[]);
    let end = feed_ends(&mut client)?.into_iter().next().context("no sections")?;
    let numbers = client.stock_numbers(&end.section, 1_000)?;
    // Other products each time, or they would be cached.
    let with_parts = |number: &String| request(&format!("/api/v2/products/{number}?include=description,features"));
    let product = |number: &String| request(&format!("/api/v2/products/{number}"));
    let page = format!("/api/v2/catalog/sections/{}/products?pageSize=50", end.section);
    let feed = format!("/api/v2/catalog/sections/{}/product-changes?cursor={}", end.section, end.cursor);
    let probe = |name, milliseconds, requests| Probe { name, pause: Duration::from_millis(milliseconds), requests };
    Ok(vec![
        probe("product", 10, numbers.iter().map(product).collect()),
        probe("page of 50", 20, vec![request(&page)]),
        probe("product with parts, first", 30, numbers.iter().map(with_parts).collect()),
        probe("feed page", 20, vec![request(&feed)]),
        probe("login", 500, vec![login_request(LOGIN, PASSWORD, &[])]),
        probe("`/health/ready`", 50, vec![request("/health/ready")]),
    ])
}
