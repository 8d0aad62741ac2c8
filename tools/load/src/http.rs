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
use comparison::{Outcome, Pace};
use fixture::Fixture;
use harness::Harness;
use record::{CatalogRecord, Record, RowRecord};
use rows::{Row, chosen_rows, flat_rows};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

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
    /// Also measure how a catalog of that many products compares to the other one; 1000000 needs --minutes 20
    #[arg(long, value_name = "N")]
    large: Option<u64>,
    /// Only rows whose name contains one of these
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    rows: Vec<String>,
    /// Rounds of each row; each loads both servers once
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Seconds for which a round loads a server
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Begin no row after that many minutes
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u64).range(1..))]
    minutes: u64,
    /// A setting of the server other than its default, such as CATALOG_LOG=warn; may be repeated
    #[arg(long = "setting", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<String>,
    /// Measure nothing; print the last two runs side by side
    #[arg(long)]
    compare: bool,
}

/// When the last row may begin, and how each is measured.
#[derive(Clone, Copy)]
struct Plan {
    deadline: Instant,
    pace: Pace,
}

fn setting(text: &str) -> Result<String, String> {
    let is_setting = text.split_once('=').is_some_and(|(name, _)| name.starts_with("CATALOG_"));
    if is_setting { Ok(text.to_owned()) } else { Err("must be CATALOG_..., an equals sign and a value".into()) }
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
    let deadline = Instant::now() + Duration::from_secs(60 * arguments.minutes);
    let plan = Plan { deadline, pace: Pace { rounds: arguments.rounds, time: Duration::from_secs(arguments.seconds) } };
    let circumstances = Circumstances::now()?;
    let nginx = Nginx::start(folder)?;
    println!("{circumstances}; making a catalog of {} products", arguments.products);
    let fixture = Fixture::make("http/catalog", arguments.products, arguments)?;
    let mut small = Harness::new(&fixture, Some(&nginx))?;
    report::print_heading();
    let rows = measure_all(&chosen_rows(&arguments.rows), plan, report::print_row, |row| small.measure(row, plan.pace));
    let command = std::env::args().skip(1).collect();
    let mut record = Record { circumstances, command, rows, catalogs: Vec::new(), scaling: Vec::new() };
    let large = arguments.large.map(|products| {
        println!("\nmaking a catalog of {products} products");
        let fixture = Fixture::make("http/large", products, arguments)?;
        let mut large = Harness::new(&fixture, None)?;
        record.scaling = measure_all(&flat_rows(), plan, report::print_scaling_row, |row| {
            scaling::compare_sizes(row, &mut large, &mut small, plan.pace)
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

/// Measures one row after the other, and prints each when it is done or has failed. Those for which there is no time
/// fail, too.
fn measure_all(
    rows: &[Row],
    plan: Plan,
    print: fn(&RowRecord),
    mut measure: impl FnMut(Row) -> anyhow::Result<Outcome>,
) -> Vec<RowRecord> {
    let record = |row: &Row| {
        let is_late = Instant::now() >= plan.deadline;
        let outcome = if is_late { Err(anyhow::anyhow!("out of time (--minutes gives more)")) } else { measure(*row) };
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
