//! The three files of a report: `differences.ndjson`, `summary.json` and `index.html`. They are the same for the same
//! data, whenever and in whatever order it was compared.

mod html;
mod share;
mod summary;

pub(crate) use summary::Summary;

use crate::difference::{Difference, Kind};
use crate::error::CompareError;
use crate::journal::Journal;
use crate::rules::Rules;
use safe_output::private_files;
use serde::Serialize;
use serde_json::Value;
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
}

impl<'a> From<&'a Difference> for Line<'a> {
    fn from(difference: &'a Difference) -> Self {
        let Difference { route, identity, path, old, new, kind, allowed, .. } = difference;
        Self { route, identity, path, old, new, kind: *kind, allowed: allowed.as_deref() }
    }
}

/// Writes the report of a journal into a folder. `contract_rules` are the names and texts of the rules that the
/// contract gives.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn write(
    folder: &Path,
    journal: &Journal,
    rules: &Rules,
    contract_rules: &[(&str, &str)],
    identity: &Value,
) -> Result<Outcome, CompareError> {
    let path = folder.join("differences.ndjson");
    let failed = CompareError::file(&path);
    let mut lines = BufWriter::new(private_files::create(&path).map_err(&failed)?);
    let mut summary = Summary::new(identity, contract_rules, rules);
    journal.each_difference(|part, mut difference| {
        if difference.allowed.is_none() {
            difference.allowed = rules.find(&difference).map(str::to_owned);
        }
        summary.add(part, &difference);
        serde_json::to_writer(&mut lines, &Line::from(&difference)).map_err(|error| failed(error.into()))?;
        lines.write_all(b"\n").map_err(&failed)
    })?;
    lines.flush().map_err(&failed)?;
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
