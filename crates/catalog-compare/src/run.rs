//! One run, from the options to the report.

use crate::catalog_walk::list_keys;
use crate::compare::CONTRACT_RULES;
use crate::error::CompareError;
use crate::journal::Journal;
use crate::options::CompareOptions;
use crate::plan::product_lists;
use crate::replay::replay;
use crate::report::{self, Outcome};
use crate::rules::Rules;
use crate::source::{HttpSource, Systems};
use crate::v1_v2::{V1_V2_RULES, compare_interfaces};
use crate::walk::Session;
use crate::workers::Workers;
use long_work::Observer;
use safe_output::private_files;

/// Compares both systems, or v1 with v2 of one, and writes the report.
///
/// # Errors
/// When the options or files cannot be used, a system refuses the login or does not respond, or the observer stops it.
pub fn run(options: &CompareOptions, observer: &dyn Observer) -> Result<Outcome, CompareError> {
    let old = options.old.as_ref().map(|old| HttpSource::new("old", old, options)).transpose()?;
    let new = HttpSource::new("new", &options.new, options)?;
    let systems = Systems { old: old.as_ref().unwrap_or(&new), new: &new };
    let rules = options.allow.as_deref().map(Rules::read).transpose()?.unwrap_or_default();
    private_files::create_folder(&options.report).map_err(CompareError::file(&options.report))?;
    let identity = options.identity()?;
    let journal = Journal::open(options.resume.as_deref(), &identity)?;
    let workers = Workers { concurrency: options.concurrency, observer };
    let contract_rules = if options.old.is_none() {
        compare_interfaces(systems.new, &journal, workers)?;
        V1_V2_RULES
    } else {
        let session = Session { systems, pair: &systems, journal: &journal, workers };
        match &options.replay {
            Some(log) => replay(&session, log)?,
            None => session.walk_catalog(options)?,
        }
        session.check_differences(&list_keys(product_lists(&journal.sections().unwrap_or_default())))?;
        CONTRACT_RULES
    };
    report::write(&options.report, &journal, &rules, contract_rules, &identity)
}
