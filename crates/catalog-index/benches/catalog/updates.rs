//! The processor time of updates: what else runs on the machine hardly changes it.

use crate::resident_bytes;
use catalog_domain::catalog::CatalogDelta;
use catalog_index::Catalog;
use std::hint::black_box;

/// Updates of one kind; the fastest one counts.
const ROUNDS: usize = 5;

/// Prints milliseconds of a processor of every kind of update, with freeing the result, and the memory that it adds.
pub(crate) fn print_table(catalog: &Catalog, deltas: [(&str, CatalogDelta); 4]) {
    println!("{:<44} {:>10} {:>10} {:>10}", "milliseconds of a processor per update", "update", "free", "MiB more");
    for (name, delta) in deltas {
        let (mut update, mut free, mut bytes) = (f64::INFINITY, f64::INFINITY, 0);
        for _ in 0..ROUNDS {
            let (delta, resident, started) = (delta.clone(), resident_bytes(), processor_milliseconds());
            let updated = black_box(catalog.updated(delta));
            let finished = processor_milliseconds();
            bytes = resident_bytes().saturating_sub(resident);
            drop(updated);
            (update, free) = (update.min(finished - started), free.min(processor_milliseconds() - finished));
        }
        println!("{name:<44} {update:>10.1} {free:>10.1} {:>10}", bytes >> 20);
    }
}

/// What this thread has used so far; 0 where the system does not report it.
fn processor_milliseconds() -> f64 {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    status.split_whitespace().next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0.0) / 1e6
}
