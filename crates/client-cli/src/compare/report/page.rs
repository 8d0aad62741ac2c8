//! `index.html`: the summary as one file without scripts, readable in light and dark.

use serde_json::Value;

/// Names in `[[ ]]` are those of texts. A table has a title, the member of the summary with its rows, and for each
/// column `head: member of a row`; without a member it is the name of the row.
const PAGE: &str = include_str!("page.html");

pub(super) fn page(summary: &Value) -> String {
    let (class, verdict) = match (summary["differences"].as_u64(), summary["allowed"].as_u64()) {
        (Some(0), Some(0)) => ("good", "Both systems respond the same."),
        (Some(0), _) => ("good", "Only allowed differences are left."),
        _ => ("bad", "The systems differ."),
    };
    let text = |name: &str| match name {
        "old" | "new" => cell(&summary["arguments"][name]),
        "class" => class.to_owned(),
        "verdict" => verdict.to_owned(),
        table if table.contains('|') => table_of(summary, table),
        name => cell(&summary[name]),
    };
    let parts = PAGE.split("[[").map(|part| match part.split_once("]]") {
        Some((name, rest)) => text(name) + rest,
        None => part.to_owned(),
    });
    parts.collect()
}

fn table_of(summary: &Value, table: &str) -> String {
    let mut parts = table.split('|').map(str::trim);
    let mut part = || parts.next().unwrap_or_default();
    let (title, rows, columns) = (part(), part(), part());
    let rows: Vec<(Value, &Value)> = match &summary[rows] {
        Value::Array(rows) => rows.iter().map(|row| (Value::Null, row)).collect(),
        Value::Object(rows) => rows.iter().map(|(name, row)| (name.as_str().into(), row)).collect(),
        _ => Vec::new(),
    };
    if rows.is_empty() {
        return String::new();
    }
    let columns: Vec<(&str, &str)> = columns.split(", ").filter_map(|column| column.split_once(": ")).collect();
    let heads: String = columns.iter().map(|(head, _)| format!("<th>{head}</th>")).collect();
    let rows = rows.iter().map(|(name, row)| {
        let value = |member: &str| if member.is_empty() { cell(name) } else { cell(&row[member]) };
        let cells: String = columns.iter().map(|(_, member)| format!("<td>{}</td>", value(member))).collect();
        format!("<tr>{cells}</tr>\n")
    });
    let rows: String = rows.collect();
    format!("<h2>{title}</h2>\n<div class=\"wide\"><table>\n<tr>{heads}</tr>\n{rows}</table></div>\n")
}

fn cell(value: &Value) -> String {
    let text = shown(value).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
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
