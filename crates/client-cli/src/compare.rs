//! `catalog-client compare`: whether an old system responds to v1 like this service, over the public interface of both.
//!
//! What is requested is a list of `units`, made of the section trees. Each system is read once (`read`) into `sorted`
//! files, and two files are joined record by record (`find`). What differs is read again before it counts. `fields` is
//! what fields mean, and `report` writes the differences down.

mod difference;
mod fields;
mod find;
mod read;
mod report;
mod rules;
mod sorted;
mod system;
mod units;

use crate::Completion;
use crate::output::{print_error, print_line, print_summary};
use crate::signals::end_on_signals;
use crate::watch::Watch;
use anyhow::{Context, Result, ensure};
use catalog_client::{key_of_environment, secret_of_environment};
use clap::Args;
use find::find;
use long_work::Observer;
use read::read;
use report::Outcome;
use rules::Rules;
use safe_output::private_files;
use serde_json::{Value, json};
use sorted::{RUN_BYTES, Record, Sorted, Sorter, cannot_use, unit_of};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, stderr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Instant;
use system::{Login, Response, System};
use units::{Section, Unit, first_units, sample_units, section_units, sections_of};

/// The arguments of `catalog-client compare`.
#[derive(Args)]
pub(crate) struct CompareArguments {
    /// The address of the system to be replaced; its password is in CATALOG_OLD_PASSWORD
    #[arg(long, value_name = "URL")]
    old: String,
    /// The login of an account there
    #[arg(long, value_name = "LOGIN")]
    old_login: String,
    /// The address of the system that replaces it; a key is in CATALOG_KEY, or a password in CATALOG_NEW_PASSWORD
    #[arg(long, value_name = "URL")]
    new: String,
    /// The login of an account there, of the same price level
    #[arg(long, value_name = "LOGIN")]
    new_login: String,
    /// The folder for index.html, summary.json, missing-products.csv and differences.ndjson
    #[arg(long, value_name = "FOLDER")]
    report: PathBuf,
    /// Source object ids of sections; only their subtrees are compared [default: all]
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    sections: Vec<i64>,
    /// How many products are also requested one by one and in batches; lists of sections have all of them
    #[arg(long, value_name = "N", default_value_t = 500)]
    sample: usize,
    /// The most requests a second to each system [default: no limit]
    #[arg(long, value_name = "N")]
    rate: Option<NonZeroU32>,
    /// The most requests at a time to each system
    #[arg(long, value_name = "N", default_value = "4")]
    concurrency: NonZeroUsize,
    /// Take what an interrupted run with the same arguments has read from the folder of its report
    #[arg(long)]
    resume: bool,
    /// A PEM file with certificates to trust beside those of this machine
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// Rules in TOML that allow differences, each with a reason
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
}

/// The rules, the folder of an earlier run, an address or the list of sections cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct BadInput(String);

/// Compares, writes the report, and prints how it ended.
///
/// # Errors
/// Missing passwords, a system that refuses the login or does not respond, a full disk.
pub(crate) fn run(arguments: &CompareArguments) -> Result<Completion> {
    let started = Instant::now();
    let (key, url, login) = (key_of_environment("CATALOG_KEY")?, &arguments.old, &arguments.old_login);
    let old = login_of(url, login, "CATALOG_OLD_PASSWORD", None)?;
    let new = login_of(&arguments.new, &arguments.new_login, "CATALOG_NEW_PASSWORD", key)?;
    // Every file that was read is complete or not there.
    let stopped = || print_error("catalog-client: stopped; with --resume, the same command continues");
    end_on_signals(stopped).context("cannot begin")?;
    let watch = Watch::new();
    let ended = compare(arguments, old, new, &watch);
    watch.clear();
    match ended {
        Ok(outcome) => {
            print_outcome(&outcome, started)?;
            Ok(if outcome.is_equal { Completion::Done } else { Completion::Different })
        }
        Err(error) if error.is::<BadInput>() => {
            print_error(&format!("catalog-client: {error}"));
            Ok(Completion::Rejected)
        }
        Err(error) => Err(error),
    }
}

fn login_of(url: &str, login: &str, variable: &str, key: Option<String>) -> Result<Login> {
    let password = secret_of_environment(variable)?;
    ensure!(key.is_some() || password.is_some(), "{variable} must hold the password");
    Ok(Login { url: url.to_owned(), login: login.to_owned(), password: password.unwrap_or_default(), key })
}

fn print_outcome(outcome: &Outcome, started: Instant) -> Result<()> {
    let Outcome { summary, page, .. } = outcome;
    if stderr().is_terminal() {
        let text = |name: &str| summary[name].as_str().unwrap_or_default();
        let [compared, different, differences, allowed] =
            ["compared", "different", "differences", "allowed"].map(|name| &summary[name]);
        print_summary(&format!(
            "{}\n{} of {compared} are equal, {different} differ\n\
             {differences} differences count, {allowed} are allowed\nThe report: {}",
            text("summary"),
            text("share"),
            page.display()
        ));
    }
    let mut line = json!({"report": page, "seconds": started.elapsed().as_secs_f64()});
    for name in ["compared", "different", "differences", "consequences", "allowed", "summary", "share"] {
        line[name] = summary[name].clone();
    }
    Ok(print_line(&line.to_string())?)
}

/// What was read and compared, as the report needs it.
struct Compared {
    units: Vec<Unit>,
    sections: Vec<Section>,
    /// The files of the sections and lists.
    catalog: [PathBuf; 2],
    differences: PathBuf,
    /// How many things were compared, by route.
    counts: BTreeMap<&'static str, u64>,
}

fn compare(arguments: &CompareArguments, old: Login, new: Login, watch: &Watch) -> Result<Outcome> {
    let has_passwords = !new.password.is_empty();
    let identity = json!({
        "old": old.url, "oldLogin": old.login, "new": new.url, "newLogin": new.login,
        "sections": arguments.sections, "sample": arguments.sample,
    });
    let system = |name, login| System::new(name, login, arguments.rate, arguments.ca_file.clone());
    let systems = [system("old", old)?, system("new", new)?];
    let rules = arguments.allow.as_deref().map(Rules::read).transpose()?.unwrap_or_default();
    let folder = &*arguments.report;
    private_files::create_folder(folder).with_context(|| cannot_use(folder))?;
    begin(folder, arguments.resume, &identity)?;
    let run = Run { folder, systems, concurrency: arguments.concurrency.get(), watch };
    let compared = run.compare(first_units(has_passwords), arguments)?;
    report::write(folder, &compared, &rules, &identity)
}

/// What an earlier run has read is used if it was of the same requests, or removed.
fn begin(folder: &Path, resumes: bool, identity: &Value) -> Result<()> {
    let (path, identity) = (folder.join("requests.json"), identity.to_string());
    let known = fs::read_to_string(&path).ok();
    if let (Some(known), true) = (known, resumes) {
        let other = BadInput(format!("--resume: {} is of other arguments", folder.display()));
        return if known == identity { Ok(()) } else { Err(other.into()) };
    }
    for entry in fs::read_dir(folder).with_context(|| cannot_use(folder))? {
        let old = entry?.path();
        if old.extension().is_some_and(|extension| extension == "sorted" || extension == "part") {
            fs::remove_file(&old).with_context(|| cannot_use(&old))?;
        }
    }
    let written = private_files::create(&path).and_then(|_| fs::write(&path, identity));
    written.with_context(|| cannot_use(&path))
}

struct Run<'a> {
    folder: &'a Path,
    systems: [System; 2],
    /// How many requests are sent to a system at a time.
    concurrency: usize,
    watch: &'a Watch,
}

impl Run<'_> {
    fn compare(&self, mut units: Vec<Unit>, arguments: &CompareArguments) -> Result<Compared> {
        let all = |units: &[Unit], from: usize| (from..units.len()).collect();
        let trees = self.read("tree", "reading the trees", &units, &all(&units, 0))?;
        // A system that shows no tree is not compared.
        for (system, file) in self.systems.iter().zip(&trees) {
            let head = Sorted::open(file)?.advance()?.context("nothing was read")?;
            let response: Response = serde_json::from_value(head.value)?;
            if !response.is_success() {
                return Err(system.failed(&format!("the tree is refused with {}", response.code())));
            }
        }
        let sections = sections_of(&trees)?;
        let before = units.len();
        units.extend(section_units(&sections, &arguments.sections)?);
        let catalog = self.read("catalog", "reading sections and products", &units, &all(&units, before))?;
        let before = units.len();
        units.extend(sample_units(&catalog, &units, arguments.sample)?);
        let sampled = self.read("sample", "reading single products", &units, &all(&units, before))?;
        let (counts, differences) = self.check(&units, [&trees, &catalog, &sampled])?;
        Ok(Compared { units, sections, catalog, differences, counts })
    }

    /// Reads units from both systems, unless an earlier run has. A file that is there is complete.
    fn read(&self, name: &str, step: &str, units: &[Unit], numbers: &BTreeSet<usize>) -> Result<[PathBuf; 2]> {
        let files = ["old", "new"].map(|side| self.folder.join(format!("{side}-{name}.sorted")));
        let missing: Vec<_> = self.systems.iter().zip(&files).filter(|(_, file)| !file.exists()).collect();
        let units: Vec<(usize, &Unit)> = numbers.iter().map(|number| (*number, &units[*number])).collect();
        self.watch.begins(step, Some((units.len() * missing.len()) as u64));
        std::thread::scope(|scope| {
            let read = |(system, file): (&_, &PathBuf)| read(system, &units, file, self.concurrency, self.watch);
            let running: Vec<_> = missing.into_iter().map(|side| scope.spawn(move || read(side))).collect();
            let ended =
                running.into_iter().map(|side| side.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ended.collect::<Result<()>>()
        })?;
        Ok(files)
    }

    /// Compares what was read. What differs is read again, and only what differs then as well counts: prices and stock
    /// may change during the run. What the contract announces needs no second look.
    fn check(&self, units: &[Unit], files: [&[PathBuf; 2]; 3]) -> Result<(BTreeMap<&'static str, u64>, PathBuf)> {
        let path = self.folder.join("differences.sorted");
        let mut output = Sorter::new(&path, RUN_BYTES);
        let (mut counts, hasher, mut written) = (BTreeMap::new(), RandomState::new(), 0);
        let (mut suspects, mut again) = (HashSet::new(), BTreeSet::new());
        let mut write = |key: &str, value: Value| {
            written += 1;
            output.push(&Record { key: key.to_owned(), at: written, group: 0, value })
        };
        for files in files {
            let mut count = |unit: &Unit, count| *counts.entry(unit.route).or_default() += count;
            find(units, files, &mut count, &mut |key, difference| {
                if difference.allowed.is_some() {
                    return write(key, json!(difference));
                }
                suspects.insert(hasher.hash_one(key));
                again.insert(unit_of(key).0);
                Ok(())
            })?;
        }
        for stale in ["old", "new"].map(|side| self.folder.join(format!("{side}-again.sorted"))) {
            if stale.exists() {
                fs::remove_file(&stale).with_context(|| cannot_use(&stale))?;
            }
        }
        let files = self.read("again", "reading differences again", units, &again)?;
        find(units, &files, &mut |_, _| {}, &mut |key, difference| {
            let counts = difference.allowed.is_none() && suspects.contains(&hasher.hash_one(key));
            if counts { write(key, json!(difference)) } else { Ok(()) }
        })?;
        files.iter().try_for_each(|file| fs::remove_file(file).with_context(|| cannot_use(file)))?;
        output.finish()?;
        Ok((counts, path))
    }
}
