//! `index.html`: one file without scripts, readable in light and dark.

use super::fields::{Example, PRODUCT};
use super::share::hundredths;
use super::summary::Summary;
use crate::difference::Kind;
use serde_json::Value;
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

pub(super) fn page(summary: &Summary) -> String {
    let mut page = String::from("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n<title>Catalog comparison</title>\n");
    let _ = write!(page, "<style>\n{STYLE}</style>\n<main>\n<h1>Catalog comparison</h1>\n");
    page.push_str(&compared(&summary.arguments));
    verdict(&mut page, summary);
    differences(&mut page, summary);
    routes(&mut page, summary);
    kinds(&mut page, summary);
    sections(&mut page, summary);
    rules(&mut page, summary);
    fields(&mut page, summary);
    replay(&mut page, summary);
    page.push_str("<p class=\"note\">Every difference is a line of <code>differences.ndjson</code>. ");
    page.push_str("The numbers of this page are in <code>summary.json</code>.</p>\n</main>\n</html>\n");
    page
}

/// What was compared: two systems, or both interfaces of one.
fn compared(arguments: &Value) -> String {
    let address = |name: &str| arguments.get(name).and_then(Value::as_str).map(escaped);
    let new = address("new").unwrap_or_default();
    match address("old") {
        Some(old) => format!("<p>Old system: {old}<br>New system: {new}</p>\n"),
        None => format!("<p>v1 and v2 of {new}</p>\n"),
    }
}

fn verdict(page: &mut String, summary: &Summary) {
    let (class, text) = match (summary.differences, summary.allowed) {
        (0, 0) => ("good", "Both systems respond the same."),
        (0, _) => ("good", "Only allowed differences are left."),
        _ => ("bad", "The systems differ."),
    };
    let Summary { compared, different, differences, allowed, share, .. } = summary;
    let what = if summary.replay.is_some() { "requests have the same response" } else { "are equal" };
    let _ = write!(page, "<section class=\"verdict {class}\">\n<h2>{text}</h2>\n<p class=\"share\">{share}</p>\n");
    let _ = writeln!(page, "<p class=\"summary\">{}</p>", escaped(&summary.summary));
    let _ = writeln!(page, "<p>{} of {compared} {what}; {different} differ.", summary.equal);
    let _ = writeln!(page, "{differences} differences count, {allowed} are allowed by a rule.</p>\n</section>");
}

/// A row: its cells, and at its end a bar with its length in hundredths of a percent and its class.
type Row = (Vec<String>, Option<(u64, &'static str)>);

/// A table under a title, unless it has no rows.
fn table(page: &mut String, title: &str, heads: &[&str], rows: impl Iterator<Item = Row>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    let _ = write!(page, "<h2>{title}</h2>\n<div class=\"wide\"><table>\n<tr>");
    for head in heads {
        let _ = write!(page, "<th>{head}</th>");
    }
    page.push_str("</tr>\n");
    for (cells, bar) in rows {
        page.push_str("<tr>");
        for cell in cells {
            let _ = write!(page, "<td>{}</td>", escaped(&cell));
        }
        if let Some((length, class)) = bar {
            let (whole, part) = (length / 100, length % 100);
            let _ = write!(page, "<td class=\"bar\"><i class=\"{class}\" style=\"width:{whole}.{part:02}%\"></i></td>");
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
}

fn differences(page: &mut String, summary: &Summary) {
    let rows = summary.fields.iter().map(|counts| {
        let examples: Vec<String> = counts.examples.iter().map(example).collect();
        let numbers = [counts.things, counts.differences].map(|number| number.to_string());
        let cells = [vec![counts.field.clone(), counts.kind.name()], numbers.into(), vec![examples.join("\n")]];
        (cells.concat(), None)
    });
    table(page, "What differs", &["Field", "Kind", "Products or sections", "Differences", "Examples"], rows);
    if summary.fields.iter().any(|counts| counts.field == PRODUCT && counts.kind == Kind::Missing) {
        page.push_str("<p>Products that are missing: <a href=\"missing-products.csv\">missing-products.csv</a></p>\n");
    }
}

/// What differs, with its name, and both values.
fn example(Example { identity, name, old, new, .. }: &Example) -> String {
    let name = name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let shown = |value: &Value| match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    match (old, new) {
        // Both are in the name.
        (Value::Object(_), Value::Null) | (Value::Null, Value::Object(_)) => format!("{identity}{name}"),
        _ => format!("{identity}{name}: {} → {}", shown(old), shown(new)),
    }
}

fn routes(page: &mut String, summary: &Summary) {
    let rows = summary.routes.iter().map(|(route, counts)| {
        let numbers = [counts.compared, counts.different].map(|number| number.to_string());
        let cells = [vec![route.clone()], numbers.into(), vec![counts.share.clone()]].concat();
        let class = if counts.different == 0 { "good" } else { "bad" };
        (cells, hundredths(counts.equal, counts.compared).map(|length| (length, class)))
    });
    table(page, "Equal responses by route", &["Route", "Compared", "Different", "Equal", ""], rows);
}

fn kinds(page: &mut String, summary: &Summary) {
    let most = summary.kinds.values().map(|counts| counts.products).max().unwrap_or_default() as u64;
    let rows = summary.kinds.iter().map(|(kind, counts)| {
        let cells = vec![kind.name(), counts.products.to_string(), counts.differences.to_string()];
        (cells, Some((hundredths(counts.products as u64, most).unwrap_or_default(), "bad")))
    });
    table(page, "Kinds of differences", &["Kind", "Products", "Differences", ""], rows);
}

fn sections(page: &mut String, summary: &Summary) {
    let rows = summary.worst_sections.iter().map(|section| {
        let numbers = [section.different, section.products].map(|number| number.to_string());
        let cells = [vec![section.id.to_string(), section.name.clone()], numbers.into()].concat();
        (cells, hundredths(section.different as u64, section.products as u64).map(|length| (length, "bad")))
    });
    let title = "Sections with the most products that differ";
    table(page, title, &["Section", "Name", "Different", "Products", ""], rows);
}

fn rules(page: &mut String, summary: &Summary) {
    let rows = summary.rules.iter();
    let rows = rows.map(|rule| (vec![rule.name.clone(), rule.differences.to_string(), rule.reason.clone()], None));
    table(page, "Allowed differences", &["Rule", "Differences", "Reason"], rows);
}

fn fields(page: &mut String, summary: &Summary) {
    let rows = summary.only_one_side.iter().map(|field| {
        let cells = [field.side, &field.route, &field.path, &field.count.to_string(), &field.examples.join(", ")];
        (cells.map(str::to_owned).to_vec(), None)
    });
    table(page, "Fields that only one system has", &["System", "Route", "Field", "Count", "Examples"], rows);
}

fn replay(page: &mut String, summary: &Summary) {
    let Some(replay) = &summary.replay else { return };
    let skipped = replay.skipped.iter().map(|(reason, count)| (format!("not sent: {reason}"), *count));
    let rows = std::iter::once(("sent to both systems".to_owned(), replay.requests)).chain(skipped);
    table(page, "The log", &["Lines", "Count"], rows.map(|(what, count)| (vec![what, count.to_string()], None)));
    if !replay.unreadable_lines.is_empty() {
        let lines: Vec<String> = replay.unreadable_lines.iter().map(u64::to_string).collect();
        let _ = writeln!(page, "<p>The first lines that cannot be read: {}</p>", lines.join(", "));
    }
}

fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            character => shown.push(character),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_unknown_origin_is_escaped() {
        assert_eq!(escaped("<b a='1'>&\"x"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;x");
    }
}
