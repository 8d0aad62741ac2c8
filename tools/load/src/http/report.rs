//! The tables that are printed.

use super::comparison::Outcome;
use super::record::{CatalogRecord, Record, RowRecord};
use super::rows::Wanted;
use super::scaling::Refreshes;

/// What the memory of the server may be: a fixed part, and one of each product. In KiB.
const FIXED_MEMORY: u64 = 100 * 1024;
const MEMORY_PER_PRODUCT: u64 = 1;
/// By what part the cost of a request may grow with the catalog.
const LARGEST_GROWTH: f64 = 1.15;

pub(crate) fn print_heading() {
    let figures = ["req/s", "p50 us", "p99 us", "CPU us"].map(|name| format!("{name:>10}{:>8}", "nginx")).concat();
    println!(
        "\n{:31}{:>7} {:13}{:>9}{:>6}  {:9}{:>7}{figures}{:>9}",
        "row", "ratio", " spread", "at least", "aim", "", "by CPU", "body B"
    );
}

pub(crate) fn print_row(row: &RowRecord) {
    let Some(Outcome { ratio, spread: [low, high], processor_ratio, first, second }) = &row.outcome else {
        return print_failure(row);
    };
    let [at_least, aim] = match row.wanted {
        Some(wanted) => [wanted.at_least, wanted.aim].map(|value| format!("{value:.2}")),
        None => [String::new(), String::new()],
    };
    let (spread, verdict) = (format!("({low:.2}-{high:.2})"), verdict(*ratio, row.wanted));
    let pairs = [
        (first.per_second, second.per_second),
        (first.p50, second.p50),
        (first.p99, second.p99),
        (first.processor, second.processor),
    ];
    let figures = pairs.map(|(first, second)| format!("{:>10}{:>8}", short(first), short(second))).concat();
    println!(
        "{:31}{ratio:>7.3} {spread:13}{at_least:>9}{aim:>6}  {verdict:9}{processor_ratio:>7.2}{figures}{:>9.0}",
        row.name, first.body
    );
}

fn print_failure(row: &RowRecord) {
    println!("{:31}FAILED: {}", row.name, row.failure.as_deref().unwrap_or("not measured"));
}

/// Three digits at least.
fn short(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

pub(crate) fn print_scaling_row(row: &RowRecord) {
    match &row.outcome {
        None => print_failure(row),
        Some(Outcome { ratio, processor_ratio, first, second, .. }) => println!(
            "{:31}cost by processor time {:.2} times ({:.1} to {:.1} us), by requests per second {:.2} times; at most {LARGEST_GROWTH}; \
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

pub(crate) fn print_catalog(catalog: &CatalogRecord) {
    let CatalogRecord { products, sections, start, start_processor, memory_at_start, memory_at_end, refreshes } =
        catalog;
    let bound = (FIXED_MEMORY + MEMORY_PER_PRODUCT * products) / 1024;
    println!("\n{products} products in {sections} sections");
    println!("  ready after {start:.0} ms ({start_processor:.0} ms of a processor)");
    println!(
        "  memory at the start {}, at the end {}; at most {bound} MiB",
        mebibytes(*memory_at_start),
        mebibytes(*memory_at_end)
    );
    if let Some(Refreshes { products, with_sections }) = refreshes {
        for (what, cost) in [("of products", products), ("of products and sections", with_sections)] {
            println!(
                "  refresh after 100 changes {what}: {:.0} ms of a processor, shown {:.0} ms after the import",
                cost.processor, cost.shown
            );
        }
    }
}

pub(crate) fn print_comparison(old: &Record, new: &Record) {
    for (name, run) in [("old", old), ("new", new)] {
        println!("{name}: {}; {}", run.circumstances, run.command.join(" "));
    }
    println!(
        "\n{:31}{:>8}{:>8}{:>8}{:>11}{:>9}{:>9}{:>10}{:>8}",
        "row", "ratio", "new", "change", "req/s", "new", "CPU us", "new", "change"
    );
    for row in &new.rows {
        let before = old.rows.iter().find(|before| before.name == row.name);
        let (Some(before), Some(after)) = (before.and_then(|before| before.outcome), row.outcome) else { continue };
        println!(
            "{:31}{:>8.3}{:>8.3}{:>8}{:>11.0}{:>9.0}{:>9.1}{:>10.1}{:>8}",
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

fn mebibytes([resident, anonymous]: [u64; 2]) -> String {
    format!("{} MiB ({} without files)", resident / 1024, anonymous / 1024)
}
