//! `catalog-client compare`: whether an old system responds to v1 like this service, over the public interface of both.
//!
//! What is requested is a list of `units`, made of the section trees. Each `system` is read once into `sorted` files, and
//! two files are joined line by line (`find`). What differs is read again before it counts. `fields` is what fields
//! mean, `rules` are what may differ, and `report` writes the differences down.

mod difference;
mod fields;
mod find;
mod report;
mod rules;
mod sorted;
mod system;
mod units;

use crate::Completion;
use crate::output::{print_error, print_line, print_summary};
use crate::signals::end_on_signals;
use anyhow::{Context, Result, ensure};
use catalog_client::{ClientOptions, key_of_environment, secret_of_environment};
use clap::Args;
use difference::Difference;
use fields::is_success;
use find::find;
use long_work::{Observer, Progress};
use rules::Rules;
use safe_output::private_files;
use serde_json::{Value, json};
use sorted::{RUN_BYTES, Sorter, cannot_use, unit_of};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, stderr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::time::Instant;
use system::System;
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
    let options = |url: &str, login: &str, variable: &str, key: Option<String>| {
        let password = secret_of_environment(variable)?;
        ensure!(key.is_some() || password.is_some(), "{variable} must hold the password");
        let ca_file = arguments.ca_file.clone();
        Ok(ClientOptions { key, ca_file, ..ClientOptions::new(url, login, password.unwrap_or_default()) })
    };
    let key = key_of_environment("CATALOG_KEY")?;
    let old = options(&arguments.old, &arguments.old_login, "CATALOG_OLD_PASSWORD", None)?;
    let new = options(&arguments.new, &arguments.new_login, "CATALOG_NEW_PASSWORD", key)?;
    // Every file that was read is complete or not there.
    let stopped = || print_error("catalog-client: stopped; with --resume, the same command continues");
    end_on_signals(stopped).context("cannot begin")?;
    let watch = Progress::on_terminal();
    let ended = compare(arguments, old, new, &watch);
    watch.clear();
    match ended {
        Ok(summary) => {
            print_outcome(&summary, &arguments.report.join("index.html"), started)?;
            Ok(if summary["differences"] == 0 { Completion::Done } else { Completion::Different })
        }
        Err(error) if error.is::<BadInput>() => {
            print_error(&format!("catalog-client: {error}"));
            Ok(Completion::Rejected)
        }
        Err(error) => Err(error),
    }
}

fn print_outcome(summary: &Value, page: &Path, started: Instant) -> Result<()> {
    const MEMBERS: [&str; 7] = ["compared", "different", "differences", "consequences", "allowed", "summary", "share"];
    if stderr().is_terminal() {
        let [compared, different, differences, _, allowed, sentence, share] = MEMBERS.map(|name| &summary[name]);
        let [sentence, share] = [sentence, share].map(|text| text.as_str().unwrap_or_default());
        print_summary(&format!(
            "{sentence}\n{share} of {compared} are equal, {different} differ\n\
             {differences} differences count, {allowed} are allowed\nThe report: {}",
            page.display()
        ));
    }
    let mut line = json!({"report": page, "seconds": started.elapsed().as_secs_f64()});
    MEMBERS.into_iter().for_each(|name| line[name] = summary[name].clone());
    Ok(print_line(&line.to_string())?)
}

/// Returns the summary of the report.
fn compare(arguments: &CompareArguments, old: ClientOptions, new: ClientOptions, watch: &Progress) -> Result<Value> {
    let has_passwords = !new.password.is_empty();
    let identity = json!({
        "old": old.base_url, "oldLogin": old.login, "new": new.base_url, "newLogin": new.login,
        "sections": arguments.sections, "sample": arguments.sample,
    });
    let systems = [System::new("old", old, arguments.rate)?, System::new("new", new, arguments.rate)?];
    let rules = Rules::read(arguments.allow.as_deref())?;
    let folder = &*arguments.report;
    private_files::create_folder(folder).with_context(|| cannot_use(folder))?;
    begin(folder, arguments.resume, &identity)?;
    let run = Run { folder, systems, rules: &rules, concurrency: arguments.concurrency.get(), watch };
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
    remove(folder, &["sorted", "part"])?;
    let written = private_files::create(&path).and_then(|_| fs::write(&path, identity));
    written.with_context(|| cannot_use(&path))
}

/// Removes the files of a folder whose names end so.
fn remove(folder: &Path, ends: &[&str]) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| cannot_use(folder))? {
        let file = entry?.path();
        if ends.iter().any(|end| file.to_string_lossy().ends_with(end)) {
            fs::remove_file(&file).with_context(|| cannot_use(&file))?;
        }
    }
    Ok(())
}

/// What was read and compared, as the report needs it.
struct Compared {
    units: Vec<Unit>,
    /// In the order of their ids.
    sections: Vec<Section>,
    /// The files of the sections and lists.
    catalog: [PathBuf; 2],
    differences: PathBuf,
    /// How many things were compared, by route.
    counts: BTreeMap<&'static str, u64>,
}

impl Compared {
    fn differences(&self) -> Result<impl Iterator<Item = Result<(String, Difference)>> + use<>> {
        let parse = |(key, value)| Ok((key, serde_json::from_value(value)?));
        Ok(sorted::read(&self.differences)?.map(move |line| line.and_then(parse)))
    }

    /// Visits the products of all lists of sections: the list, the id, and which systems have it.
    fn each_listed(&self, mut visit: impl FnMut(&Unit, i64, [bool; 2])) -> Result<()> {
        for pair in sorted::join(&self.catalog)? {
            let (key, sides) = pair?;
            let (number, item) = unit_of(&key);
            let unit = self.units.get(number).filter(|unit| unit.is_list());
            if let (Some(unit), Ok(id)) = (unit, item.parse()) {
                visit(unit, id, sides.map(|side| side.is_some()));
            }
        }
        Ok(())
    }

    fn name_of(&self, section: i64) -> Option<&str> {
        let place = self.sections.binary_search_by_key(&section, |known| known.id).ok()?;
        Some(&self.sections[place].name)
    }
}

struct Run<'a> {
    folder: &'a Path,
    systems: [System; 2],
    rules: &'a Rules,
    /// How many requests are sent to a system at a time.
    concurrency: usize,
    watch: &'a Progress,
}

impl Run<'_> {
    fn compare(&self, mut units: Vec<Unit>, arguments: &CompareArguments) -> Result<Compared> {
        let trees = self.read("tree", "reading the trees", &units, 0..units.len())?;
        // A system that shows no tree is not compared.
        for (system, file) in self.systems.iter().zip(&trees) {
            let (_, tree) = sorted::read(file)?.next().context("nothing was read")??;
            if !is_success(&tree) {
                let code = &tree["body"]["error"]["code"];
                let code = if code.is_null() { &tree["status"] } else { code };
                return Err(system.failed(&format!("the tree is refused with {code}")));
            }
        }
        let mut sections = sections_of(&trees)?;
        let known = units.len();
        units.extend(section_units(&sections, &arguments.sections)?);
        sections.sort_by_key(|section| section.id);
        let catalog = self.read("catalog", "reading sections and products", &units, known..units.len())?;
        let known = units.len();
        units.extend(sample_units(&catalog, &units, arguments.sample)?);
        let sampled = self.read("sample", "reading single products", &units, known..units.len())?;
        let (counts, differences) = self.check(&units, [&trees, &catalog, &sampled])?;
        Ok(Compared { units, sections, catalog, differences, counts })
    }

    /// Reads units from both systems, unless an earlier run has. A file that is there is complete.
    fn read(
        &self,
        name: &str,
        step: &str,
        units: &[Unit],
        numbers: impl IntoIterator<Item = usize>,
    ) -> Result<[PathBuf; 2]> {
        let files = ["old", "new"].map(|side| self.folder.join(format!("{side}-{name}.sorted")));
        let missing: Vec<_> = self.systems.iter().zip(&files).filter(|(_, file)| !file.exists()).collect();
        let units: Vec<(usize, &Unit)> = numbers.into_iter().map(|number| (number, &units[number])).collect();
        self.watch.begins(step, Some((units.len() * missing.len()) as u64));
        std::thread::scope(|scope| {
            let read = |(system, file): (&System, &PathBuf)| system.read(&units, file, self.concurrency, self.watch);
            let running: Vec<_> = missing.into_iter().map(|side| scope.spawn(move || read(side))).collect();
            running.into_iter().try_for_each(|side| side.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        Ok(files)
    }

    /// Compares what was read. What differs is read again, and only what differs then as well counts: prices and stock
    /// may change during the run. What rules allow needs no second look.
    fn check(&self, units: &[Unit], files: [&[PathBuf; 2]; 3]) -> Result<(BTreeMap<&'static str, u64>, PathBuf)> {
        let path = self.folder.join("differences.sorted");
        let mut output = Sorter::new(&path, RUN_BYTES);
        let (mut counts, hasher) = (BTreeMap::new(), RandomState::new());
        let (mut suspects, mut again) = (HashSet::new(), BTreeSet::new());
        for files in files {
            find(units, files, self.rules, &mut |unit, key, found| {
                *counts.entry(unit.route).or_default() += 1;
                let (allowed, open): (Vec<_>, Vec<_>) = found.iter().partition(|found| found.allowed.is_some());
                if !open.is_empty() {
                    suspects.insert(hasher.hash_one(key));
                    again.insert(unit_of(key).0);
                }
                allowed.iter().try_for_each(|found| output.push(key, &json!(found)))
            })?;
        }
        remove(self.folder, &["-again.sorted"])?;
        let files = self.read("again", "reading differences again", units, again)?;
        find(units, &files, self.rules, &mut |_, key, found| {
            let open = found.iter().filter(|found| found.allowed.is_none() && suspects.contains(&hasher.hash_one(key)));
            open.into_iter().try_for_each(|found| output.push(key, &json!(found)))
        })?;
        remove(self.folder, &["-again.sorted"])?;
        output.finish()?;
        Ok((counts, path))
    }
}
