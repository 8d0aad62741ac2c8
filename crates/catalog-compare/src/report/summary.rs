//! The counts of a report.

use super::Outcome;
use super::causes::Causes;
use super::fields::{FieldCounts, Fields, sentence};
use super::share::percent;
use crate::difference::{Difference, Kind, without_keys};
use crate::journal::{FirstPass, Journal};
use crate::rules::Rules;
use crate::walk::REPLAY;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;

/// The most sections, and fields of one system only, that are listed.
const MOST_LISTED: usize = 20;
/// The most examples of a field.
const MOST_EXAMPLES: usize = 3;

/// `summary.json`.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    pub(super) summary: String,
    pub(super) arguments: Value,
    pub(super) compared: u64,
    pub(super) equal: u64,
    pub(super) different: u64,
    pub(super) share: String,
    pub(super) differences: u64,
    pub(super) consequences: u64,
    pub(super) allowed: u64,
    pub(super) fields: Vec<FieldCounts>,
    pub(super) routes: BTreeMap<String, RouteCounts>,
    pub(super) kinds: BTreeMap<Kind, KindCounts>,
    pub(super) rules: Vec<RuleCounts>,
    pub(super) only_one_side: Vec<OneSidedField>,
    pub(super) worst_sections: Vec<SectionCounts>,
    pub(super) replay: Option<ReplayCounts>,
    #[serde(skip)]
    tally: Tally,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct RouteCounts {
    pub(super) compared: u64,
    pub(super) equal: u64,
    pub(super) different: u64,
    pub(super) share: String,
}

/// A kind of differences that are not allowed.
#[derive(Debug, Default, Serialize)]
pub(super) struct KindCounts {
    pub(super) differences: u64,
    pub(super) products: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct RuleCounts {
    pub(super) name: String,
    pub(super) reason: String,
    pub(super) differences: u64,
}

/// A field that only one system has.
#[derive(Debug, Serialize)]
pub(super) struct OneSidedField {
    pub(super) route: String,
    pub(super) path: String,
    pub(super) side: &'static str,
    pub(super) count: u64,
    pub(super) examples: Vec<String>,
}

/// A section without sections below it.
#[derive(Debug, Serialize)]
pub(super) struct SectionCounts {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) products: usize,
    pub(super) different: usize,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReplayCounts {
    pub(super) requests: u64,
    pub(super) skipped: BTreeMap<String, u64>,
    pub(super) unreadable_lines: Vec<u64>,
}

#[derive(Debug, Default)]
struct Tally {
    /// What the last difference was about: its differences follow each other.
    last: Option<(String, String, u64)>,
    products: HashSet<i64>,
    products_by_kind: HashSet<(Kind, i64)>,
    causes: Fields,
    fields: BTreeMap<(String, String, &'static str), (u64, BTreeSet<String>)>,
}

impl Summary {
    /// A summary without differences.
    pub(super) fn new(arguments: &Value, contract_rules: &[(&str, &str)], rules: &Rules) -> Self {
        let contract = contract_rules.iter().map(|(name, reason)| ((*name).to_owned(), (*reason).to_owned()));
        let own = rules.all().iter().map(|rule| (rule.name.clone(), rule.reason.clone()));
        let rules = contract.chain(own).map(|(name, reason)| RuleCounts { name, reason, differences: 0 }).collect();
        Self { arguments: arguments.clone(), rules, ..Self::default() }
    }

    /// Counts a difference: of a product or section with this name, and whether it follows from another one. Whether
    /// it is a cause that has not been counted before.
    pub(super) fn add(
        &mut self,
        (key, part): (&str, u64),
        difference: &Difference,
        causes: &Causes,
        name: Option<&str>,
        is_consequence: bool,
    ) -> bool {
        if let Some(rule) = &difference.allowed {
            self.allowed += 1;
            if let Some(counts) = self.rules.iter_mut().find(|counts| counts.name == *rule) {
                counts.differences += 1;
            }
            if rule == crate::compare::FIELD_NOT_SHOWN {
                self.tally.add_field(difference);
            }
            return false;
        }
        self.differences += 1;
        self.consequences += u64::from(is_consequence);
        let is_new_product = |product| self.tally.products_by_kind.insert((difference.kind, product));
        let is_counted = difference.product.is_some_and(is_new_product);
        let kind = self.kinds.entry(difference.kind).or_default();
        kind.differences += 1;
        kind.products += usize::from(is_counted);
        self.tally.products.extend(difference.product);
        // Of a log, requests count, however many products a response has.
        let is_replay = key.starts_with(REPLAY);
        let identity = if is_replay { String::new() } else { difference.identity.clone() };
        let subject = (key.to_owned(), identity, if is_replay { part } else { 0 });
        if self.tally.last.as_ref() != Some(&subject) {
            self.routes.entry(difference.route.clone()).or_default().different += 1;
            self.tally.last = Some(subject);
        }
        !is_consequence && self.tally.causes.add(difference, causes, name)
    }

    pub(super) fn finish(&mut self, journal: &Journal) {
        let mut sections = Vec::new();
        let planned = journal.sections().unwrap_or_default();
        let names: BTreeMap<i64, String> = planned.into_iter().map(|section| (section.id, section.name)).collect();
        journal.each_first_pass(|key, done| {
            for (route, compared) in &done.compared {
                self.routes.entry(route.clone()).or_default().compared += compared;
            }
            if key.starts_with(REPLAY) {
                self.replay.get_or_insert_default().add(done);
            }
            let different = done.members.iter().filter(|product| self.tally.products.contains(product)).count();
            if let (Some(id), 1..) = (done.section, different) {
                let name = names.get(&id).cloned().unwrap_or_default();
                sections.push(SectionCounts { id, name, products: done.members.len(), different });
            }
        });
        sections.sort_by_key(|section| (std::cmp::Reverse(section.different), section.id));
        sections.truncate(MOST_LISTED);
        self.worst_sections = sections;
        for counts in self.routes.values_mut() {
            counts.different = counts.different.min(counts.compared);
            counts.equal = counts.compared - counts.different;
            counts.share = percent(counts.equal, counts.compared);
            self.compared += counts.compared;
            self.different += counts.different;
        }
        self.equal = self.compared - self.different;
        self.share = percent(self.equal, self.compared);
        self.rules.retain(|rule| rule.differences > 0 || !rule.name.starts_with("contract: "));
        let mut tally = std::mem::take(&mut self.tally);
        self.fields = std::mem::take(&mut tally.causes).into_counts();
        self.summary = sentence(&self.fields, self.consequences, self.allowed);
        self.only_one_side = tally.into_fields();
    }

    pub(super) fn outcome(self, page: PathBuf) -> Outcome {
        let Self { compared, different, differences, consequences, allowed, summary, share, .. } = self;
        Outcome { compared, different, differences, allowed, consequences, summary, share, page }
    }
}

impl ReplayCounts {
    fn add(&mut self, done: &FirstPass) {
        self.requests += done.compared.values().sum::<u64>();
        for (reason, count) in &done.skipped {
            *self.skipped.entry(reason.clone()).or_default() += count;
        }
        let remaining = MOST_LISTED.saturating_sub(self.unreadable_lines.len());
        self.unreadable_lines.extend(done.unreadable.iter().take(remaining));
    }
}

impl Tally {
    fn add_field(&mut self, difference: &Difference) {
        let side = if difference.kind == Kind::Missing { "old" } else { "new" };
        let path = without_keys(&difference.path);
        let (count, examples) = self.fields.entry((difference.route.clone(), path, side)).or_default();
        *count += 1;
        if examples.len() < MOST_EXAMPLES {
            examples.insert(difference.identity.clone());
        }
    }

    fn into_fields(self) -> Vec<OneSidedField> {
        let fields = self.fields.into_iter().map(|((route, path, side), (count, examples))| OneSidedField {
            route,
            path,
            side,
            count,
            examples: examples.into_iter().collect(),
        });
        fields.collect()
    }
}
