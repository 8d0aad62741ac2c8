//! The tables that are printed.

use crate::contest::Outcome;
use crate::process::Memory;
use crate::record::{CatalogRecord, Record, RowRecord};
use crate::rows::Wanted;

/// What the memory of the server may be: a fixed part, and one of each product. In KiB.
const FIXED_MEMORY: u64 = 100 * 1024;
const MEMORY_PER_PRODUCT: u64 = 1;
/// By what part the cost of a request may grow with the catalog.
const LARGEST_GROWTH: f64 = 1.34;

/// Prints the head of the table against nginx.
pub(crate) fn print_heading() {
    println!(
        "\n{:28}{:>7} {:13}{:>9}{:>6}  {:12}{:>9}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}",
        "row",
        "ratio",
        " spread",
        "at least",
        "aim",
        "",
        "req/s",
        "nginx",
        "p50 us",
        "nginx",
        "p99 us",
        "nginx",
        "CPU us",
        "nginx",
        "body B"
    );
}

/// Prints a row against nginx.
pub(crate) fn print_row(row: &RowRecord) {
    let wanted = row.wanted.map_or((String::new(), String::new()), |wanted| {
        (format!("{:.2}", wanted.at_least), format!("{:.2}", wanted.aim))
    });
    match &row.outcome {
        None => println!("{:28}FAILED: {}", row.name, row.failure.as_deref().unwrap_or("not measured")),
        Some(outcome) => {
            let Outcome { ratio, spread: [low, high], first, second, .. } = outcome;
            println!(
                "{:28}{ratio:>7.3} {:13}{:>9}{:>6}  {:12}{:>9.0}{:>9.0}{:>8.0}{:>8.0}{:>8.0}{:>8.0}{:>8.1}{:>8.1}{:>9.0}",
                row.name,
                format!("({low:.2}-{high:.2})"),
                wanted.0,
                wanted.1,
                verdict(*ratio, row.wanted),
                first.per_second,
                second.per_second,
                first.p50,
                second.p50,
                first.p99,
                second.p99,
                first.processor,
                second.processor,
                first.body
            );
        }
    }
}

/// Prints a row of the large catalog against the other one.
pub(crate) fn print_flat_row(row: &RowRecord) {
    match &row.outcome {
        None => println!("{:28}FAILED: {}", row.name, row.failure.as_deref().unwrap_or("not measured")),
        Some(Outcome { ratio, processor_ratio, first, second, .. }) => println!(
            "{:28}cost by processor time {:.2} times ({:.1} to {:.1} us), by requests per second {:.2} times; at most {LARGEST_GROWTH}; \
             bodies {:.0} to {:.0} B",
            row.name,
            1.0 / processor_ratio,
            second.processor,
            first.processor,
            1.0 / ratio,
            second.body,
            first.body
        ),
    }
}

/// Prints what a catalog cost, requests aside.
pub(crate) fn print_catalog(catalog: &CatalogRecord) {
    let CatalogRecord { products, sections, start, memory_at_start, memory_at_end, refresh } = catalog;
    let bound = (FIXED_MEMORY + MEMORY_PER_PRODUCT * products) / 1024;
    println!("\n{products} products in {sections} sections");
    println!("  ready after {start:.0} ms");
    println!(
        "  memory at the start {}, at the end {}; at most {bound} MiB",
        told(*memory_at_start),
        told(*memory_at_end)
    );
    if let Some(refresh) = refresh {
        println!(
            "  refresh after 100 changes: {:.0} ms of a processor, shown {:.0} ms after the import",
            refresh.processor, refresh.shown
        );
    }
}

/// Prints two runs side by side.
pub(crate) fn print_comparison(old: &Record, new: &Record) {
    for (name, run) in [("old", old), ("new", new)] {
        println!("{name}: {}", run.circumstances);
    }
    println!(
        "\n{:28}{:>8}{:>8}{:>8}{:>11}{:>9}{:>9}{:>10}{:>8}",
        "row", "ratio", "new", "change", "req/s", "new", "CPU us", "new", "change"
    );
    for row in &new.rows {
        let before = old.rows.iter().find(|before| before.name == row.name);
        let (Some(before), Some(after)) = (before.and_then(|before| before.outcome), row.outcome) else { continue };
        println!(
            "{:28}{:>8.3}{:>8.3}{:>8}{:>11.0}{:>9.0}{:>9.1}{:>10.1}{:>8}",
            row.name,
            before.ratio,
            after.ratio,
            change(before.ratio, after.ratio),
            before.first.per_second,
            after.first.per_second,
            before.first.processor,
            after.first.processor,
            change(before.first.processor, after.first.processor)
        );
    }
}

fn verdict(ratio: f64, wanted: Option<Wanted>) -> &'static str {
    match wanted {
        None => "",
        Some(wanted) if ratio >= wanted.aim => "reached",
        Some(wanted) if ratio >= wanted.at_least => "enough",
        Some(_) => "TOO SLOW",
    }
}

fn change(before: f64, after: f64) -> String {
    format!("{:+.0} %", (after / before - 1.0) * 100.0)
}

fn told(memory: Memory) -> String {
    format!("{} MiB ({} without files)", memory.resident / 1024, memory.anonymous / 1024)
}
