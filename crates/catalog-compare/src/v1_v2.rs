//! Compares v1 with v2 of one server: every product and every section by both interfaces.
//!
//! - [`plan`]: the sections of both, which of them belong together, and which products only v1 shows.
//! - [`products`], [`lists`], [`sections`]: what must agree, unit by unit.
//! - [`rules`]: the differences that the contract explains.

mod client;
mod filters;
mod findings;
mod lists;
mod plan;
mod products;
mod rules;
mod sections;
mod vendors;

use crate::error::CompareError;
use crate::first_pass::{key, split};
use crate::journal::{Checked, Entry, FirstPass, Journal, Suspect};
use crate::options::CompareOptions;
use crate::report::Outcome;
use crate::run::write_report;
use crate::source::Source;
use crate::workers::{Observer, Workers};
use client::{Client, UnitError};
use findings::Findings;
pub(crate) use plan::SECTIONS;
use plan::{Plan, SectionPair};
pub(crate) use products::PRODUCT;
use rules::V1_V2_RULES;
use std::collections::BTreeMap;
use vendors::VendorNames;

/// Products of v1 that are read at a time: as many as one request to v2 names.
const PRODUCT_PAGE: u64 = 100;

/// Where the parts of the second pass begin; those below are of the first one.
const SECOND_PASS: u64 = 1 << 32;

/// Compares the interfaces of a server, and writes the report.
///
/// # Errors
/// See [`crate::run`].
pub(crate) fn compare_interfaces(
    server: &dyn Source,
    options: &CompareOptions,
    observer: &dyn Observer,
) -> Result<Outcome, CompareError> {
    write_report(options, observer, V1_V2_RULES, |journal, workers| {
        let client = Client(server);
        let plan = Plan::read(client, &workers)?;
        // What changed while the trees were read is no difference.
        let plan = if split(plan.differences.clone()).1.is_empty() { plan } else { Plan::read(client, &workers)? };
        let vendor_names = VendorNames::new(client, &plan);
        Session { client, journal, workers, vendor_names, plan }.run()
    })
}

struct Session<'a> {
    client: Client<'a>,
    journal: &'a Journal,
    workers: Workers<'a>,
    vendor_names: VendorNames<'a>,
    plan: Plan,
}

#[derive(Clone, Copy)]
enum Unit<'a> {
    /// Products of a topmost section of v1, from an offset.
    Products(i64, u64),
    /// A section that both interfaces show.
    Section(&'a SectionPair),
}

impl Session<'_> {
    fn run(&self) -> Result<(), CompareError> {
        if self.journal.sections().is_none() {
            self.journal.write(&Entry::Sections(self.plan.planned_sections()))?;
            let compared = BTreeMap::from([("/api/v2/catalog/sections".to_owned(), self.plan.v1_sections)]);
            let tree = key('a', 0);
            self.journal
                .write(&Entry::First { key: tree.clone(), done: FirstPass { compared, ..FirstPass::default() } })?;
            self.journal.write(&Entry::Checked(Checked {
                key: tree,
                part: 0,
                differences: self.plan.differences.clone(),
            }))?;
        }
        let units = self.units();
        self.workers.observer.begins("comparing products and sections", Some(units.len() as u64));
        self.workers.run(units.iter(), |(key, unit)| {
            if self.journal.first_pass(key).is_none() {
                self.first_pass(key, *unit)?;
            }
            self.workers.observer.did(1);
            Ok(())
        })?;
        let mut suspicious = Vec::new();
        self.journal
            .each_first_pass(|key, done| suspicious.extend((!done.suspects.is_empty()).then(|| key.to_owned())));
        self.workers.observer.begins("requesting differences again", Some(suspicious.len() as u64));
        self.workers.run(suspicious.iter(), |key| {
            if let Some(unit) = units.get(key).filter(|_| !self.journal.is_checked(key, SECOND_PASS)) {
                let differences = split(self.findings(*unit)?.differences).1;
                self.journal.write(&Entry::Checked(Checked { key: key.clone(), part: SECOND_PASS, differences }))?;
            }
            self.workers.observer.did(1);
            Ok(())
        })
    }

    /// Everything to compare, by key.
    fn units(&self) -> BTreeMap<String, Unit<'_>> {
        let pages = self.plan.roots.iter().flat_map(|(root, products)| {
            (0..products.div_ceil(PRODUCT_PAGE)).map(|page| Unit::Products(*root, page * PRODUCT_PAGE))
        });
        let pages = (0..).zip(pages).map(|(index, unit)| (key('b', index), unit));
        let sections = self.plan.pairs.iter().map(Unit::Section);
        pages.chain((0..).zip(sections).map(|(index, unit)| (key('c', index), unit))).collect()
    }

    /// Writes down what the contract explains; what it does not explain is compared again.
    fn first_pass(&self, key: &str, unit: Unit<'_>) -> Result<(), CompareError> {
        let Findings { compared, differences, section, members } = self.findings(unit)?;
        let (explained, open) = split(differences);
        if !explained.is_empty() {
            self.journal.write(&Entry::Checked(Checked { key: key.to_owned(), part: 0, differences: explained }))?;
        }
        let suspects = if open.is_empty() { Vec::new() } else { vec![Suspect::Unit] };
        let done = FirstPass { compared, suspects, section, members, ..FirstPass::default() };
        self.journal.write(&Entry::First { key: key.to_owned(), done })
    }

    fn findings(&self, unit: Unit<'_>) -> Result<Findings, CompareError> {
        let found = match unit {
            Unit::Products(root, offset) => self.compare_products(root, offset),
            Unit::Section(pair) => self.compare_section(pair),
        };
        match found {
            Ok(findings) => Ok(findings),
            Err(UnitError::Refused { target, code }) => Ok(Findings::refused(&target, code)),
            Err(UnitError::Compare(error)) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests;
