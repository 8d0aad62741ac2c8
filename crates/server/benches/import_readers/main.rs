//! What an import does to those who read and log in meanwhile: times of answers in quiet, while another process replaces the
//! whole catalog of the store, and right after, on SQLite.
//!
//! `cargo bench -p server --bench import_readers` imports 200,000 products over 200,000 others; `-- --products 20000` another
//! number, `--rate 1000` asks for so many products a second, `--quiet 30` measures the quiet so many seconds.
//!
//! Requests are sent by a timetable, whether or not earlier ones were answered, and their times count from when they were due:
//! a server that stands still for a second is seen by all whom it keeps waiting.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on has nothing better to do than to stop")]

mod client;
mod clients;
mod shop;

use clients::{Clients, Phase};
use shop::Shop;
use std::time::{Duration, Instant};

/// How long is asked before anything is measured.
const WARMING_UP: Duration = Duration::from_secs(5);

/// How long the time after the import is measured: the server loads what is new and changes over.
const AFTERWARDS: Duration = Duration::from_secs(10);

fn main() {
    let products = argument("--products", 200_000);
    let (rate, quiet) = (argument("--rate", 400), Duration::from_secs(argument("--quiet", 20)));
    let mut shop = Shop::open(products);
    let clients = Clients::start(&shop, rate);
    std::thread::sleep(WARMING_UP);
    clients.enter(Phase::Quiet);
    std::thread::sleep(quiet);
    clients.enter(Phase::Importing);
    let started = Instant::now();
    shop.replace_everything();
    let importing = started.elapsed();
    clients.enter(Phase::Afterwards);
    std::thread::sleep(AFTERWARDS);
    let measured = clients.finish();

    println!("{products} products replaced in {:.1} s, {rate} reads a second", importing.as_secs_f64());
    println!("load of the machine: {}", std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim());
    println!("| phase | what | answers | failed | p50 ms | p99 ms | p99.9 ms | slowest ms |");
    println!("|---|---|---|---|---|---|---|---|");
    for phase in Phase::ALL {
        for (what, times) in [("read", &measured.reads[phase as usize]), ("login", &measured.logins[phase as usize])] {
            println!("| {} | {what} | {} |", phase.name(), times.summary());
        }
    }
}

/// The number that follows `name` on the command line.
fn argument(name: &str, default: u64) -> u64 {
    let arguments: Vec<String> = std::env::args().collect();
    arguments.iter().position(|word| word == name).map_or(default, |at| arguments[at + 1].parse().unwrap())
}
