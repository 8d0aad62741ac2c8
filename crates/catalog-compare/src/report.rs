//! The files of a report: `differences.ndjson`, `summary.json`, `missing-products.csv` and `index.html`. They are the
//! same for the same data, whenever and in whatever order it was compared.

mod causes;
mod fields;
mod html;
mod missing;
mod share;
mod summary;

pub(crate) use summary::Summary;

use crate::difference::{Difference, Kind, Label};
use crate::error::CompareError;
use crate::journal::Journal;
use crate::rules::Rules;
use causes::Causes;
use safe_output::private_files;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// How a comparison ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How many products, sections and responses were compared; of a log, requests.
    pub compared: u64,
    /// How many of them have a difference that no rule allows.
    pub different: u64,
    /// Differences that no rule allows.
    pub differences: u64,
    /// Differences that a rule of the contract or of the file allows.
    pub allowed: u64,
    /// The differences among the counted ones that follow from products and sections which only one system has.
    pub consequences: u64,
    /// What differs in one sentence, such as `28 products are missing, 5 prices differ.`.
    pub summary: String,
    /// The share without differences that are not allowed, such as `99.98 %`.
    pub share: String,
    /// The page for people.
    pub page: PathBuf,
}

impl Outcome {
    /// Whether only allowed differences are left.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.differences == 0
    }
}

/// A line of `differences.ndjson`.
#[derive(Serialize)]
struct Line<'a> {
    route: &'a str,
    identity: &'a str,
    path: &'a str,
    old: &'a Value,
    new: &'a Value,
    kind: Kind,
    allowed: Option<&'a str>,
    name: Option<&'a str>,
    /// Whether it follows from products or sections that only one system has.
    consequence: bool,
}

impl<'a> Line<'a> {
    fn of(difference: &'a Difference, name: Option<&'a str>, consequence: bool) -> Self {
        let Difference { route, identity, path, old, new, kind, allowed, .. } = difference;
        Self { route, identity, path, old, new, kind: *kind, allowed: allowed.as_deref(), name, consequence }
    }
}

/// Writes the report of a journal into a folder. `contract_rules` are the names and texts of the rules that the
/// contract gives.
pub(crate) fn write(
    folder: &Path,
    journal: &Journal,
    rules: &Rules,
    contract_rules: &[(&str, &str)],
    identity: &Value,
) -> Result<Outcome, CompareError> {
    let causes = Causes::read(journal)?;
    let sections = journal.sections().unwrap_or_default();
    let names: BTreeMap<i64, &str> = sections.iter().map(|section| (section.id, section.name.as_str())).collect();
    let (path, missing_path) = (folder.join("differences.ndjson"), folder.join("missing-products.csv"));
    let (failed, missing_failed) = (CompareError::file(&path), CompareError::file(&missing_path));
    let mut lines = BufWriter::new(private_files::create(&path).map_err(&failed)?);
    let mut missing = BufWriter::new(private_files::create(&missing_path).map_err(&missing_failed)?);
    missing::write_head(&mut missing).map_err(&missing_failed)?;
    let mut summary = Summary::new(identity, contract_rules, rules);
    journal.each_difference(|part, mut difference| {
        if difference.allowed.is_none() {
            difference.allowed = rules.find(&difference).map(str::to_owned);
        }
        let section = difference.section.and_then(|section| names.get(&section).copied());
        let name = difference.label.as_ref().and_then(Label::shown);
        let name = name.or(section.filter(|_| difference.product.is_none()));
        let is_consequence = causes.explain(&difference);
        let is_first = summary.add(part, &difference, &causes, name, is_consequence);
        if is_first && difference.kind == Kind::Missing && causes.is_product(&difference) {
            missing::write_product(&mut missing, &difference, section).map_err(&missing_failed)?;
        }
        let line = Line::of(&difference, name, is_consequence);
        serde_json::to_writer(&mut lines, &line).map_err(|error| failed(error.into()))?;
        lines.write_all(b"\n").map_err(&failed)
    })?;
    lines.flush().map_err(&failed)?;
    missing.flush().map_err(&missing_failed)?;
    summary.finish(journal);
    let page = folder.join("index.html");
    let text = serde_json::to_string_pretty(&summary).unwrap_or_default() + "\n";
    for (path, text) in [(&folder.join("summary.json"), text), (&page, html::page(&summary))] {
        let failed = CompareError::file(path);
        let mut file = private_files::create(path).map_err(&failed)?;
        file.write_all(text.as_bytes()).map_err(&failed)?;
    }
    Ok(summary.outcome(page))
}
