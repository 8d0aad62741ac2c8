//! How fast `catalog serve` is beside nginx with static files of the same bytes: the same load at both in turns, on the
//! loopback, with answers checked before and after. `docs/performance.md` tells what the rows are and what they should be.
//!
//! `just bench`, or `cargo bench -p server --bench http -- --help` for its options.

use arena::Arena;
use arguments::Arguments;
use clap::Parser;
use contest::Outcome;
use file_server::FileServer;
use limits::Limits;
use load::LoadTool;
use programs::Programs;
use record::{CatalogRecord, Circumstances, Record, RowRecord};
use rows::{FLAT_ROWS, ROWS, Row};
use stage::Stage;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

mod arena;
mod arguments;
mod bodies;
mod catalog_server;
mod client;
mod contest;
mod dice;
mod digest;
mod file_server;
mod flatness;
mod limits;
mod load;
mod median;
mod process;
mod programs;
mod record;
mod report;
mod rows;
mod stage;
mod survey;
mod targets;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Tests of all targets run benchmarks, too, and would wait for minutes.
    if !arguments.bench {
        return ExitCode::SUCCESS;
    }
    let done = if arguments.compare { compare() } else { run(&arguments) };
    done.unwrap_or_else(|problem| {
        eprintln!("{problem:#}");
        ExitCode::FAILURE
    })
}

/// Prints the last two runs side by side.
fn compare() -> anyhow::Result<ExitCode> {
    let runs = Record::kept()?;
    let [.., old, new] = &runs[..] else { anyhow::bail!("fewer than two runs were kept") };
    report::print_comparison(old, new);
    Ok(ExitCode::SUCCESS)
}

/// Measures, prints and keeps. Fails when a row does, or there was no time for it.
fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let programs = Programs::find()?;
    let limits = Limits::start(Duration::from_secs(60 * arguments.minutes))?;
    let circumstances = Circumstances::now()?;
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    println!("{circumstances}; making a catalog of {} products", arguments.products);
    let stage = Stage::set(folder.join("catalog"), arguments.products, arguments, &limits)?;
    let files = FileServer::start(&programs.nginx, folder, &limits)?;
    let tool = LoadTool::new(programs.wrk, folder)?;
    let mut arena = Arena::new(&stage, Some(&files), &tool, folder, &limits)?;
    let chosen: Vec<Row> = ROWS.iter().filter(|row| row.is_chosen(&arguments.rows)).copied().collect();
    report::print_heading();
    let pace = arguments.pace();
    let rows = measure_all(&chosen, &limits, report::print_row, |row| arena.measure(row, pace))?;
    let mut record = Record {
        circumstances,
        conditions: arguments.conditions(),
        rows,
        catalogs: vec![stage.record()],
        flatness: Vec::new(),
    };
    let is_complete = match measure_large(arguments, folder, &mut arena, &mut record) {
        Err(problem) => {
            limits.check_interruption()?;
            eprintln!("the large catalog was not measured: {problem:#}");
            false
        }
        Ok(()) => record.rows.iter().chain(&record.flatness).all(|row| row.outcome.is_some()),
    };
    // Last, since it changes what is answered.
    record.catalogs[0].refreshes = refreshes(&stage, &limits);
    limits.check_interruption()?;
    record.catalogs.iter().for_each(report::print_catalog);
    println!("\nkept in {}", record.keep()?.display());
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Measures how a large catalog compares to that of `small`, if one is wanted.
fn measure_large(
    arguments: &Arguments,
    folder: &Path,
    small: &mut Arena<'_>,
    record: &mut Record,
) -> anyhow::Result<()> {
    let Some(products) = arguments.large else { return Ok(()) };
    let limits = small.limits;
    println!("\nmaking a catalog of {products} products");
    let stage = Stage::set(folder.join("large"), products, arguments, limits)?;
    let mut large = Arena::new(&stage, None, small.tool, folder, limits)?;
    let pace = arguments.pace();
    let compare = |row| flatness::compare_sizes(row, &mut large, small, pace);
    record.flatness = measure_all(FLAT_ROWS, limits, report::print_flat_row, compare)?;
    record.catalogs.push(CatalogRecord { refreshes: refreshes(&stage, limits), ..stage.record() });
    Ok(())
}

/// Measures one row after the other, and prints each when it is done or has failed. Those for which there is no time fail, too.
///
/// # Errors
/// When it is interrupted: what was measured by then is not kept.
fn measure_all(
    rows: &[Row],
    limits: &Limits,
    print: fn(&RowRecord),
    mut measure: impl FnMut(Row) -> anyhow::Result<Outcome>,
) -> anyhow::Result<Vec<RowRecord>> {
    let record = |row: &Row| {
        let outcome = limits.check().and_then(|()| measure(*row));
        limits.check_interruption()?;
        let failure = outcome.as_ref().err().map(|problem| format!("{problem:#}"));
        let record = RowRecord { name: row.name(), wanted: row.wanted, outcome: outcome.ok(), failure };
        print(&record);
        Ok(record)
    };
    rows.iter().map(record).collect()
}

/// What refreshes cost, unless there is no time to find that out.
fn refreshes(stage: &Stage, limits: &Limits) -> Option<flatness::Refreshes> {
    let measured = flatness::measure_refreshes(&stage.store, &stage.server, limits);
    measured.inspect_err(|problem| eprintln!("refreshes were not measured: {problem:#}")).ok()
}
