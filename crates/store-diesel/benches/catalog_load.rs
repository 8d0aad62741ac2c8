//! The start-up cost of a server: loading the catalog of an imported store, and building the read model.
//!
//! `DATABASE_URL=sqlite:///path/to/catalog.db cargo bench -p store-diesel --bench catalog_load`; `catalog generate` and
//! `catalog import` make such a store of any size. `CATALOG_BENCH_ROUNDS=5` sets the number of rounds.

#![expect(clippy::expect_used, reason = "a benchmark that cannot set itself up has nothing to say")]

use catalog_domain::ports::{CatalogSource, StoreSettings};
use catalog_index::Catalog;
use catalog_testkit::process_info::{Memory, memory, processor_seconds};
use std::process;
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
        let Memory { high_water, anonymous, .. } = memory(process::id()).unwrap_or_default();
        println!("{} public products, at most {} MiB at once", catalog.product_count(), high_water >> 10);
        println!("{} MiB without files in the end", anonymous >> 10);
    }
}

/// Runs `work` and prints its cost.
fn measured<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (started, before) = (Instant::now(), processor_seconds(process::id()));
    let result = work();
    let processor = (processor_seconds(process::id()) - before) * 1e3;
    println!("{what:<6} {:>6} ms, {processor:>6.0} ms of a processor", started.elapsed().as_millis());
    result
}
