//! The processor time of building a catalog and of updates: what else runs on the machine hardly changes it.

use crate::generated::storefront;
use crate::resident_bytes;
use catalog_domain::catalog::{CatalogDelta, CatalogFacts};
use catalog_index::Catalog;
use catalog_testkit::process_info::{first_thread_processor_seconds, processor_seconds};
use std::hint::black_box;

/// Catalogs of one kind; the fastest one counts.
const ROUNDS: usize = 5;

/// Prints milliseconds of a processor of a build and of every kind of update, with freeing the result, and the memory
/// that it adds.
pub(crate) fn print_table(catalog: &Catalog, facts: &CatalogFacts, deltas: [(&str, CatalogDelta); 4]) {
    println!("{:<44} {:>10} {:>10} {:>10}", "milliseconds of a processor per catalog", "make", "free", "MiB more");
    // Of two threads, so in steps of ten milliseconds.
    print_row("build", processor_seconds, facts, |facts| Catalog::build(facts, storefront()));
    for (name, delta) in &deltas {
        print_row(name, first_thread_processor_seconds, delta, |delta| catalog.updated(delta));
    }
}

fn print_row<I: Clone, T>(name: &str, processor_seconds: fn(u32) -> f64, input: &I, make: impl Fn(I) -> T) {
    let milliseconds = || processor_seconds(std::process::id()) * 1e3;
    let (mut fastest, mut free, mut bytes) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..ROUNDS {
        let (input, resident, started) = (input.clone(), resident_bytes(), milliseconds());
        let made = black_box(make(input));
        let finished = milliseconds();
        bytes = resident_bytes().saturating_sub(resident);
        drop(made);
        (fastest, free) = (fastest.min(finished - started), free.min(milliseconds() - finished));
    }
    println!("{name:<44} {fastest:>10.1} {free:>10.1} {:>10}", bytes >> 20);
}
