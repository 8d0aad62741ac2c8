//! Attacks a catalog server, and measures the effect on one quiet client.
//!
//! `reader` is the quiet client, `attacks` has one file
//! for each attack, built from the few ways to misbehave in `engine`. `measure` runs one attack beside the reader;
//! `report` evaluates and prints the results. Everything is bounded in number and time, and ends with this process.

mod attacks;
mod engine;
mod measure;
mod reader;
mod report;
mod site;
mod tally;

use crate::server::raise_open_files;
use crate::workdir::{LEVEL, Place, Workdir, start_postgres};
use anyhow::ensure;
use attacks::attacks;
use catalog_testkit::postgres::TempCluster;
use clap::Args;
use measure::measure;
use report::{print_head, print_row};
use site::{ADMINISTRATOR, ATTACKERS, READER, copiers};

/// What the generator draws the catalog from.
const SEED: u64 = 11;
const SECTIONS: u64 = 1_500;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Use a PostgreSQL started for the purpose instead of SQLite
    #[arg(long)]
    postgres: bool,
    /// Run only the attacks whose name contains one of these
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    attacks: Vec<String>,
    /// List the attacks and stop
    #[arg(long)]
    list: bool,
    /// How long each attack lasts
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=300))]
    seconds: u64,
    /// Products of the generated catalog
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(2_000..=2_000_000))]
    products: u64,
    /// Exit with 1 when a goal is missed
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.list {
        for attack in attacks() {
            println!("{:<24} {}", attack.name, attack.about);
        }
        return Ok(());
    }
    raise_open_files()?;
    let is_wanted =
        |name: &str| arguments.attacks.is_empty() || arguments.attacks.iter().any(|part| name.contains(part));
    let wanted: Vec<_> = attacks().filter(|attack| is_wanted(attack.name)).collect();
    ensure!(!wanted.is_empty(), "no attack is called that; --list shows their names");
    // It ends with this value.
    let postgres = if arguments.postgres { Some(start_postgres("")?) } else { None };
    let workdir = arguments.place.workdir("hostile")?;
    let url = postgres.as_ref().map_or_else(|| workdir.url.clone(), TempCluster::url);
    let workdir = Workdir { url, ..workdir }.fill([arguments.products, SECTIONS], &[("--seed", SEED)])?;
    workdir.add_account(ADMINISTRATOR, &["--role", "admin"])?;
    workdir.add_account(READER, &LEVEL)?;
    let attackers = ATTACKERS.map(str::to_owned).into_iter().chain(copiers());
    attackers.into_iter().try_for_each(|attacker| workdir.add_account(&attacker, &[]))?;
    print_head(arguments)?;
    let mut missed = 0;
    for attack in wanted {
        eprintln!("{}: {}", attack.name, attack.about);
        missed += print_row(&measure(arguments, &workdir, attack)?);
    }
    println!("\n{missed} goals missed");
    ensure!(missed == 0 || !arguments.check, "{missed} goals missed");
    Ok(())
}
