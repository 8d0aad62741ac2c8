//! What an import of a large generated catalog costs, on SQLite: a first import, the same again, and offers alone.
//!
//! `cargo bench -p catalog-import --bench import` measures 200,000 products; `-- --products 1000000` another number. It needs
//! about three times the size of the catalog in the folder for temporary files.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on has nothing better to do than to stop")]

use catalog_domain::url_group::StorefrontHost;
use catalog_generator::{GeneratorOptions, generate};
use catalog_import::{ImportInput, ImportMode, ImportOptions, ImportReport, run_import};
use catalog_testkit::StandingClock;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Instant;
use store_diesel::{Store, StoreOptions};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let products =
        arguments.iter().position(|word| word == "--products").map_or(200_000, |at| arguments[at + 1].parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (catalog, offers) = (folder.path().join("catalog.ndjson"), folder.path().join("offers.ndjson"));
    let options = GeneratorOptions {
        products,
        sections: (products / 100).max(1),
        seed: 7,
        changes: None,
        storefront: "shop.example".to_owned(),
    };
    let mut file = BufWriter::new(File::create(&catalog).unwrap());
    generate(&options, &mut file).unwrap();
    file.flush().unwrap();
    write_offers(&catalog, &offers);
    let store = Store::open(
        &format!("sqlite://{}/catalog.db", folder.path().display()).parse().unwrap(),
        &StoreOptions::default(),
    )
    .unwrap();

    println!("| run | seconds | records/s | peak memory |");
    println!("|---|---|---|---|");
    for (name, file, mode) in [
        ("first import", &catalog, ImportMode::Full),
        ("the same again", &catalog, ImportMode::Full),
        ("10,000 offers", &offers, ImportMode::Delta),
    ] {
        let started = Instant::now();
        let report = import(&store, file, mode);
        let seconds = started.elapsed().as_secs_f64();
        let tally = report.products;
        let count = tally.created + tally.updated + tally.unchanged;
        println!("| {name} | {seconds:.1} | {:.0} | {} MB |", count as f64 / seconds, peak_memory_kilobytes() / 1000);
    }
}

fn import(store: &Store, file: &Path, mode: ImportMode) -> ImportReport {
    let storefront = StorefrontHost::parse("shop.example").unwrap();
    let options = ImportOptions { mode, ..ImportOptions::new(&storefront) };
    let input = ImportInput::open(file.to_str().unwrap()).unwrap();
    run_import(vec![input], &options, store, &StandingClock::default()).unwrap()
}

/// Offers for 10,000 products of the catalog, each with a new price.
fn write_offers(catalog: &Path, offers: &Path) {
    let mut output = BufWriter::new(File::create(offers).unwrap());
    let lines = BufReader::new(File::open(catalog).unwrap()).lines().map(Result::unwrap);
    for line in lines.filter(|line| line.contains("\"product\"")).take(10_000) {
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        let offer = serde_json::json!({"type": "offer", "stockNumber": value["stockNumber"], "retail": "12345.67"});
        writeln!(output, "{offer}").unwrap();
    }
    output.flush().unwrap();
}

/// The most memory that the process has had at once so far.
fn peak_memory_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.trim().trim_end_matches(" kB").trim().parse().unwrap_or(0)
}
