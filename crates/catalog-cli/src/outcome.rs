//! How a command that moves a store says what it did: lines on a terminal, one JSON object elsewhere.

use crate::output::{OutputFormat, print_line, printable};
use clap::Args;
use serde_json::Value;
use std::io::{self, IsTerminal};

/// The arguments of commands with an outcome.
#[derive(Args)]
pub(crate) struct OutcomeArguments {
    /// How to print what was done [default: text on a terminal, json elsewhere]
    #[arg(long, value_enum)]
    format: Option<OutputFormat>,
}

impl OutcomeArguments {
    /// Prints `outcome`, an object.
    pub(crate) fn print(&self, outcome: &Value) -> io::Result<()> {
        match self.format {
            Some(OutputFormat::Json) => print_line(&outcome.to_string()),
            None if !io::stdout().is_terminal() => print_line(&outcome.to_string()),
            _ => lines(outcome).iter().try_for_each(|line| print_line(line)),
        }
    }
}

/// A line for each field that has something to say, with the values below each other.
fn lines(outcome: &Value) -> Vec<String> {
    let fields: Vec<(String, String)> = outcome.as_object().into_iter().flatten().filter_map(line).collect();
    let width = fields.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    fields.iter().map(|(name, value)| format!("{name}:{:1$}{value}", "", width + 1 - name.chars().count())).collect()
}

fn line((name, value): (&String, &Value)) -> Option<(String, String)> {
    let value = match value {
        Value::Null => return None,
        Value::Bool(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().filter(|_| number.is_f64()).map_or_else(
            || number.to_string(),
            // Of seconds, tenths are enough.
            |number| format!("{number:.1}"),
        ),
        Value::Array(values) => values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        Value::Object(counts) => {
            let counts = counts.iter().filter(|(_, count)| **count != 0);
            counts.map(|(name, count)| format!("{count} in {name}")).collect::<Vec<_>>().join(", ")
        }
    };
    (!value.is_empty()).then(|| (words(name), printable(&value)))
}

/// The name of a field as words: `lastEvent` is `last event`.
fn words(name: &str) -> String {
    let spaced = |letter: char| letter.is_uppercase().then_some(' ').into_iter().chain(letter.to_lowercase());
    name.chars().flat_map(spaced).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn people_read_a_line_for_each_field_that_says_something() {
        let outcome = json!({
            "copiedTo": "sqlite://b.db",
            "final": true,
            "lastEvent": 12,
            "rows": {"sections": 2, "photos": 0, "products": 3},
            "cancelledImports": [],
            "previous": null,
            "seconds": 1.26,
        });
        let expected = [
            "copied to:  sqlite://b.db",
            "final:      yes",
            "last event: 12",
            "rows:       3 in products, 2 in sections",
            "seconds:    1.3",
        ];
        let mut printed = lines(&outcome);
        printed.sort_unstable();
        assert_eq!(printed, expected);
    }
}
