//! One run, from the options to the report.

use crate::compare::CONTRACT_RULES;
use crate::error::CompareError;
use crate::first_pass::{Session, list_keys};
use crate::journal::Journal;
use crate::options::CompareOptions;
use crate::plan::product_lists;
use crate::replay::replay;
use crate::report::{self, Outcome};
use crate::rules::Rules;
use crate::source::{HttpSource, Systems};
use crate::v1_v2::compare_interfaces;
use crate::workers::{Observer, Workers};
use safe_output::private_files;

/// Compares both systems, or v1 with v2 of one, and writes the report.
///
/// # Errors
/// When the options or files cannot be used, a system refuses the login or does not respond, or the observer stops it.
pub fn run(options: &CompareOptions, observer: &dyn Observer) -> Result<Outcome, CompareError> {
    let old = options.old.as_ref().map(|old| HttpSource::new("old", old, options)).transpose()?;
    let new = HttpSource::new("new", &options.new, options)?;
    match &old {
        Some(old) => compare_systems(&Systems { old, new: &new }, options, observer),
        None => compare_interfaces(&new, options, observer),
    }
}

fn compare_systems(
    systems: &Systems<'_>,
    options: &CompareOptions,
    observer: &dyn Observer,
) -> Result<Outcome, CompareError> {
    write_report(options, observer, CONTRACT_RULES, |journal, workers| {
        let session = Session { systems: *systems, journal, workers };
        match &options.replay {
            Some(log) => replay(&session, log)?,
            None => session.walk_catalog(&options.sections, options.sample)?,
        }
        session.check_differences(&list_keys(product_lists(&journal.sections().unwrap_or_default())))
    })
}

/// Opens the journal, lets `compare` write to it, and makes the report of it.
///
/// # Errors
/// When a file cannot be used, or those of `compare`.
pub(crate) fn write_report(
    options: &CompareOptions,
    observer: &dyn Observer,
    contract_rules: &[(&str, &str)],
    compare: impl FnOnce(&Journal, Workers<'_>) -> Result<(), CompareError>,
) -> Result<Outcome, CompareError> {
    let rules = options.allow.as_deref().map(Rules::read).transpose()?.unwrap_or_default();
    private_files::create_folder(&options.report).map_err(CompareError::file(&options.report))?;
    let identity = options.identity()?;
    let journal = Journal::open(options.resume.as_deref(), &identity)?;
    compare(&journal, Workers { concurrency: options.concurrency, observer })?;
    report::write(&options.report, &journal, &rules, contract_rules, &identity)
}

#[cfg(test)]
mod tests;
