//! How fast `catalog serve` is beside nginx with static files of the same bytes: the same load at both in turns, on the
//! loopback, with responses checked before and after. `tools/load/README.md` describes the rows and what they should
//! be.

mod bodies;
mod comparison;
mod fixture;
mod harness;
mod load;
mod record;
mod report;
mod rows;
mod sampler;
mod scaling;
mod targets;
mod zipf;

use crate::circumstances::Circumstances;
use crate::nginx::Nginx;
use crate::workdir::Place;
use anyhow::{bail, ensure};
use catalog_testkit::process_info::Memory;
use clap::Args;
use comparison::Outcome;
use fixture::Fixture;
use harness::Harness;
use record::{CatalogRecord, Record, RowRecord};
use rows::{Row, chosen_rows, flat_rows};
use std::fs;
use std::path::Path;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Products of the catalog
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2_000..))]
    products: u64,
    /// Sections of the catalog, and of the large one
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(20..))]
    sections: u64,
    /// Also measure how a catalog of that many products compares to the other one
    #[arg(long, value_name = "N")]
    large: Option<u64>,
    /// Only rows whose name contains one of these
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    rows: Vec<String>,
    /// Rounds of each row; each loads both servers once
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure nothing; print the last two runs side by side
    #[arg(long)]
    compare: bool,
}

/// Measures, prints and records; or compares the last two runs.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let results = arguments.place.folder.join("http.jsonl");
    if arguments.compare {
        let runs = Record::read_all(&results)?;
        let [.., old, new] = &runs[..] else { bail!("{} has fewer than two runs", results.display()) };
        report::print_comparison(old, new);
        return Ok(());
    }
    let workdir = arguments.place.workdir("http")?;
    let record = measure(arguments, &workdir.folder)?;
    fs::remove_dir_all(&workdir.folder)?;
    record.append(&results)?;
    println!("\nrecorded in {}", results.display());
    let is_complete = record.rows.iter().chain(&record.scaling).all(|row| row.outcome.is_some());
    ensure!(is_complete && record.catalogs.len() == 1 + usize::from(arguments.large.is_some()), "some rows failed");
    Ok(())
}

fn measure(arguments: &Arguments, folder: &Path) -> anyhow::Result<Record> {
    let rounds = arguments.rounds;
    let circumstances = Circumstances::now()?;
    let nginx = Nginx::start(folder)?;
    println!("{circumstances}; making a catalog of {} products", arguments.products);
    let fixture = Fixture::make("http/catalog", arguments.products, arguments)?;
    let mut small = Harness::new(&fixture, Some(&nginx))?;
    report::print_heading();
    let rows = measure_all(&chosen_rows(&arguments.rows), report::print_row, |row| small.measure(row, rounds));
    let command = std::env::args().skip(1).collect();
    let mut record = Record { circumstances, command, rows, catalogs: Vec::new(), scaling: Vec::new() };
    let large = arguments.large.map(|products| {
        println!("\nmaking a catalog of {products} products");
        let fixture = Fixture::make("http/large", products, arguments)?;
        let mut large = Harness::new(&fixture, None)?;
        record.scaling = measure_all(&flat_rows(), report::print_scaling_row, |row| {
            scaling::compare_sizes(row, &mut large, &mut small, rounds)
        });
        catalog_record(&fixture)
    });
    // Last, since it changes what is responded.
    record.catalogs.push(catalog_record(&fixture)?);
    match large.transpose() {
        Ok(large) => record.catalogs.extend(large),
        Err(problem) => eprintln!("the large catalog was not measured: {problem:#}"),
    }
    record.catalogs.iter().for_each(report::print_catalog);
    Ok(record)
}

/// Measures one row after the other, and prints each when it is done or has failed.
fn measure_all(
    rows: &[Row],
    print: fn(&RowRecord),
    mut measure: impl FnMut(Row) -> anyhow::Result<Outcome>,
) -> Vec<RowRecord> {
    let record = |row: &Row| {
        let outcome = measure(*row);
        let failure = outcome.as_ref().err().map(|problem| format!("{problem:#}"));
        let record = RowRecord { name: row.name(), wanted: row.wanted, outcome: outcome.ok(), failure };
        print(&record);
        record
    };
    rows.iter().map(record).collect()
}

fn catalog_record(fixture: &Fixture) -> anyhow::Result<CatalogRecord> {
    let kibibytes = |memory: Memory| [memory.resident, memory.anonymous];
    let memory_at_end = kibibytes(fixture.server.memory()?);
    let [products, sections] = fixture.workdir.size;
    let refreshes = scaling::measure_refreshes(fixture);
    Ok(CatalogRecord {
        products,
        sections,
        start: fixture.server.start.as_secs_f64() * 1e3,
        start_processor: fixture.server.start_processor * 1e3,
        memory_at_start: kibibytes(fixture.memory_at_start),
        memory_at_end,
        refreshes: refreshes.inspect_err(|problem| eprintln!("refreshes were not measured: {problem:#}")).ok(),
    })
}
