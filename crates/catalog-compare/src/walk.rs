//! The walk over everything that is compared, twice: what differs by a rule of the contract is written down at once;
//! what seems to differ otherwise is left for the second pass.

use crate::difference::{Difference, split};
use crate::error::CompareError;
use crate::journal::{Checked, Entry, FirstPass, Journal, Suspect};
use crate::request::Request;
use crate::source::Systems;
use crate::workers::Workers;

/// Under which the units of a log have their keys.
pub(crate) const REPLAY: char = 'r';

/// Two sides that are compared, and the rules by which they are.
pub(crate) trait Pair: Sync {
    /// Requests both sides of a unit, and compares them.
    fn compare(&self, request: &Request) -> Result<Findings, CompareError>;
}

/// What the comparison of a unit comes to.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// All but the suspects.
    pub(crate) done: FirstPass,
    pub(crate) differences: Vec<Difference>,
}

#[derive(Clone, Copy)]
pub(crate) struct Session<'a> {
    pub(crate) systems: Systems<'a>,
    pub(crate) pair: &'a dyn Pair,
    pub(crate) journal: &'a Journal,
    pub(crate) workers: Workers<'a>,
}

/// The key of a unit: steps are in the order of the report.
pub(crate) fn key(step: char, index: u64) -> String {
    format!("{step}{index:012}")
}

impl Session<'_> {
    /// The first pass of units of one request each.
    pub(crate) fn request_all(&self, name: &str, step: char, requests: Vec<Request>) -> Result<(), CompareError> {
        self.workers.observer.begins(name, Some(requests.len() as u64));
        self.workers.run((0..).zip(requests), |(index, request)| {
            let key = key(step, index);
            if self.journal.first_pass(&key).is_none() {
                self.finish(&key, &request, self.pair.compare(&request)?)?;
            }
            self.workers.observer.did(1);
            Ok(())
        })
    }

    /// Writes down what a unit came to.
    pub(crate) fn finish(&self, key: &str, request: &Request, findings: Findings) -> Result<(), CompareError> {
        let (announced, open) = split(findings.differences);
        let suspects = if open.is_empty() { Vec::new() } else { vec![Suspect::Request(request.clone())] };
        self.write_checked(key, 0, announced)?;
        self.journal.write(&Entry::First { key: key.to_owned(), done: FirstPass { suspects, ..findings.done } })
    }

    /// Writes down differences that need no second look.
    pub(crate) fn write_checked(&self, key: &str, part: u64, differences: Vec<Difference>) -> Result<(), CompareError> {
        if differences.is_empty() {
            return Ok(());
        }
        self.journal.write(&Entry::Checked(Checked { key: key.to_owned(), part, differences }))
    }
}
