//! One comparison in its steps: trees, sections and lists, single products, and what differs once more.

use super::fields::is_success;
use super::find::{Compared, find};
use super::requests::{Request, Section, first_requests, sample_requests, section_requests, sections_of};
use super::rules::Rules;
use super::sorted::{cannot_use, join};
use super::system::System;
use super::{BadInput, CompareArguments};
use anyhow::{Context, Result};
use long_work::{Observer, Progress};
use safe_output::private_files;
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder with what was read.
const READ: &str = "read";
const AGAIN: &str = "differences";

pub(super) struct Run<'a> {
    pub(super) arguments: &'a CompareArguments,
    pub(super) systems: [System; 2],
    pub(super) rules: &'a Rules,
    pub(super) watch: &'a Progress,
}

/// What was read, as the report needs it.
pub(super) struct Material<'a> {
    pub(super) rules: &'a Rules,
    requests: Vec<Request>,
    /// In the order of their ids.
    pub(super) sections: Vec<Section>,
    files: [[PathBuf; 2]; 3],
    /// What was read again, where something differs that no rule allows.
    again: [PathBuf; 2],
    /// The hashes of the keys of what differed at first.
    suspects: HashSet<u64>,
    hasher: RandomState,
}

impl Run<'_> {
    /// Reads everything. What differs is read again, and only what differs then as well counts: prices and stock may
    /// change during the run. What rules allow needs no second look.
    pub(super) fn read_all(&self, has_passwords: bool) -> Result<Material<'_>> {
        let (arguments, mut requests) = (self.arguments, first_requests(has_passwords));
        let trees = self.read("trees", &requests, 0..requests.len())?;
        self.refuse_without_tree(&trees)?;
        let mut sections = sections_of(&trees)?;
        let known = requests.len();
        requests.extend(section_requests(&sections, &arguments.sections)?);
        sections.sort_by_key(|section| section.id);
        let catalog = self.read("sections", &requests, known..requests.len())?;
        let known = requests.len();
        requests.extend(sample_requests(&catalog, &requests, arguments.sample)?);
        let sampled = self.read("products", &requests, known..requests.len())?;
        let (mut suspects, mut again, hasher) = (HashSet::new(), BTreeSet::new(), RandomState::new());
        let files = [trees, catalog, sampled];
        for files in &files {
            find(&requests, files, self.rules, |compared| {
                if compared.found.iter().any(|found| found.allowed.is_none()) {
                    suspects.insert(hasher.hash_one(&compared.key));
                    again.insert(compared.key.0);
                }
                Ok(())
            })?;
        }
        let folder = arguments.report.join(READ).join(AGAIN);
        renew(&folder).with_context(|| cannot_use(&folder))?;
        let again = self.read(AGAIN, &requests, again)?;
        Ok(Material { rules: self.rules, requests, sections, files, again, suspects, hasher })
    }

    /// A system that shows no tree is not compared.
    fn refuse_without_tree(&self, trees: &[PathBuf; 2]) -> Result<()> {
        let first = join(trees)?.next().context("nothing was read")??;
        for (system, tree) in self.systems.iter().zip(&first.sides) {
            if !is_success(tree) {
                let code = &tree["body"]["error"]["code"];
                let code = if code.is_null() { &tree["status"] } else { code };
                return Err(system.failed(&format!("the tree is refused with {code}")));
            }
        }
        Ok(())
    }

    /// Reads requests from both systems, unless an earlier run has. A file that is there is complete.
    fn read(&self, step: &str, all: &[Request], numbers: impl IntoIterator<Item = usize>) -> Result<[PathBuf; 2]> {
        let folder = self.arguments.report.join(READ).join(step);
        private_files::create_folder(&folder).with_context(|| cannot_use(&folder))?;
        let files = ["old", "new"].map(|side| folder.join(side));
        let missing: Vec<_> = self.systems.iter().zip(&files).filter(|(_, file)| !file.exists()).collect();
        let requests: Vec<_> = numbers.into_iter().map(|number| (number, &all[number])).collect();
        let concurrency = self.arguments.concurrency.get();
        self.watch.begins(&format!("reading: {step}"), Some((requests.len() * missing.len()) as u64));
        std::thread::scope(|scope| {
            let read = |(system, file): (&System, &PathBuf)| system.read(&requests, file, concurrency, self.watch);
            let running: Vec<_> = missing.into_iter().map(|side| scope.spawn(move || read(side))).collect();
            running.into_iter().try_for_each(|side| side.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        Ok(files)
    }
}

impl Material<'_> {
    /// Visits all that was compared, with what rules allow, and then once more what differed again.
    pub(super) fn each(&self, mut visit: impl FnMut(Compared<'_>, bool) -> Result<()>) -> Result<()> {
        for files in &self.files {
            find(&self.requests, files, self.rules, |mut compared| {
                compared.found.retain(|found| found.allowed.is_some());
                visit(compared, false)
            })?;
        }
        find(&self.requests, &self.again, self.rules, |mut compared| {
            compared.found.retain(|found| found.allowed.is_none());
            let differs = !compared.found.is_empty() && self.suspects.contains(&self.hasher.hash_one(&compared.key));
            if differs { visit(compared, true) } else { Ok(()) }
        })
    }

    pub(super) fn name_of(&self, section: i64) -> Option<&str> {
        let place = self.sections.binary_search_by_key(&section, |known| known.id).ok()?;
        Some(&self.sections[place].name)
    }
}

/// What an earlier run has read is used if it was of the same requests, or removed.
pub(super) fn begin(report: &Path, resumes: bool, identity: &Value) -> Result<()> {
    let (folder, identity) = (report.join(READ), identity.to_string());
    let path = folder.join("requests.json");
    let known = fs::read_to_string(&path).ok().filter(|_| resumes);
    if let Some(known) = known {
        let other = BadInput(format!("--resume: {} is of other arguments", report.display()));
        return if known == identity { Ok(()) } else { Err(other.into()) };
    }
    let made = renew(&folder).and_then(|()| private_files::create(&path)).and_then(|_| fs::write(&path, identity));
    made.with_context(|| cannot_use(&path))
}

/// Makes a folder that has nothing in it.
fn renew(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    private_files::create_folder(folder)
}
