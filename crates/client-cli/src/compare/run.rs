//! One comparison in its steps: trees, sections and lists, single products, and what differs once more.

use super::difference::Difference;
use super::fields::is_success;
use super::find::find;
use super::rules::Rules;
use super::sorted::{self, RUN_BYTES, Sorter, cannot_use, unit_of};
use super::system::System;
use super::unit::Unit;
use super::units::{Section, first_units, sample_units, section_units, sections_of};
use super::{BadInput, CompareArguments};
use anyhow::{Context, Result};
use long_work::{Observer, Progress};
use safe_output::private_files;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};

/// What was read and compared, as the report needs it.
pub(super) struct Compared {
    pub(super) units: Vec<Unit>,
    /// In the order of their ids.
    pub(super) sections: Vec<Section>,
    /// The files of the sections and lists.
    catalog: [PathBuf; 2],
    differences: PathBuf,
    /// How many things were compared, by route.
    pub(super) counts: BTreeMap<&'static str, u64>,
}

impl Compared {
    pub(super) fn differences(&self) -> Result<impl Iterator<Item = Result<(String, Difference)>> + use<>> {
        let parse = |(key, value)| Ok((key, serde_json::from_value(value)?));
        Ok(sorted::read(&self.differences)?.map(move |line| line.and_then(parse)))
    }

    /// Visits the products of all lists of sections: the list, the id, and which systems have it.
    pub(super) fn each_listed(&self, mut visit: impl FnMut(&Unit, i64, [bool; 2])) -> Result<()> {
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

    pub(super) fn name_of(&self, section: i64) -> Option<&str> {
        let place = self.sections.binary_search_by_key(&section, |known| known.id).ok()?;
        Some(&self.sections[place].name)
    }
}

pub(super) struct Run<'a> {
    pub(super) arguments: &'a CompareArguments,
    pub(super) systems: [System; 2],
    pub(super) rules: &'a Rules,
    pub(super) watch: &'a Progress,
}

impl Run<'_> {
    pub(super) fn compare(&self, has_passwords: bool) -> Result<Compared> {
        let (arguments, mut units) = (self.arguments, first_units(has_passwords));
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
        let files = ["old", "new"].map(|side| self.arguments.report.join(format!("{side}-{name}.sorted")));
        let missing: Vec<_> = self.systems.iter().zip(&files).filter(|(_, file)| !file.exists()).collect();
        let units: Vec<(usize, &Unit)> = numbers.into_iter().map(|number| (number, &units[number])).collect();
        let concurrency = self.arguments.concurrency.get();
        self.watch.begins(step, Some((units.len() * missing.len()) as u64));
        std::thread::scope(|scope| {
            let read = |(system, file): (&System, &PathBuf)| system.read(&units, file, concurrency, self.watch);
            let running: Vec<_> = missing.into_iter().map(|side| scope.spawn(move || read(side))).collect();
            running.into_iter().try_for_each(|side| side.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        Ok(files)
    }

    /// Compares what was read. What differs is read again, and only what differs then as well counts: prices and stock
    /// may change during the run. What rules allow needs no second look.
    fn check(&self, units: &[Unit], files: [&[PathBuf; 2]; 3]) -> Result<(BTreeMap<&'static str, u64>, PathBuf)> {
        let folder = &*self.arguments.report;
        let path = folder.join("differences.sorted");
        let mut output = Sorter::new(&path, RUN_BYTES);
        let (mut counts, hasher) = (BTreeMap::new(), RandomState::new());
        let (mut suspects, mut again) = (HashSet::new(), BTreeSet::new());
        for files in files {
            find(units, files, self.rules, |unit, key, found| {
                *counts.entry(unit.route).or_default() += 1;
                let (allowed, open): (Vec<_>, Vec<_>) = found.iter().partition(|found| found.allowed.is_some());
                if !open.is_empty() {
                    suspects.insert(hasher.hash_one(key));
                    again.insert(unit_of(key).0);
                }
                allowed.iter().try_for_each(|found| output.push(key, &json!(found)))
            })?;
        }
        remove(folder, &["-again.sorted"])?;
        let files = self.read("again", "reading differences again", units, again)?;
        find(units, &files, self.rules, |_, key, found| {
            let is_open = |found: &&Difference| found.allowed.is_none() && suspects.contains(&hasher.hash_one(key));
            found.iter().filter(is_open).try_for_each(|found| output.push(key, &json!(found)))
        })?;
        remove(folder, &["-again.sorted"])?;
        output.finish()?;
        Ok((counts, path))
    }
}

/// What an earlier run has read is used if it was of the same requests, or removed.
pub(super) fn begin(folder: &Path, resumes: bool, identity: &Value) -> Result<()> {
    private_files::create_folder(folder).with_context(|| cannot_use(folder))?;
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
