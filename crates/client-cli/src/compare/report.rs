//! The files of a report: `differences.ndjson`, `summary.json`, `missing-products.csv` and `index.html`. They are the
//! same for the same data, whenever and in whatever order it was read.

mod causes;
mod page;
mod tally;

use super::difference::{Difference, Kind};
use super::rules::Rules;
use super::run::Compared;
use super::sorted::cannot_use;
use anyhow::{Context, Result};
use causes::Causes;
use safe_output::private_files;
use serde_json::{Value, json};
use std::io::{BufWriter, Write};
use std::path::Path;
use tally::Tally;

/// Writes the report into a folder, and returns its summary.
pub(super) fn write(folder: &Path, compared: &Compared, rules: &Rules, arguments: &Value) -> Result<Value> {
    let causes = Causes::read(compared)?;
    let mut lines = create(folder, "differences.ndjson")?;
    let mut missing = create(folder, "missing-products.csv")?;
    missing.write_all(b"id,stockNumber,name,vendor,section,sectionName\n")?;
    let mut tally = Tally::default();
    for difference in compared.differences()? {
        let (key, mut difference) = difference?;
        let section = difference.section.and_then(|id| compared.name_of(id));
        if difference.name.is_none() && difference.product.is_none() {
            difference.name = section.map(str::to_owned);
        }
        difference.consequence = causes.explain(&difference);
        let is_product = difference.is_whole && causes.has_product(&difference);
        if tally.add(&key, &difference, &causes) && is_product && difference.kind == Kind::Missing {
            write!(missing, "{}", missing_product(&difference, section)).with_context(|| cannot_use(folder))?;
        }
        writeln!(lines, "{}", json!(difference)).with_context(|| cannot_use(folder))?;
    }
    lines.flush().and_then(|()| missing.flush()).with_context(|| cannot_use(folder))?;
    let summary = tally.summary(compared, rules, arguments)?;
    for (name, text) in [("summary.json", format!("{summary:#}\n")), ("index.html", page::page(&summary))] {
        let mut file = create(folder, name)?;
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).with_context(|| cannot_use(folder))?;
    }
    Ok(summary)
}

fn create(folder: &Path, name: &str) -> Result<impl Write + use<>> {
    let path = folder.join(name);
    private_files::create(&path).map(BufWriter::new).with_context(|| cannot_use(&path))
}

/// A line of `missing-products.csv`. The section is the first one whose list lacks the product.
fn missing_product(difference: &Difference, section: Option<&str>) -> String {
    let Difference { product, stock_number, name, vendor, section: section_id, .. } = difference;
    let [product, section_id] = [product, section_id].map(|id| id.map(|id| id.to_string()));
    let fields = [
        product.as_deref(),
        stock_number.as_deref(),
        name.as_deref(),
        vendor.as_deref(),
        section_id.as_deref(),
        section,
    ];
    fields.map(|text| cell(text.unwrap_or_default())).join(",") + "\n"
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
