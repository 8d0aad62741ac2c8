//! The files of a report: `differences.ndjson`, `summary.json`, `missing-products.csv` and `index.html`. They are the
//! same for the same data, whenever and in whatever order it was read.

mod causes;
mod tally;

use super::difference::{Difference, Kind};
use super::fields::text;
use super::run::Material;
use super::sorted::cannot_use;
use anyhow::{Context, Result};
use askama::Template;
use causes::Causes;
use safe_output::private_files;
use serde_json::{Value, json};
use std::io::{BufWriter, Write};
use std::path::Path;
use tally::Tally;

/// Writes the report into a folder, and returns its summary.
pub(super) fn write(folder: &Path, material: &Material<'_>, arguments: &Value) -> Result<Value> {
    let causes = Causes::read(material)?;
    let (mut lines, mut missing) = (create(folder, "differences.ndjson")?, create(folder, "missing-products.csv")?);
    missing.write_all(b"id,stockNumber,name,vendor,section,sectionName\n")?;
    let mut tally = Tally::default();
    material.each(|compared, is_again| {
        tally.count(&compared, is_again, &causes);
        for mut difference in compared.found {
            let section = difference.section.and_then(|id| material.name_of(id));
            if difference.name.is_none() && difference.product.is_none() {
                difference.name = section.map(str::to_owned);
            }
            difference.consequence = causes.explain(&difference);
            let is_product = difference.is_whole && causes.has_product(&difference);
            if tally.add(&difference, &causes) && is_product && difference.kind == Kind::Missing {
                missing.write_all(missing_product(&difference, section).as_bytes())?;
            }
            writeln!(lines, "{}", json!(difference))?;
        }
        Ok(())
    })?;
    lines.flush().and_then(|()| missing.flush()).with_context(|| cannot_use(folder))?;
    let summary = tally.summary(material, arguments);
    for (name, text) in
        [("summary.json", format!("{summary:#}\n")), ("index.html", Page { summary: &summary }.render()?)]
    {
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
    let line = json!(difference);
    let fields = ["product", "stockNumber", "name", "vendor", "section"].map(|name| text(&line[name]));
    let fields = fields.into_iter().chain([section.map(str::to_owned)]);
    fields.map(|text| cell(&text.unwrap_or_default())).collect::<Vec<_>>().join(",") + "\n"
}

/// A text of unknown origin as one field of CSV (RFC 4180), which no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The most characters of an example that the page shows.
const LONGEST_TEXT: usize = 200;
/// How much of what two long texts have in common is shown before they differ.
const LEAD: usize = 30;

/// `index.html`: the summary as one file without scripts, readable in light and dark.
#[derive(Template)]
#[template(path = "comparison.html")]
struct Page<'a> {
    summary: &'a Value,
}

impl Page<'_> {
    fn verdict(&self) -> &'static str {
        match ["differences", "allowed"].map(|name| self.summary[name] == 0) {
            [true, true] => "Both systems respond the same.",
            [true, false] => "Only allowed differences are left.",
            _ => "The systems differ.",
        }
    }

    /// The rows of a table of the summary. Those of an object are named.
    fn rows(&self, table: &str) -> Vec<Value> {
        let named = |(name, row): (&String, &Value)| {
            let mut row = row.clone();
            row["name"] = name.as_str().into();
            row
        };
        match &self.summary[table] {
            Value::Object(rows) => rows.iter().map(named).collect(),
            rows => rows.as_array().cloned().unwrap_or_default(),
        }
    }

    /// A value as people read it; an example as what differs, its name and both values.
    fn shown(value: &Value) -> String {
        match value {
            Value::Null => "–".to_owned(),
            Value::String(text) => text.clone(),
            Value::Array(values) => values.iter().map(Self::shown).collect::<Vec<_>>().join("\n"),
            Value::Object(example) if example.contains_key("identity") => {
                let name = example["name"].as_str().map(|name| format!(" ({name})")).unwrap_or_default();
                let [identity, old, new] = ["identity", "old", "new"].map(|member| Self::shown(&example[member]));
                let common = old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count();
                format!("{identity}{name}: {} → {}", cut(&old, common), cut(&new, common))
            }
            value => value.to_string(),
        }
    }
}

/// A text of which only a part is shown if it is long, from shortly before it differs from another one.
fn cut(text: &str, common: usize) -> String {
    if text.chars().count() <= LONGEST_TEXT {
        return text.to_owned();
    }
    let shown: String = text.chars().skip(common.saturating_sub(LEAD)).take(LONGEST_TEXT).collect();
    format!("…{shown}…")
}

#[cfg(test)]
mod tests {
    #[test]
    fn long_texts_are_shown_from_shortly_before_they_differ() {
        let cut = ["short".to_owned(), format!("{}b", "x".repeat(500))].map(|text| super::cut(&text, 500));
        assert_eq!(cut, ["short".to_owned(), format!("…{}b…", "x".repeat(super::LEAD))]);
    }

    #[test]
    fn a_cell_is_one_field_and_no_formula() {
        let cells = ["Pump", "a,\"b\"\n", "=HYPERLINK(\"x\")", "-5"].map(super::cell);
        assert_eq!(cells, ["Pump", "\"a,\"\"b\"\"\n\"", "\"'=HYPERLINK(\"\"x\"\")\"", "'-5"]);
    }
}
