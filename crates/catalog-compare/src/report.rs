//! The files of a report: `differences.ndjson`, `summary.json`, `missing-products.csv` and `index.html`. They are the
//! same for the same data, whenever and in whatever order it was read.

mod causes;
mod page;
mod sentence;
mod tally;

use crate::difference::{Difference, Kind, Label};
use crate::error::CompareError;
use crate::read_and_join::Compared;
use crate::rules::Rules;
use causes::Causes;
use safe_output::private_files;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tally::Tally;

/// How a comparison ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Whether only allowed differences are left.
    pub is_equal: bool,
    /// The numbers of `summary.json`: how many things were compared, how many of them differ, in what, and how often.
    pub summary: Value,
    /// The page for people.
    pub page: PathBuf,
}

/// Writes the report into a folder.
pub(crate) fn write(
    folder: &Path,
    compared: &Compared,
    rules: &Rules,
    arguments: &Value,
) -> Result<Outcome, CompareError> {
    let causes = Causes::read(compared)?;
    let names: HashMap<i64, &str> =
        compared.sections.iter().map(|section| (section.id, section.name.as_str())).collect();
    let (path, missing_path) = (folder.join("differences.ndjson"), folder.join("missing-products.csv"));
    let (failed, missing_failed) = (CompareError::file(&path), CompareError::file(&missing_path));
    let mut lines = BufWriter::new(private_files::create(&path).map_err(&failed)?);
    let mut missing = BufWriter::new(private_files::create(&missing_path).map_err(&missing_failed)?);
    missing.write_all(b"id,stockNumber,name,vendor,section,sectionName\n").map_err(&missing_failed)?;
    let mut tally = Tally::default();
    compared.each_difference(|key, mut difference| {
        if difference.allowed.is_none() {
            difference.allowed = rules.find(&difference).map(str::to_owned);
        }
        let section = difference.section.and_then(|section| names.get(&section).copied());
        let name = difference.label.as_ref().and_then(Label::shown);
        let name = name.or(section.filter(|_| difference.product.is_none()));
        let is_first = tally.add(key, &difference, name, &causes);
        let is_product = difference.is_whole() && causes.has_product(&difference);
        if is_first && is_product && difference.kind == Kind::Missing {
            missing.write_all(missing_product(&difference, section).as_bytes()).map_err(&missing_failed)?;
        }
        let Difference { route, identity, path, old, new, kind, allowed, .. } = &difference;
        let line = json!({
            "route": route, "identity": identity, "path": path, "old": old, "new": new, "kind": kind,
            "allowed": allowed, "name": name, "consequence": causes.explain(&difference),
        });
        writeln!(lines, "{line}").map_err(&failed)
    })?;
    lines.flush().map_err(&failed)?;
    missing.flush().map_err(&missing_failed)?;
    let is_equal = tally.differences == 0;
    let summary = tally.summary(compared, rules, arguments)?;
    let page = folder.join("index.html");
    for (path, text) in [(&folder.join("summary.json"), format!("{summary:#}\n")), (&page, page::page(&summary))] {
        let failed = CompareError::file(path);
        let mut file = private_files::create(path).map_err(&failed)?;
        file.write_all(text.as_bytes()).map_err(&failed)?;
    }
    Ok(Outcome { is_equal, summary, page })
}

/// A line of `missing-products.csv`. The section is the first one whose list lacks the product.
fn missing_product(difference: &Difference, section: Option<&str>) -> String {
    let Label { name, stock_number, vendor } = difference.label.clone().unwrap_or_default();
    let id = |id: Option<i64>| id.map(|id| id.to_string());
    let section = (id(difference.section), section.map(str::to_owned));
    let fields = [id(difference.product), stock_number, name, vendor, section.0, section.1];
    fields.map(|text| cell(&text.unwrap_or_default())).join(",") + "\n"
}

/// A text of unknown origin as one field of CSV (RFC 4180), which no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_cell_is_one_field_and_no_formula() {
        let cells = ["Pump", "a,\"b\"\n", "=HYPERLINK(\"x\")", "-5"].map(super::cell);
        assert_eq!(cells, ["Pump", "\"a,\"\"b\"\"\n\"", "\"'=HYPERLINK(\"\"x\"\")\"", "'-5"]);
    }
}
