//! The start-up cost of a server: loading the catalog of an imported store, and building the read model.
//!
//! `DATABASE_URL=sqlite:///path/to/catalog.db cargo bench -p store-diesel --bench catalog_load`; `catalog generate` and
//! `catalog import` make such a store of any size. `CATALOG_BENCH_ROUNDS=5` sets the number of rounds.

#![expect(clippy::expect_used, reason = "a benchmark that cannot set itself up has nothing to say")]

use catalog_domain::ports::{CatalogSource, StoreSettings};
use catalog_index::Catalog;
use std::time::Instant;
use store_diesel::{Store, StoreOptions};

fn main() {
    let Ok(url) = std::env::var("DATABASE_URL") else {
        println!("DATABASE_URL names no store: nothing to measure");
        return;
    };
    let rounds = std::env::var("CATALOG_BENCH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    for _ in 0..rounds {
        // A new store each time: an open one caches the values shared by its last load.
        let store = Store::open(&url.parse().expect("a valid URL"), &StoreOptions::default()).expect("a store");
        let storefront = store.storefront().expect("a store that answers").expect("a store with a catalog");
        let facts = measured("load", || store.load().expect("a catalog"));
        let catalog = measured("build", || Catalog::build(facts, storefront.clone()));
        println!("{} public products, at most {} MB at once", catalog.product_count(), kilobytes("VmHWM:") / 1_000);
        println!("{} MB without files in the end", kilobytes("RssAnon:") / 1_000);
    }
}

/// Runs `work` and prints its cost.
fn measured<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (started, before) = (Instant::now(), processor_milliseconds());
    let result = work();
    let processor = processor_milliseconds() - before;
    println!("{what:<6} {:>6} ms, {processor:>6} ms of a processor", started.elapsed().as_millis());
    result
}

/// The processor time of this process so far, including ended threads; 0 where the system does not report it.
fn processor_milliseconds() -> u64 {
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The program's name may have blanks, but its closing bracket is the last one. Times are in hundredths of a second.
    let fields = status.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10
}

/// A line of the system's memory statistics of this process; 0 where the system does not report it.
fn kilobytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
