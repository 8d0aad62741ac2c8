//! The invariants of every accepted run.

use crate::differences::Difference;
use crate::events::{Event, Logged};
use crate::responses::Responses;
use crate::times::Seen;
use catalog_import::ImportReport;
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) run: usize,
    pub(crate) invariant: &'static str,
    pub(crate) facts: String,
}

pub(crate) struct Accepted<'a> {
    pub(crate) run: usize,
    /// Its time, in seconds.
    pub(crate) second: i64,
    pub(crate) records: &'a [Value],
    pub(crate) report: ImportReport,
}

impl Accepted<'_> {
    pub(crate) fn fail(&self, invariant: &'static str, facts: impl Into<String>) -> Failure {
        Failure { run: self.run, invariant, facts: facts.into() }
    }
}

/// The levels that are shown after a run and were not before, in the order in which its records name them: those of an
/// offer before those of options.
pub(crate) fn new_levels(records: &[Value], before: &BTreeSet<String>, after: &BTreeSet<String>) -> Vec<String> {
    fn name_levels(value: &Value, names: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                let levels = fields.get("levels").and_then(Value::as_array).into_iter().flatten();
                names.extend(levels.map(|pair| pair[0].as_str().unwrap().to_owned()));
                fields.get("offer").into_iter().for_each(|offer| name_levels(offer, names));
                let others = fields.iter().filter(|(name, _)| *name != "offer");
                others.for_each(|(_, field)| name_levels(field, names));
            }
            Value::Array(items) => items.iter().for_each(|item| name_levels(item, names)),
            _ => {}
        }
    }
    let mut names = Vec::new();
    records.iter().for_each(|record| name_levels(record, &mut names));
    let mut seen = BTreeSet::new();
    names.retain(|name| after.contains(name) && !before.contains(name) && seen.insert(name.clone()));
    names
}

pub(crate) fn check_log(run: &Accepted<'_>, found: &[Logged]) -> Result<(), Failure> {
    let upserts: Vec<&String> =
        found.iter().filter(|logged| logged.event.kinds != ["removed"]).map(|logged| &logged.stock_number).collect();
    if !upserts.is_sorted() {
        return Err(run.fail("events are numbered by stock number", format!("{found:?}")));
    }
    let products: BTreeSet<&String> = found.iter().map(|logged| &logged.stock_number).collect();
    if products.len() < found.len() {
        return Err(run.fail("a run makes at most one event of a product", format!("{found:?}")));
    }
    let count = |kind| found.iter().filter(|logged| logged.event.kinds.contains(&kind)).count() as u64;
    let tally = run.report.events;
    if (count("content"), count("commercial"), count("removed")) != (tally.content, tally.commercial, tally.removed) {
        return Err(run.fail("the report counts the events", format!("{tally:?}\n{found:?}")));
    }
    if found.iter().any(|logged| logged.at != run.second * 1_000_000) {
        return Err(run.fail("events have the time of their run", format!("{found:?}")));
    }
    Ok(())
}

/// Compares the event that the responses about a product require with the actual one.
pub(crate) fn compare(
    run: &Accepted<'_>,
    stock_number: &str,
    expected: Option<&Event>,
    found: Option<&Event>,
    difference: &Difference,
) -> Result<(), Failure> {
    if expected == found {
        return Ok(());
    }
    let invariant = match (expected, found) {
        (Some(_), None) => "every visible change has an event",
        (None, _) => "every event has a visible change",
        (Some(expected), Some(found)) if expected.kinds != found.kinds => "events say what changed",
        (Some(expected), Some(found)) if expected.sections != found.sections => "events name the linked sections",
        _ => "events are in the feeds of the sections that hold or held the product",
    };
    let facts = format!("{stock_number}: expected {expected:?}\nfound {found:?}\nthe responses: {difference:#?}");
    Err(run.fail(invariant, facts))
}

/// Compares the version of a product, where it is public, with its event in the run that made the revision.
pub(crate) fn check_version(
    run: &Accepted<'_>,
    event: Option<&Event>,
    difference: &Difference,
    (product, revision): (Option<&Value>, i64),
) -> Result<(), Failure> {
    let is_right = match (event, product) {
        (Some(_), Some(product)) => product["version"] == revision,
        _ => !difference.version,
    };
    let facts = || format!("{event:?} at revision {revision}: {difference:#?}");
    if is_right { Ok(()) } else { Err(run.fail("a version moves if and only if the feed has an event", facts())) }
}

/// The visible effect of a run on a product.
pub(crate) fn seen(stock_number: &str, difference: &Difference, (before, after): (&Responses, &Responses)) -> Seen {
    let is_public = |responses: &Responses| !responses.product(stock_number).is_empty();
    let holders_differ = before.holders(stock_number) != after.holders(stock_number);
    Seen {
        before: is_public(before),
        after: is_public(after),
        content: !difference.content.is_empty() || holders_differ,
        hidden_content: difference.hidden_content,
        commercial: !difference.commercial.is_empty(),
        warehouses: difference.commercial.contains_key("warehouses"),
        by_context: before.sections != after.sections || difference.content.contains_key("vendor"),
    }
}
