//! A whole run: each attack against a server of its own, one after the other.

use crate::arguments::Arguments;
use crate::attacks::ATTACKS;
use crate::measure::measure;
use crate::report::{self, Report};
use crate::store::Workshop;
use anyhow::ensure;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Runs the selected attacks and prints their results. Returns how many goals were missed.
///
/// # Errors
/// When a server cannot be started.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<usize> {
    if arguments.list {
        for attack in ATTACKS {
            println!("{:<24} {}", attack.name, attack.about);
        }
        return Ok(0);
    }
    raise_file_limit()?;
    let is_wanted =
        |name: &str| arguments.attacks.is_empty() || arguments.attacks.iter().any(|part| name.contains(part));
    let wanted: Vec<_> = ATTACKS.iter().filter(|attack| is_wanted(attack.name)).collect();
    ensure!(!wanted.is_empty(), "no attack is called that; --list shows their names");
    let workshop = Workshop::open(arguments)?;
    let store = workshop.fresh_store(arguments.postgres)?;
    let mut report = Report::begin(arguments, &workshop)?;
    for attack in wanted {
        eprintln!("{}: {}", attack.name, attack.about);
        let row = measure(arguments, &workshop, &store, attack)?;
        report.add(&row)?;
    }
    Ok(report::finish(&report))
}

/// Some attacks need thousands of connections.
fn raise_file_limit() -> anyhow::Result<()> {
    let limit = getrlimit(Resource::Nofile);
    Ok(setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum })?)
}
