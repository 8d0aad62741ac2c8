//! `index.html`: the summary as one file without scripts, readable in light and dark.

use serde_json::Value;
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// A table: its title, the member of the summary with its rows, and for each column the head and the member of a
/// row; without one, the name of the row.
type Table = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const TABLES: &[Table] = &[
    (
        "What differs",
        "fields",
        &[
            ("Field", "field"),
            ("Kind", "kind"),
            ("Products or sections", "things"),
            ("Differences", "differences"),
            ("Examples", "examples"),
        ],
    ),
    (
        "Equal responses by route",
        "routes",
        &[("Route", ""), ("Compared", "compared"), ("Different", "different"), ("Equal", "share")],
    ),
    ("Kinds of differences", "kinds", &[("Kind", ""), ("Products", "products"), ("Differences", "differences")]),
    (
        "Sections with the most products that differ",
        "worstSections",
        &[("Section", "id"), ("Name", "name"), ("Different", "different"), ("Products", "products")],
    ),
    ("Allowed differences", "rules", &[("Rule", "name"), ("Differences", "differences"), ("Reason", "reason")]),
    (
        "Fields that only one system has",
        "onlyOneSide",
        &[("System", "side"), ("Route", "route"), ("Field", "path"), ("Count", "count"), ("Examples", "examples")],
    ),
];

pub(super) fn page(summary: &Value) -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Catalog comparison</title>\n",
    );
    let cell = |value: &Value| escaped(&shown(value));
    let [old, new] = ["old", "new"].map(|side| cell(&summary["arguments"][side]));
    let (class, verdict) = match (summary["differences"].as_u64(), summary["allowed"].as_u64()) {
        (Some(0), Some(0)) => ("good", "Both systems respond the same."),
        (Some(0), _) => ("good", "Only allowed differences are left."),
        _ => ("bad", "The systems differ."),
    };
    let [share, sentence, equal, compared, different, differences, allowed] =
        ["share", "summary", "equal", "compared", "different", "differences", "allowed"]
            .map(|name| cell(&summary[name]));
    let _ = writeln!(
        page,
        "<style>\n{STYLE}</style>\n<main>\n<h1>Catalog comparison</h1>\n<p>Old system: {old}<br>New system: {new}</p>\n\
         <section class=\"verdict {class}\">\n<h2>{verdict}</h2>\n<p class=\"share\">{share}</p>\n\
         <p class=\"summary\">{sentence}</p>\n<p>{equal} of {compared} are equal; {different} differ.\n\
         {differences} differences count, {allowed} are allowed by a rule.</p>\n</section>"
    );
    for (title, rows, columns) in TABLES {
        let rows: Vec<(Value, &Value)> = match &summary[rows] {
            Value::Array(rows) => rows.iter().map(|row| (Value::Null, row)).collect(),
            Value::Object(rows) => rows.iter().map(|(name, row)| (name.as_str().into(), row)).collect(),
            _ => Vec::new(),
        };
        if rows.is_empty() {
            continue;
        }
        let heads: String = columns.iter().map(|(head, _)| format!("<th>{head}</th>")).collect();
        let _ = writeln!(page, "<h2>{title}</h2>\n<div class=\"wide\"><table>\n<tr>{heads}</tr>");
        for (name, row) in &rows {
            let value = |member: &str| if member.is_empty() { cell(name) } else { cell(&row[member]) };
            let cells: String = columns.iter().map(|(_, member)| format!("<td>{}</td>", value(member))).collect();
            let _ = writeln!(page, "<tr>{cells}</tr>");
        }
        page.push_str("</table></div>\n");
    }
    page.push_str(
        "<p class=\"note\">Every difference is a line of <code>differences.ndjson</code>, every missing product one of \
         <a href=\"missing-products.csv\">missing-products.csv</a>.\nThe numbers of this page are in \
         <code>summary.json</code>.</p>\n</main>\n</html>\n",
    );
    page
}

/// A value as people read it; an example as what differs, its name and both values.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join("\n"),
        Value::Object(example) if example.contains_key("identity") => {
            let name = example["name"].as_str().map(|name| format!(" ({name})")).unwrap_or_default();
            let [identity, old, new] = ["identity", "old", "new"].map(|member| shown(&example[member]));
            format!("{identity}{name}: {old} → {new}")
        }
        value => value.to_string(),
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
