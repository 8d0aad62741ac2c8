//! The cost of an import of a large generated catalog, on SQLite: a first import, the same again, a few changes, offers
//! alone, other links of every second product, and deactivation of a section that the filter values of half the
//! products name.
//!
//! `cargo bench -p catalog-import --bench import` measures 200,000 products; `-- --products 1000000` another number. It
//! needs about three times the size of the catalog in the temporary folder.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on has nothing better to do than to stop")]

use catalog_domain::values::StorefrontHost;
use catalog_generator::{GeneratorOptions, generate};
use catalog_import::{ImportInput, ImportMode, ImportObserver, ImportOptions, ImportReport, run_import};
use catalog_testkit::FixedClock;
use catalog_testkit::process_info::{memory, processor_seconds, reset_high_water};
use long_work::Observer;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process;
use std::sync::Mutex;
use std::time::Instant;
use store_diesel::{Store, StoreOptions};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let products =
        arguments.iter().position(|word| word == "--products").map_or(200_000, |at| arguments[at + 1].parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (catalog, changes, offers) = (file("catalog.ndjson"), file("changes.ndjson"), file("offers.ndjson"));
    let (named, linked, switched) = (file("named.ndjson"), file("linked.ndjson"), file("switched.ndjson"));
    write_generated(products, None, &catalog);
    write_generated(products, Some(100), &changes);
    write_offers(&catalog, &offers);
    write_named(&catalog, &named);
    write_linked(&named, &linked);
    std::fs::write(&switched, section(NAMED_SECTION, false).to_string()).unwrap();
    let store = Store::open(
        &format!("sqlite://{}/catalog.db", folder.path().display()).parse().unwrap(),
        &StoreOptions::default(),
    )
    .unwrap();

    println!("load of the machine: {}", std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim());
    println!(
        "| run | seconds | of them reading, comparing, writing | processor seconds | products | products/s | peak memory |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, file, mode) in [
        ("first import", &catalog, ImportMode::Full),
        ("the same again", &catalog, ImportMode::Full),
        ("100 changes", &changes, ImportMode::Delta),
        ("10,000 offers", &offers, ImportMode::Delta),
        ("a section named by half of the products", &named, ImportMode::Delta),
        ("other links of these products", &linked, ImportMode::Delta),
        ("the named section switched off", &switched, ImportMode::Delta),
    ] {
        // Where the system does not support that, later runs show the peak of earlier ones.
        let _ = reset_high_water(process::id());
        let (started, processor_before) = (Instant::now(), processor_seconds(process::id()));
        let phases = Phases::default();
        let report = import(&store, file, mode, &phases);
        let seconds = started.elapsed().as_secs_f64();
        let tally = report.products;
        let count = tally.created + tally.updated + tally.deactivated + tally.unchanged;
        let processor = processor_seconds(process::id()) - processor_before;
        let rate = count as f64 / seconds;
        let peak = memory(process::id()).unwrap_or_default().high_water >> 10;
        let phases = phases.summary();
        println!("| {name} | {seconds:.1} | {phases} | {processor:.1} | {count} | {rate:.0} | {peak} MiB |");
    }
}

fn import(store: &Store, file: &Path, mode: ImportMode, phases: &Phases) -> ImportReport {
    let storefront = StorefrontHost::parse("shop.example").unwrap();
    let options = ImportOptions { mode, observer: phases, ..ImportOptions::new(&storefront) };
    let input = ImportInput::open(file.to_str().unwrap()).unwrap();
    run_import(vec![input], &options, store, &FixedClock::default()).unwrap()
}

#[derive(Debug, Default)]
struct Phases(Mutex<Vec<Instant>>);

impl ImportObserver for Phases {}

impl Observer for Phases {
    fn begins(&self, _step: &str, _records: Option<u64>) {
        self.0.lock().unwrap().push(Instant::now());
    }
}

impl Phases {
    /// How long each phase took, in seconds; the last one until now.
    fn summary(&self) -> String {
        let mut moments = self.0.lock().unwrap().clone();
        moments.push(Instant::now());
        let lengths = moments.windows(2).map(|pair| format!("{:.1}", (pair[1] - pair[0]).as_secs_f64()));
        lengths.collect::<Vec<_>>().join(", ")
    }
}

/// The catalog of that many products, or a later delta of it.
fn write_generated(products: u64, changes: Option<u64>, path: &Path) {
    let storefront = "shop.example".to_owned();
    let options =
        GeneratorOptions { products, sections: (products / 100).max(1), seed: 7, changes, storefront, pictures: None };
    let mut file = BufWriter::new(File::create(path).unwrap());
    generate(&options, &mut file).unwrap();
    file.flush().unwrap();
}

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

/// A section that no product is linked to at first, and one that filter values name.
const LINKED_SECTION: i64 = 9_000_001;
const NAMED_SECTION: i64 = 9_000_002;

fn section(id: i64, is_active: bool) -> serde_json::Value {
    serde_json::json!({"type": "section", "hierarchyId": id, "sourceId": id, "parentHierarchyId": null, "name": "Section",
        "url": format!("https://shop.example/{id}/"), "isActive": is_active})
}

/// Two more sections, and every second product with filter values that name one of them.
fn write_named(catalog: &Path, named: &Path) {
    let mut output = BufWriter::new(File::create(named).unwrap());
    writeln!(output, "{}\n{}", section(LINKED_SECTION, true), section(NAMED_SECTION, true)).unwrap();
    let lines = BufReader::new(File::open(catalog).unwrap()).lines().map(Result::unwrap);
    for line in lines.filter(|line| line.starts_with("{\"type\":\"product\",")).step_by(2) {
        let mut product: serde_json::Value = serde_json::from_str(&line).unwrap();
        for value in product["filterValues"].as_array_mut().into_iter().flatten() {
            value["sections"].as_array_mut().unwrap().push(NAMED_SECTION.into());
        }
        writeln!(output, "{product}").unwrap();
    }
    output.flush().unwrap();
}

fn write_linked(named: &Path, linked: &Path) {
    let mut output = BufWriter::new(File::create(linked).unwrap());
    let lines = BufReader::new(File::open(named).unwrap()).lines().map(Result::unwrap);
    for mut product in lines.map(|line| serde_json::from_str::<serde_json::Value>(&line).unwrap()) {
        if product["type"] == "product" {
            product["sections"].as_array_mut().unwrap().push(LINKED_SECTION.into());
            writeln!(output, "{product}").unwrap();
        }
    }
    output.flush().unwrap();
}
