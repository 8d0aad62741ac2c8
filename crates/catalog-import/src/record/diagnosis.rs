//! Reads documents fast, and wrong ones a second time, slowly, to locate the error.

use crate::diagnostic::{RecordDiagnostic, pointer_step};
use catalog_records::closest_name;
use serde::de::{Deserialize, IgnoredAny};
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

pub(super) fn read_document<'de, T: Deserialize<'de>>(line: &'de str) -> Result<T, RecordDiagnostic> {
    serde_json::from_str(line).map_err(|error| diagnose::<T>(line, &error))
}

/// Locates the error in `line`; `error` is the first one.
fn diagnose<'de, T: Deserialize<'de>>(line: &'de str, error: &serde_json::Error) -> RecordDiagnostic {
    if let Some(opened) = opened_by(line, error) {
        return RecordDiagnostic::opening(opened);
    }
    if error.classify() != Category::Data {
        let diagnostic =
            RecordDiagnostic::new("", format!("not valid JSON: {}, column {}", message(error), error.column()));
        return diagnostic.about_no_record();
    }
    let diagnostic = diagnose_data::<T>(line, error);
    if line.trim_ascii_start().starts_with('{') { diagnostic } else { diagnostic.about_no_record() }
}

fn diagnose_data<'de, T: Deserialize<'de>>(line: &'de str, error: &serde_json::Error) -> RecordDiagnostic {
    let mut deserializer = serde_json::Deserializer::from_str(line);
    match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Err(error) => explain(&pointer(error.path()), &message(error.inner())),
        // Both readers follow the same rules, so this does not happen; the first error is reported.
        Ok(_) => RecordDiagnostic::new("", message(error)),
    }
}

/// What `line` opens that is not one object; `None` for any other `error`.
fn opened_by(line: &str, error: &serde_json::Error) -> Option<&'static str> {
    let is_unclosed = |error: &serde_json::Error| error.classify() == Category::Eof;
    match line.trim_ascii_start().chars().next()? {
        '{' if is_unclosed(error) => Some("opens an object and does not close it"),
        // An array is wrong from its first character on, wherever it ends.
        '[' if serde_json::from_str::<IgnoredAny>(line).is_err_and(|error| is_unclosed(&error)) => {
            Some("opens an array and does not close it")
        }
        '[' => Some("is an array"),
        _ => None,
    }
}

/// The error's text without the position, which within one line is less precise than the pointer.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&position).unwrap_or(&text).to_owned()
}

fn pointer(path: &Path) -> String {
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => pointer_step(key),
            Segment::Enum { variant } => pointer_step(variant),
            Segment::Unknown => String::new(),
        })
        .collect()
}

/// Points at the field itself where the deserializer points at the object around it, and suggests the intended name.
fn explain(pointer: &str, message: &str) -> RecordDiagnostic {
    let at = |field: &str| {
        let step = pointer_step(field);
        if pointer.ends_with(&step) { pointer.to_owned() } else { format!("{pointer}{step}") }
    };
    if let Some((field, expected)) = quoted_after(message, "unknown field `") {
        let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
        let hint = closest_name(field, &known).map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
        return RecordDiagnostic::new(at(field), format!("unknown field{hint} (expected one of {})", known.join(", ")));
    }
    if let Some((field, _)) = quoted_after(message, "missing field `") {
        return RecordDiagnostic::new(at(field), "is missing");
    }
    if let Some((field, _)) = quoted_after(message, "duplicate field `") {
        return RecordDiagnostic::new(at(field), "is given twice");
    }
    RecordDiagnostic::new(pointer, message)
}

/// Splits "PREFIX name` rest" into name and rest. The name is untrusted text and may itself contain a quote; the rest
/// does not start inside it: it is found by its own beginning.
fn quoted_after<'a>(message: &'a str, prefix: &str) -> Option<(&'a str, &'a str)> {
    let tail = message.strip_prefix(prefix)?;
    tail.split_once("`, expected").or_else(|| tail.strip_suffix('`').map(|field| (field, "")))
}
