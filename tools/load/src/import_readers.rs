//! What an import does to clients that read and log in meanwhile: response times in quiet, while another process
//! replaces the whole catalog of the store, and right after, on SQLite.

use crate::circumstances::load_average;
use crate::client::{Client, login_request, percent_encoded, text};
use crate::percentiles::Times;
use crate::reader::QuietReader;
use crate::server::Server;
use crate::workdir::{LOGIN, PASSWORD, Place};
use catalog_testkit::process::HttpRequest;
use clap::Args;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long requests are sent before anything is measured.
const WARMING_UP: Duration = Duration::from_secs(5);
/// How long the time after the import is measured: the server loads what is new and changes over.
const AFTERWARDS: Duration = Duration::from_secs(10);
/// How long the quiet is measured.
const QUIET: Duration = Duration::from_secs(20);
/// Connections over which products are read, and reads a second of all.
const READERS: u32 = 8;
const RATE: u32 = 400;
/// Time between two logins: a check of a password is worth ten thousand reads.
const LOGIN_INTERVAL: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(600);
const READ_PRODUCTS: usize = 5_000;
const IMPORTER: &str = "content@storefront.example";
/// Phases: what is measured, and the numbers of the two that are not.
const MEASURED: [&str; 3] = ["quiet", "importing", "changing over"];
const WARM: usize = 3;
const OVER: usize = 4;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Products of the catalog, and of the one that replaces it
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    products: u64,
    /// Send the import to the server, which runs it, instead of starting the command
    #[arg(long)]
    over_http: bool,
}

type ByPhase = [(Times, u64); MEASURED.len()];

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let size = [arguments.products, (arguments.products / 100).max(1)];
    let workdir = arguments.place.stocked("import-readers", size, &[])?;
    let second = workdir.generate("second.ndjson", &[("--seed", 2)])?;
    let key = arguments.over_http.then(|| workdir.add_import_key(IMPORTER)).transpose()?;
    let stock_numbers = stock_numbers(&workdir.folder.join("catalog.ndjson"), arguments.products)?;
    let server = Server::start(&workdir, &["--login-attempts-per-minute", "100000", "--log", "warn"])?;
    let token = Client::log_in(server.address, LOGIN)?.token;
    let phase = AtomicUsize::new(WARM);
    let interval = Duration::from_secs(1) * READERS / RATE;
    let (reads, logins, importing) = thread::scope(|scope| {
        let (phase, token, stock_numbers, address) = (&phase, &token, &stock_numbers, server.address);
        let readers: Vec<_> = (0..READERS as usize)
            .map(|reader| {
                scope.spawn(move || {
                    let mut number = reader * 617;
                    // A product of the old catalog is gone from the new one, and some are not public.
                    by_timetable(address, phase, interval, &[200, 404], || {
                        number += 1;
                        product_request(stock_numbers, number, token)
                    })
                })
            })
            .collect();
        let login = scope.spawn(move || {
            by_timetable(address, phase, LOGIN_INTERVAL, &[200], || login_request(LOGIN, PASSWORD, &[]))
        });
        let importing = pass_phases(phase, || match &key {
            Some(key) => workdir.push(address, key, "full", &second),
            None => workdir.import("full", &second),
        });
        phase.store(OVER, Ordering::Relaxed);
        let mut reads = ByPhase::default();
        for reader in readers {
            for (all, (times, failed)) in reads.iter_mut().zip(reader.join().unwrap_or_default()) {
                all.0.extend(&times);
                all.1 += failed;
            }
        }
        (reads, login.join().unwrap_or_default(), importing)
    });
    print(arguments, importing?, &reads, &logins);
    Ok(())
}

fn print(arguments: &Arguments, importing: f64, reads: &ByPhase, logins: &ByPhase) {
    println!("{} products replaced in {:.1} s, {} reads a second", arguments.products, importing, RATE);
    println!("load of the machine: {}", load_average());
    println!("| phase | what | responses | failed | p50 ms | p99 ms | p99.9 ms | slowest ms |");
    println!("|---|---|---|---|---|---|---|---|");
    for (number, phase) in MEASURED.iter().enumerate() {
        for (what, (times, failed)) in [("read", &reads[number]), ("login", &logins[number])] {
            let it = times.summary();
            let figures = format!("{:.1} | {:.1} | {:.1} | {:.1}", it.p50, it.p99, it.p999, it.worst);
            println!("| {phase} | {what} | {} | {failed} | {figures} |", it.count);
        }
    }
}

/// Goes from phase to phase. Gives how long the import took, in seconds.
fn pass_phases(phase: &AtomicUsize, import: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    let enter = |number| phase.store(number, Ordering::Relaxed);
    thread::sleep(WARMING_UP);
    enter(0);
    thread::sleep(QUIET);
    enter(1);
    let started = Instant::now();
    import()?;
    let took = started.elapsed();
    enter(2);
    thread::sleep(AFTERWARDS);
    Ok(took.as_secs_f64())
}

/// Sends a request every `interval` until all is over; a late response makes the next ones late. What is due in a phase
/// counts in it.
fn by_timetable(
    address: SocketAddr,
    phase: &AtomicUsize,
    interval: Duration,
    expected: &[u16],
    mut request: impl FnMut() -> HttpRequest,
) -> ByPhase {
    let mut measured = ByPhase::default();
    let mut reader = QuietReader::new(address, interval, LONGEST);
    loop {
        reader.wait();
        let now = phase.load(Ordering::Relaxed);
        if now == OVER {
            return measured;
        }
        let (time, outcome) = reader.ask(&request(), expected);
        match measured.get_mut(now) {
            Some((times, _)) if outcome.is_ok() => times.push(time),
            Some((_, failed)) => *failed += 1,
            None => {}
        }
    }
}

/// A product, every other one with parts that are in the store.
fn product_request(stock_numbers: &[String], number: usize, token: &str) -> HttpRequest {
    let parts = if number.is_multiple_of(2) { "?include=description,features,media" } else { "" };
    let stock_number = &stock_numbers[number * 7919 % stock_numbers.len()];
    HttpRequest::get(&format!("/api/v2/products/{stock_number}{parts}"), Some(token), &[])
}

fn stock_numbers(file: &Path, products: u64) -> anyhow::Result<Vec<String>> {
    let step = (usize::try_from(products)? / READ_PRODUCTS).max(1);
    let mut stock_numbers = Vec::new();
    let lines = BufReader::new(File::open(file)?).lines().map_while(Result::ok);
    for line in lines.filter(|line| line.contains("\"type\":\"product\"")).step_by(step) {
        let record: Value = serde_json::from_str(&line)?;
        stock_numbers.push(percent_encoded(&text(&record, "stockNumber")?));
    }
    Ok(stock_numbers)
}
