//! The files of a report: `differences.ndjson`, `summary.json`, `missing-products.csv` and `index.html`. They are the
//! same for the same data, whenever and in whatever order it was read.

mod causes;
mod page;
mod tally;

use super::Compared;
use super::difference::{Difference, Kind};
use super::rules::Rules;
use super::sorted::{Sorted, cannot_use, join, unit_of};
use super::units::{Form, Unit};
use anyhow::{Context, Result};
use causes::Causes;
use safe_output::private_files;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tally::Tally;

/// How a comparison ended.
pub(super) struct Outcome {
    /// Whether only allowed differences are left.
    pub(super) is_equal: bool,
    /// The numbers of `summary.json`: how many things were compared, how many of them differ, in what, and how often.
    pub(super) summary: Value,
    /// The page for people.
    pub(super) page: PathBuf,
}

/// Writes the report into a folder.
pub(super) fn write(folder: &Path, compared: &Compared, rules: &Rules, arguments: &Value) -> Result<Outcome> {
    let causes = Causes::read(compared)?;
    let names: HashMap<i64, &str> =
        compared.sections.iter().map(|section| (section.id, section.name.as_str())).collect();
    let mut lines = create(folder, "differences.ndjson")?;
    let mut missing = create(folder, "missing-products.csv")?;
    missing.write_all(b"id,stockNumber,name,vendor,section,sectionName\n")?;
    let mut tally = Tally::default();
    compared.each_difference(|key, mut difference| {
        difference.allowed = difference.allowed.take().or_else(|| rules.find(&difference));
        let section = difference.section.and_then(|section| names.get(&section).copied());
        let [name, stock_number, _] = &difference.label;
        let name = name.as_deref().or(stock_number.as_deref());
        let name = name.or(section.filter(|_| difference.product.is_none()));
        let is_first = tally.add(key, &difference, name, &causes);
        let is_product = difference.is_whole && causes.has_product(&difference);
        if is_first && is_product && difference.kind == Kind::Missing {
            missing.write_all(missing_product(&difference, section).as_bytes())?;
        }
        let Difference { route, identity, path, old, new, kind, allowed, .. } = &difference;
        let line = json!({
            "route": route, "identity": identity, "path": path, "old": old, "new": new, "kind": kind,
            "allowed": allowed, "name": name, "consequence": causes.explain(&difference),
        });
        writeln!(lines, "{line}")
    })?;
    lines.flush().and_then(|()| missing.flush()).with_context(|| cannot_use(folder))?;
    let is_equal = tally.differences == 0;
    let summary = tally.summary(compared, rules, arguments)?;
    for (name, text) in [("summary.json", format!("{summary:#}\n")), ("index.html", page::page(&summary))] {
        let mut file = create(folder, name)?;
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).with_context(|| cannot_use(folder))?;
    }
    Ok(Outcome { is_equal, summary, page: folder.join("index.html") })
}

fn create(folder: &Path, name: &str) -> Result<impl Write + use<>> {
    let path = folder.join(name);
    private_files::create(&path).map(BufWriter::new).with_context(|| cannot_use(&path))
}

impl Compared {
    /// Visits the products of all lists of sections: the list, the id, and which systems have it.
    fn each_listed(&self, mut visit: impl FnMut(&Unit, i64, [bool; 2])) -> Result<()> {
        for pair in join(&self.catalog)? {
            let (key, sides) = pair?;
            let (number, item) = unit_of(&key);
            let unit = self.units.get(number).filter(|unit| unit.form == Form::List);
            if let (Some(unit), Ok(id)) = (unit, item.trim().parse()) {
                visit(unit, id, sides.map(|side| side.is_some()));
            }
        }
        Ok(())
    }

    fn each_difference(&self, mut visit: impl FnMut(&str, Difference) -> io::Result<()>) -> Result<()> {
        let mut sorted = Sorted::open(&self.differences)?;
        while let Some(record) = sorted.advance()? {
            visit(&record.key, serde_json::from_value(record.value)?).context("cannot write the report")?;
        }
        Ok(())
    }
}

/// A line of `missing-products.csv`. The section is the first one whose list lacks the product.
fn missing_product(difference: &Difference, section: Option<&str>) -> String {
    let [name, stock_number, vendor] = difference.label.clone();
    let id = |id: Option<i64>| id.map(|id| id.to_string());
    let (section_id, section) = (id(difference.section), section.map(str::to_owned));
    let fields = [id(difference.product), stock_number, name, vendor, section_id, section];
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
