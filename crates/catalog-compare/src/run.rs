//! One run, from the options to the report.

use crate::compare::CONTRACT_RULES;
use crate::error::CompareError;
use crate::first_pass::{Session, list_keys};
use crate::journal::Journal;
use crate::options::CompareOptions;
use crate::plan::product_lists;
use crate::private_file;
use crate::replay::replay;
use crate::report::{self, Outcome};
use crate::rules::Rules;
use crate::source::{HttpSource, Systems};
use crate::workers::{Observer, Workers};

/// Compares both systems, and writes the report.
///
/// # Errors
/// When the options or files cannot be used, a system refuses the login or does not respond, or the observer stops it.
pub fn run(options: &CompareOptions, observer: &dyn Observer) -> Result<Outcome, CompareError> {
    let old = HttpSource::new("old", &options.old, options)?;
    let new = HttpSource::new("new", &options.new, options)?;
    run_between(&Systems { old: &old, new: &new }, options, observer)
}

/// Compares systems of any kind.
pub(crate) fn run_between(
    systems: &Systems<'_>,
    options: &CompareOptions,
    observer: &dyn Observer,
) -> Result<Outcome, CompareError> {
    let rules = options.allow.as_deref().map(Rules::read).transpose()?.unwrap_or_default();
    private_file::create_folder(&options.report).map_err(CompareError::file(&options.report))?;
    let journal = Journal::open(options.resume.as_deref(), &options.identity())?;
    let workers = Workers { concurrency: options.concurrency, observer };
    let session = Session { systems: *systems, journal: &journal, workers };
    match &options.replay {
        Some(log) => replay(&session, log)?,
        None => session.walk_catalog(&options.sections, options.sample)?,
    }
    let sections = journal.sections().unwrap_or_default();
    session.check_differences(&list_keys(product_lists(&sections)))?;
    report::write(&options.report, &journal, &rules, CONTRACT_RULES, &options.identity())
}

#[cfg(test)]
mod tests;
