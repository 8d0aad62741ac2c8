//! One run, from the options to the report.

use crate::difference::Difference;
use crate::error::CompareError;
use crate::join::{Finding, Join};
use crate::options::CompareOptions;
use crate::plan::{Section, first_units, sample_units, section_units, sections_of};
use crate::read::{Reading, key, unit_of};
use crate::report::{self, Outcome};
use crate::rules::Rules;
use crate::sorted::{Joined, RUN_BYTES, Sorted, Sorter};
use crate::source::{Response, System};
use crate::unit::{Form, Unit};
use long_work::Observer;
use safe_output::private_files;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::resume_unwind;
use std::path::PathBuf;

/// What was read and compared, as the report needs it.
pub(crate) struct Compared {
    pub(crate) units: Vec<Unit>,
    pub(crate) sections: Vec<Section>,
    /// The files of the sections and lists.
    pub(crate) catalog: [PathBuf; 2],
    pub(crate) differences: PathBuf,
    /// How many things were compared, by the pattern of their route.
    pub(crate) counts: BTreeMap<String, u64>,
}

/// Compares both systems, and writes the report.
///
/// # Errors
/// When the options or files cannot be used, a system refuses the login or does not respond, or the observer stops it.
pub fn run(options: &CompareOptions, observer: &dyn Observer) -> Result<Outcome, CompareError> {
    let systems = [System::new("old", &options.old, options)?, System::new("new", &options.new, options)?];
    let rules = options.allow.as_deref().map(Rules::read).transpose()?.unwrap_or_default();
    private_files::create_folder(&options.report).map_err(CompareError::file(&options.report))?;
    let identity = options.identity();
    begin(options, &identity.to_string())?;
    let run = Run { options, systems, observer };
    let compared = run.compare()?;
    report::write(&options.report, &compared, &rules, &identity)
}

/// What an earlier run has read is used if it was of the same requests, or removed.
fn begin(options: &CompareOptions, identity: &str) -> Result<(), CompareError> {
    let path = options.report.join("requests.json");
    let failed = CompareError::file(&path);
    match fs::read_to_string(&path) {
        Ok(known) if options.resume && known == identity => return Ok(()),
        Ok(_) if options.resume => {
            return Err(CompareError::Input(
                "--resume".to_owned(),
                format!("{} is of other arguments", options.report.display()),
            ));
        }
        _ => {}
    }
    for entry in fs::read_dir(&options.report).map_err(&failed)? {
        let old = entry.map_err(&failed)?.path();
        if old.extension().is_some_and(|extension| extension == "sorted" || extension == "part") {
            fs::remove_file(&old).map_err(CompareError::file(&old))?;
        }
    }
    drop(private_files::create(&path).map_err(&failed)?);
    fs::write(&path, identity).map_err(failed)
}

struct Run<'a> {
    options: &'a CompareOptions,
    systems: [System; 2],
    observer: &'a dyn Observer,
}

impl Run<'_> {
    fn compare(&self) -> Result<Compared, CompareError> {
        let CompareOptions { new, sections: wanted, sample, .. } = self.options;
        let mut units = first_units(!new.password.is_empty());
        let trees = self.read("tree", "reading the trees", &units, &(0..units.len()).collect())?;
        self.check_trees(&trees)?;
        let sections = sections_of(Joined::open(&trees)?)?;
        let mut add = |more: Vec<Unit>| {
            let before = units.len();
            units.extend(more);
            (before..units.len()).collect()
        };
        let numbers = add(section_units(&sections, wanted)?);
        let catalog = self.read("catalog", "reading sections and products", &units, &numbers)?;
        let more = sample_units(Joined::open(&catalog)?, &units, *sample)?;
        let before = units.len();
        units.extend(more);
        let sampled = self.read("sample", "reading single products", &units, &(before..units.len()).collect())?;
        let (counts, differences) = self.check(&units, [&trees, &catalog, &sampled])?;
        Ok(Compared { units, sections, catalog, differences, counts })
    }

    /// Reads units from both systems, unless an earlier run has. A file that is there is complete.
    fn read(
        &self,
        name: &str,
        step: &str,
        units: &[Unit],
        numbers: &BTreeSet<usize>,
    ) -> Result<[PathBuf; 2], CompareError> {
        let files = ["old", "new"].map(|side| self.options.report.join(format!("{side}-{name}.sorted")));
        let missing: Vec<_> = self.systems.iter().zip(&files).filter(|(_, file)| !file.exists()).collect();
        let units: Vec<(usize, &Unit)> = numbers.iter().map(|number| (*number, &units[*number])).collect();
        self.observer.begins(step, Some((units.len() * missing.len()) as u64));
        let reading = Reading { concurrency: self.options.concurrency, observer: self.observer };
        std::thread::scope(|scope| {
            let units = &units;
            let running: Vec<_> = missing
                .into_iter()
                .map(|(system, file)| scope.spawn(move || reading.read(system, units, file)))
                .collect();
            let results = running.into_iter().map(|side| side.join().unwrap_or_else(|panic| resume_unwind(panic)));
            results.collect::<Result<(), CompareError>>()
        })?;
        Ok(files)
    }

    /// A system that shows no tree is not compared.
    fn check_trees(&self, trees: &[PathBuf; 2]) -> Result<(), CompareError> {
        for (system, file) in self.systems.iter().zip(trees) {
            let head = Sorted::<crate::sorted::Record>::open(file)?.next().transpose()?;
            let response = head.and_then(|head| serde_json::from_value::<Response>(head.record.value).ok());
            if let Some(refusal) = response.filter(|response| !response.is_success()) {
                return Err(system.failed(format!("the tree is refused with {}", refusal.code())));
            }
        }
        Ok(())
    }

    /// Compares what was read. What differs is read again, and only what differs then as well counts: prices and stock
    /// may change during the run. What the contract announces needs no second look.
    fn check(
        &self,
        units: &[Unit],
        files: [&[PathBuf; 2]; 3],
    ) -> Result<(BTreeMap<String, u64>, PathBuf), CompareError> {
        let path = self.options.report.join("differences.sorted");
        let mut output = Sorter::new(&path, RUN_BYTES);
        let (mut counts, mut written) = (BTreeMap::new(), 0);
        let (mut suspects, mut again) = (HashSet::new(), BTreeSet::new());
        for files in files {
            Join::new(units).run(Joined::open(files)?, &mut |finding| match finding {
                Finding::Compared(unit, count) => {
                    *counts.entry(units[unit].route.pattern.to_owned()).or_default() += count;
                    Ok(())
                }
                Finding::Difference(key, difference) if difference.allowed.is_some() => {
                    written += 1;
                    output.push(&key, written, &difference)
                }
                Finding::Difference(key, _) => {
                    suspects.insert(hash(&key));
                    again.insert(unit_of(&key).0);
                    Ok(())
                }
            })?;
        }
        let files = self.again(units, &again)?;
        Join::new(units).run(Joined::open(&files)?, &mut |finding| match finding {
            Finding::Difference(key, difference) if difference.allowed.is_none() && suspects.contains(&hash(&key)) => {
                written += 1;
                output.push(&key, written, &difference)
            }
            _ => Ok(()),
        })?;
        files.iter().try_for_each(|file| fs::remove_file(file).map_err(CompareError::file(file)))?;
        output.finish().map(|()| (counts, path))
    }

    fn again(&self, units: &[Unit], numbers: &BTreeSet<usize>) -> Result<[PathBuf; 2], CompareError> {
        for side in ["old", "new"] {
            let stale = self.options.report.join(format!("{side}-again.sorted"));
            if stale.exists() {
                fs::remove_file(&stale).map_err(CompareError::file(&stale))?;
            }
        }
        self.read("again", "reading differences again", units, numbers)
    }
}

impl Compared {
    pub(crate) fn each_listed(&self, mut visit: impl FnMut(&Unit, i64, [bool; 2])) -> Result<(), CompareError> {
        for pair in Joined::open(&self.catalog)? {
            let pair = pair?;
            let (number, is_item) = unit_of(&pair.key);
            let id = pair.key.get(key(0, None).len()..).and_then(|item| item.trim().parse().ok());
            if let (Some(unit), Some(id), true) = (self.units.get(number), id, is_item)
                && unit.route.form == Form::List
            {
                visit(unit, id, [pair.old.is_some(), pair.new.is_some()]);
            }
        }
        Ok(())
    }

    pub(crate) fn each_difference(
        &self,
        mut visit: impl FnMut(&str, Difference) -> Result<(), CompareError>,
    ) -> Result<(), CompareError> {
        for keyed in Sorted::<Difference>::open(&self.differences)? {
            let keyed = keyed?;
            visit(&keyed.key, keyed.record)?;
        }
        Ok(())
    }
}

fn hash(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
