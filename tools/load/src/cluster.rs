//! Breaks the cluster of `docs/deployment/cluster` under load and reports what clients notice. Everything runs on this
//! machine with the documented files, each machine as an address of the loopback.
//!
//! Debian's `postgresql`, `patroni`, `etcd-server`, `haproxy` and `nginx` have to be installed.

mod clients;
mod documented;
mod failures;
mod follower;
mod report;
mod server_machine;
mod site;
mod store_machine;

use crate::workdir::{Place, Workdir};
use anyhow::ensure;
use clap::{Args, ValueEnum};
use clients::{Ledger, Scene};
use failures::Failure;
use follower::Follower;
use parking_lot::Mutex;
use report::{Losses, Round};
use serde_json::Value;
use site::Site;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// How long all is well before each failure.
const QUIET: Duration = Duration::from_secs(3);
/// How long the feeds may take to have all events.
const SETTLING: Duration = Duration::from_secs(3);
/// How many different failures of requests a round prints.
const SHOWN: usize = 8;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// How often each failure happens
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    times: u32,
    /// Products of the catalog
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(2_000..))]
    products: u64,
    /// Only these failures, separated by commas
    #[arg(long, value_name = "FAILURE", value_delimiter = ',')]
    only: Vec<Failure>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let size = [arguments.products, arguments.products / 50];
    let workdir = Workdir { size, ..arguments.place.workdir("cluster")? };
    // Where the user of PostgreSQL gets to, and short enough for the name of a socket.
    let root = std::env::temp_dir().join(format!("catalog-cluster-{}", std::process::id()));
    fs::create_dir(&root)?;
    fs::set_permissions(&root, fs::Permissions::from_mode(0o755))?;
    let outcome = Site::start(&root, &workdir).and_then(|site| break_all(site, arguments));
    if outcome.is_err() {
        eprintln!("logs: {}", root.display());
    } else {
        fs::remove_dir_all(&root)?;
    }
    outcome
}

fn break_all(mut site: Site, arguments: &Arguments) -> anyhow::Result<()> {
    let scene = Scene::find(site.nginx.address)?;
    let ledger = Ledger::default();
    let followers = [10, 0].map(|wait| Mutex::new(Follower::new(wait, &scene.feed)));
    let importer = site.importer.clone();
    let chosen = if arguments.only.is_empty() { Failure::value_variants() } else { &arguments.only };
    thread::scope(|scope| {
        scene.start(scope, &ledger, &importer, &followers);
        report::print_head();
        let mut is_whole = true;
        let outcome = chosen.iter().try_for_each(|failure| {
            let rounds = (0..arguments.times).map(|number| {
                let round = round(&mut site, *failure, &scene, &ledger, &followers);
                eprintln!("{} {} of {}", failure.title(), number + 1, arguments.times);
                round
            });
            let rounds = rounds.collect::<anyhow::Result<Vec<_>>>()?;
            report::print_row(*failure, &rounds);
            is_whole &= report::are_whole(&rounds);
            Ok(())
        });
        ledger.is_over.store(true, Ordering::Relaxed);
        outcome.and_then(|()| {
            ensure!(is_whole, "what was acknowledged was lost");
            Ok(())
        })
    })
}

/// One failure, and what is found afterwards.
fn round(
    site: &mut Site,
    failure: Failure,
    scene: &Scene,
    ledger: &Ledger,
    followers: &[Mutex<Follower>],
) -> anyhow::Result<Round> {
    thread::sleep(QUIET);
    take(&ledger.seen);
    let begun = Instant::now();
    let happened = failure.happen(site);
    site.mend()?;
    thread::sleep(SETTLING);
    let seen = take(&ledger.seen);
    eprintln!("{}: {:.1} s until all was well", failure.title(), begun.elapsed().as_secs_f64());
    let mut failures = BTreeMap::<String, usize>::new();
    for (kind, text) in seen.iter().filter_map(|it| Some((it.kind, it.failure.as_ref()?))) {
        *failures.entry(format!("{kind:?}: {text}")).or_default() += 1;
    }
    failures.iter().take(SHOWN).for_each(|(text, count)| eprintln!("  {count} × {text}"));
    if let Err(problem) = &happened {
        eprintln!("  NOT AS EXPECTED: {problem:#}");
    }
    Ok(Round::of(&seen, happened.is_ok(), losses(site, scene, ledger, followers)?))
}

/// Compares what was promised with what is there.
fn losses(site: &Site, scene: &Scene, ledger: &Ledger, followers: &[Mutex<Follower>]) -> anyhow::Result<Losses> {
    let mut losses = Losses::default();
    let registered = ledger.registered.lock().clone();
    let list: Value =
        serde_json::from_str(&site.importer.run(&["user", "list", "--status", "pending", "--format", "json"])?)?;
    let accounts: BTreeSet<&str> =
        list.as_array().into_iter().flatten().filter_map(|it| it["email"].as_str()).collect();
    ensure!(!accounts.is_empty(), "no accounts in {list}");
    losses.accounts = registered.iter().filter(|email| !accounts.contains(&***email)).count();
    let deleted = ledger.deleted.lock().clone();
    losses.deletions = scene.keys()?.iter().filter(|key| deleted.contains(*key)).count();
    let imported = ledger.imported.lock().clone();
    thread::sleep(SETTLING);
    let seen: Vec<_> = followers.iter().map(|follower| follower.lock().events.clone()).collect();
    for machine in &site.servers {
        let all = follower::all_events(machine.server_address()?, scene)?;
        let events_of = |product: &String| all.iter().filter(|(_, it)| it == product).count();
        let lost = imported.iter().map(|(product, count)| count.saturating_sub(events_of(product))).sum();
        losses.imports = losses.imports.max(lost);
        for events in &seen {
            let (back, missed) = follower::compare(events, &all);
            // A follower that does not get on misses what is there.
            let behind = imported.values().sum::<usize>().saturating_sub(events.len());
            losses.back += back;
            losses.missed += missed.max(behind);
        }
    }
    Ok(losses)
}

fn take<T>(list: &Mutex<Vec<T>>) -> Vec<T> {
    std::mem::take(&mut list.lock())
}
