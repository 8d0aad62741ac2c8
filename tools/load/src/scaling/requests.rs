//! What one request of each kind costs a server and its store.

use super::meter::{COLUMNS, Reading, Work, idle_second};
use super::site::{RELEASE, Site, StoreNode};
use crate::client::{Client, Section, login_request, percent_encoded};
use crate::feed::Feed;
use crate::percentiles::Times;
use crate::workdir::{LOGIN, PASSWORD};
use anyhow::{Context, ensure};
use catalog_testkit::process::HttpRequest;
use std::net::SocketAddr;
use std::thread;
use std::time::Instant;

const CONNECTIONS: usize = 8;
/// Products and pages that are requested once each.
const PRODUCTS: usize = 3_000;
const PAGES: usize = 600;
const REPEATED: usize = 3_000;
/// Password checks: each takes as long as ten thousand products.
const LOGINS: usize = 40;
const CHANGES: u64 = 1_000;
/// Events of a page while places in feeds are collected, so that these are many.
const STEP: usize = 5;
const PARTS: &str = "include=description,media,features,warehouses";

type Kind = (&'static str, Vec<HttpRequest>);

pub(crate) struct Outcome {
    /// All of them together, in seconds.
    pub(crate) seconds: f64,
    pub(crate) times: Times,
}

/// Does something for each item, over some connections with a token at once. The items of one connection follow each
/// other.
pub(crate) fn for_each<T: Send>(
    [address, token]: [&str; 2],
    things: &mut [T],
    request: impl Fn(&mut Client, &mut T) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<Outcome> {
    let address: SocketAddr = address.parse()?;
    let (share, started, request) = (things.len().div_ceil(CONNECTIONS).max(1), Instant::now(), &request);
    let times: anyhow::Result<Vec<Times>> = thread::scope(|scope| {
        let one_connection = |things| {
            scope.spawn(move || -> anyhow::Result<Times> {
                let (mut client, mut times) = (Client::new(address, token), Times::default());
                for thing in things {
                    let sent = Instant::now();
                    request(&mut client, thing)?;
                    times.push(sent.elapsed());
                }
                Ok(times)
            })
        };
        let threads: Vec<_> = things.chunks_mut(share).map(one_connection).collect();
        threads.into_iter().map(|thread| thread.join().map_err(|_| anyhow::anyhow!("a panic"))?).collect()
    });
    let mut all = Times::default();
    times?.iter().for_each(|times| all.extend(times));
    Ok(Outcome { seconds: started.elapsed().as_secs_f64(), times: all })
}

/// Measures every kind at the first server and prints a line for each.
pub(crate) fn measure(site: &Site, primary: &StoreNode) -> anyhow::Result<()> {
    let server = site.servers.first().context("no server")?;
    let mut client = Client::log_in(server.address, LOGIN)?;
    let ends = Feed::ends(&mut client)?;
    site.change(CHANGES)?;
    thread::sleep(RELEASE);
    let kinds = kinds(&mut client, &ends)?;
    let idle = idle_second(site, primary)?;
    print_head("Requests to one server");
    for (name, requests) in kinds {
        print_row(name, requests, server.address, (site, primary), idle)?;
    }
    Ok(())
}

/// Measures logins through nginx and prints a line.
pub(crate) fn measure_logins(site: &Site, primary: &StoreNode, nginx: SocketAddr) -> anyhow::Result<()> {
    let name = format!("login, {} servers", site.servers.len());
    let requests = vec![login_request(LOGIN, PASSWORD, &[]); LOGINS];
    print_row(&name, requests, nginx, (site, primary), idle_second(site, primary)?)
}

pub(crate) fn print_head(title: &str) {
    println!("\n## {title}, {CONNECTIONS} connections, per request\n");
    println!("| request | requests | a second | {COLUMNS} | p50 ms |\n|---|---|---|---|---|---|---|---|---|");
}

/// Sends each request once and prints what that cost, without what the servers do all the time.
fn print_row(
    name: &str,
    mut requests: Vec<HttpRequest>,
    address: SocketAddr,
    (site, primary): (&Site, &StoreNode),
    idle: Work,
) -> anyhow::Result<()> {
    let before = Reading::take(site, primary)?;
    let outcome = for_each([&address.to_string(), ""], &mut requests, |client, request| {
        let status = client.fetch(request)?.status;
        ensure!(status == 200, "{name}: status {status}");
        Ok(())
    })?;
    let after = Reading::take(site, primary)?;
    let work = after.since(&before) - idle * after.seconds_since(&before);
    let times = outcome.times.summary();
    let (count, rate) = (times.count, times.count as f64 / outcome.seconds);
    println!("| {name} | {count} | {rate:.0} | {} | {:.2} |", work.columns(count as f64), times.p50);
    Ok(())
}

fn kinds(client: &mut Client, ends: &[Feed]) -> anyhow::Result<Vec<Kind>> {
    let token = client.token.clone();
    let requests =
        |targets: Vec<String>| targets.iter().map(|target| HttpRequest::get(target, Some(&token), &[])).collect();
    let sections = client.sections()?;
    let products = client.stock_numbers(&sections[0], PRODUCTS)?;
    let with = |query: &str| {
        let product = |number: &String| format!("/api/v2/products/{}?{query}", percent_encoded(number));
        products.iter().map(product).collect()
    };
    let pages = pages(&sections);
    let pages_with_parts = pages.iter().map(|page| format!("{page}&include=media,features,warehouses")).collect();
    let mut places = Vec::new();
    for end in ends {
        let (mut of_feed, _) = end.places(client, STEP)?;
        // Behind the last one there may be nothing.
        of_feed.pop();
        places.extend(of_feed);
    }
    let feed = |parameters: &str| places.iter().map(|(_, place)| place.address(parameters)).collect();
    let repeated = |target: &str| vec![target.to_owned(); REPEATED];
    Ok(vec![
        ("product", requests(with(""))),
        ("page of 50", requests(pages)),
        ("tree", requests(repeated("/api/v2/catalog/tree"))),
        ("product with parts, first", requests(with(PARTS))),
        ("product with parts, again", requests(with(PARTS))),
        ("page of 50 with parts", requests(pages_with_parts)),
        ("feed page, a cursor of its own", requests(feed("?limit=100&"))),
        ("feed summary, a cursor of its own", requests(feed("/summary?"))),
        ("token check", requests(repeated("/auth/v2/check"))),
        ("login", vec![login_request(LOGIN, PASSWORD, &[]); LOGINS]),
    ])
}

fn pages(sections: &[Section]) -> Vec<String> {
    let of_section = |section: &Section| {
        let page = |page: u64| section.at(&format!("/products?pageSize=50&page={page}"));
        (1..=section.products / 50).map(page).collect::<Vec<_>>()
    };
    sections.iter().flat_map(of_section).take(PAGES).collect()
}
