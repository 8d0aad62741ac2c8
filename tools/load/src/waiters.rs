//! What clients cost that wait for changes, and how soon they get them: many requests with `wait=30`, half of them for
//! a section with the product that an import then changes, half for one without it.
//!
//! The server polls its store every 10 ms and does not settle: what is measured comes on top of these two settings.

use crate::client::{Client, Section, text};
use crate::feed::Feed;
use crate::percentiles::Times;
use crate::server::{Server, raise_open_files};
use crate::workdir::{Place, Workdir};
use anyhow::{Context, ensure};
use catalog_testkit::process::HttpRequest;
use catalog_testkit::process_info::processor_seconds;
use clap::Args;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

const WAITERS_PER_ACCOUNT: usize = 1_000;
/// After the last request, until all of them wait.
const SETTLING: Duration = Duration::from_secs(1);
/// How long the waiting clients are watched before the import.
const QUIET: Duration = Duration::from_secs(5);
/// How long responses are awaited: less than is left of the clients' 30 seconds.
const RESPONSES: Duration = Duration::from_secs(5);

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Clients that wait
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=20_000))]
    waiters: u32,
}

/// The places of two feeds that are waited at, and a product that only the first section has.
struct Scene {
    feeds: [Feed; 2],
    stock_number: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    raise_open_files()?;
    let workdir = arguments.place.workdir("waiters")?.fill([20_000, 300], &[])?;
    let waiters = usize::try_from(arguments.waiters)?;
    let login_of = |account| format!("buyer{account}@storefront.example");
    let logins: Vec<_> = (0..waiters.div_ceil(WAITERS_PER_ACCOUNT)).map(login_of).collect();
    logins.iter().try_for_each(|login| workdir.add_account(login, &[]))?;
    let unlimited = ["--login-attempts-per-minute", "1000", "--log", "warn"];
    let settings = ["--refresh-interval-ms", "10", "--feed-settle-ms", "0"];
    let server = Server::start(&workdir, &[unlimited, settings].concat())?;
    let tokens = logins.iter().map(|login| Ok(Client::log_in(server.address, login)?.token));
    let tokens: Vec<String> = tokens.collect::<anyhow::Result<_>>()?;
    let scene = scene(&mut Client::new(server.address, &tokens[0]))?;
    let request = |number: usize, wait| {
        let target = scene.feeds[number % 2].address(&format!("?wait={wait}&"));
        HttpRequest::get(&target, Some(&tokens[number / WAITERS_PER_ACCOUNT]), &[])
    };
    let streams = wait(&server, waiters, request)?;
    let committed = change(&workdir, &scene.stock_number)?;
    let (times, others) = responses(&streams, committed)?;
    let it = times.summary();
    ensure!(others == 0, "{others} clients of the other section got a response");
    ensure!(it.count == waiters.div_ceil(2), "only {} clients got the change", it.count);
    println!("  from commit to client: p50 {:.0} ms, p99 {:.0} ms, slowest {:.0} ms", it.p50, it.p99, it.worst);
    Ok(())
}

fn wait(
    server: &Server,
    waiters: usize,
    request: impl Fn(usize, u32) -> HttpRequest,
) -> anyhow::Result<Vec<TcpStream>> {
    let anonymous = || Ok::<_, anyhow::Error>(server.memory()?.anonymous);
    let before = anonymous()?;
    let mut streams = (0..waiters).map(|_| TcpStream::connect(server.address)).collect::<std::io::Result<Vec<_>>>()?;
    // A connection that has had a response is the yardstick: its buffers have been used.
    for (number, stream) in streams.iter_mut().enumerate() {
        let head = HttpRequest { method: "HEAD".into(), ..request(number, 0) };
        stream.write_all(&head.to_bytes())?;
        let mut head = [0; 4_096];
        let length = stream.read(&mut head)?;
        ensure!(head[..length].ends_with(b"\r\n\r\n"), "no response to HEAD");
    }
    let connected = anonymous()?;
    for (number, stream) in streams.iter_mut().enumerate() {
        stream.write_all(&request(number, 30).to_bytes())?;
    }
    thread::sleep(SETTLING);
    let (waiting, processor) = (anonymous()?, processor_seconds(server.id()));
    thread::sleep(QUIET);
    let percent = (processor_seconds(server.id()) - processor) / QUIET.as_secs_f64() * 100.0;
    let of_each = |kibibytes: u64| kibibytes as f64 / waiters as f64;
    println!("{waiters} waiting clients, a change for half of them");
    println!(
        "  memory: {:.1} MiB; for each client {:.2} KiB for the idle connection, {:.2} KiB more while it waits",
        (waiting.saturating_sub(before)) as f64 / 1024.0,
        of_each(connected.saturating_sub(before)),
        of_each(waiting.saturating_sub(connected))
    );
    println!("  processor time while they wait: {percent:.2} % of one");
    Ok(streams)
}

fn scene(client: &mut Client) -> anyhow::Result<Scene> {
    // All of their products are on one page.
    let is_small = |section: &Section| section.is_leaf && (1..=1_000).contains(&section.products);
    let small: Vec<Section> = client.sections()?.into_iter().filter(is_small).collect();
    let [first, second, ..] = &small[..] else { anyhow::bail!("two sections are needed") };
    let feeds = [Feed::end(client, first)?, Feed::end(client, second)?];
    let mut numbers = |section| client.stock_numbers(section, usize::MAX);
    let (mine, others) = (numbers(first)?, numbers(second)?);
    let stock_number = mine.into_iter().find(|number| !others.contains(number));
    Ok(Scene { feeds, stock_number: stock_number.context("the sections have the same products")? })
}

/// Imports another price and returns when that was committed.
fn change(workdir: &Workdir, stock_number: &str) -> anyhow::Result<SystemTime> {
    let delta = workdir.folder.join("delta.ndjson");
    std::fs::write(&delta, format!("{}\n", json!({"type": "offer", "stockNumber": stock_number, "retail": "0.01"})))?;
    workdir.import("delta", &delta)?;
    let output = workdir.command().args(["imports", "--limit", "1", "--format", "json"]).output()?;
    let imports: Value = serde_json::from_slice(&output.stdout).context("the list of imports")?;
    Ok(OffsetDateTime::parse(&text(&imports[0], "committedAt")?, &Rfc3339)?.into())
}

#[expect(clippy::disallowed_methods, reason = "the time of the commit comes from another process")]
fn now() -> SystemTime {
    SystemTime::now()
}

/// The delays of the clients that should get a response, and how many others got one.
fn responses(streams: &[TcpStream], committed: SystemTime) -> anyhow::Result<(Times, usize)> {
    let (mut times, mut others) = (Times::default(), 0);
    let mut open: Vec<(usize, &TcpStream)> = streams.iter().enumerate().collect();
    let until = Instant::now() + RESPONSES;
    let patience = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
    while Instant::now() < until {
        let mut polled: Vec<_> = open.iter().map(|(_, stream)| PollFd::new(*stream, PollFlags::IN)).collect();
        poll(&mut polled, Some(&patience))?;
        let now = now();
        let ready: Vec<bool> = polled.iter().map(|it| !it.revents().is_empty()).collect();
        let mut is_ready = ready.into_iter();
        let mut failed = None;
        open.retain(|(number, stream)| {
            if !is_ready.next().unwrap_or_default() {
                return true;
            }
            let mut head = [0; 15];
            let mut reader: &TcpStream = stream;
            if reader.read_exact(&mut head).is_err() || !head.starts_with(b"HTTP/1.1 200") {
                failed = Some(String::from_utf8_lossy(&head).into_owned());
            }
            match number % 2 {
                0 => times.push(now.duration_since(committed).unwrap_or_default()),
                _ => others += 1,
            }
            false
        });
        ensure!(failed.is_none(), "a client got {failed:?}");
    }
    Ok((times, others))
}
