//! What is wrong with an input, and where.

use crate::problems::{MAXIMUM_KINDS, Problems, kind};
use crate::record::broken_product;
use safe_output::Printable;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// One problem of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file as given, `-` for standard input.
    pub file: String,
    /// The line, counted from 1; `None` when it is about the whole file.
    pub line: Option<u64>,
    /// The field as a JSON pointer (RFC 6901); `None` for the whole line.
    pub field: Option<String>,
    /// The stock number of the product that the line is about; `None` where that is not known.
    pub product: Option<String>,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", Printable::line(&self.file, MAXIMUM_CHARACTERS))?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        if let Some(field) = &self.field {
            write!(formatter, ": {field}")?;
        }
        write!(formatter, ": {}", self.message)
    }
}

/// What is wrong with an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The first problems of each kind, never empty; one without a line says how many more are like those before it.
    pub problems: Vec<Diagnostic>,
    /// How many problems were read.
    pub count: u64,
    /// Whether the input was read to its end.
    pub is_complete: bool,
}

impl fmt::Display for Rejection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            write!(formatter, "{}{problem}", if at == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// A line of the input. Ordered as the input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Location {
    pub(crate) file: u32,
    /// The line, counted from 1.
    pub(crate) line: u64,
}

/// A problem of one record: a JSON pointer, empty for the whole record, and a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordDiagnostic {
    pub(crate) field: String,
    pub(crate) message: String,
    /// A stock number.
    product: Option<String>,
    extent: Extent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Its own: the line is a record, or was meant to be one.
    Record,
    /// Its own, which is not a record; after a line that opens something it is probably a part of that.
    NoRecord,
    /// Its own and probably many after it: the line opens something that is not a record, or not a record on one line.
    Opening,
}

impl RecordDiagnostic {
    pub(crate) fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        let (field, message) = (presentable(&field.into()), presentable(&message.into()));
        Self { field, message, product: None, extent: Extent::Record }
    }

    /// The same diagnostic, about a record of that product.
    pub(crate) fn of_product(self, stock_number: Option<&str>) -> Self {
        Self { product: stock_number.map(str::to_owned), ..self }
    }

    /// The diagnostic that a line, described by `opened`, is not one object.
    pub(crate) fn opening(opened: &str) -> Self {
        Self { extent: Extent::Opening, ..Self::new("", format!("one object a line: this line {opened}")) }
    }

    /// The same diagnostic, about a line that is not a record.
    pub(crate) fn about_no_record(self) -> Self {
        match self.extent {
            Extent::Record => Self { extent: Extent::NoRecord, ..self },
            Extent::NoRecord | Extent::Opening => self,
        }
    }
}

/// Longest text of a diagnostic, in characters. A record, and a name in it, may be thousands of times as long.
const MAXIMUM_CHARACTERS: usize = 500;

/// `text` on one line, without characters that would affect a terminal, and cut in its middle if it is too long.
pub(crate) fn presentable(text: &str) -> String {
    let clean = |text: &str| Printable::line(text, MAXIMUM_CHARACTERS).to_string();
    // The end of a message states what was expected.
    let half = MAXIMUM_CHARACTERS / 2;
    let head_end = text.char_indices().nth(half).map(|(at, _)| at);
    let tail_start = text.char_indices().nth_back(half - 1).map(|(at, _)| at);
    match head_end.zip(tail_start) {
        Some((head_end, tail_start)) if head_end < tail_start => {
            format!("{} ... {}", clean(&text[..head_end]), clean(&text[tail_start..]))
        }
        _ => clean(text),
    }
}

/// The problems of a run, up to a maximum, of which some of each kind are reported.
#[derive(Debug)]
pub(crate) struct Diagnostics {
    maximum: usize,
    files: Vec<String>,
    found: Problems<(Location, RecordDiagnostic)>,
    has_stopped: bool,
    spread: HashMap<u32, SpreadRecords>,
    /// The stock numbers of lines with a diagnostic that does not have it.
    products: HashMap<Location, String>,
}

/// JSON of one file that spans several lines: reported once, where it begins.
#[derive(Debug)]
struct SpreadRecords {
    opened_at: Location,
    /// The following lines that are not records.
    further_lines: u64,
}

/// After so many such lines a file is not read on: it is not a list of records, and its problem was reported.
const MAXIMUM_FURTHER_LINES: u64 = 1_000;

impl Diagnostics {
    pub(crate) fn new(files: Vec<String>, maximum: usize) -> Self {
        Self {
            maximum: maximum.max(1),
            files,
            found: Problems::default(),
            has_stopped: false,
            spread: HashMap::new(),
            products: HashMap::new(),
        }
    }

    /// Adds a diagnostic, unless there are enough of them. Of JSON that spans several lines of a file only the first
    /// line is reported; the further ones are counted.
    pub(crate) fn add(&mut self, location: Location, diagnostic: RecordDiagnostic) {
        if let Some(spread) = self.spread.get_mut(&location.file).filter(|_| diagnostic.extent != Extent::Record) {
            spread.further_lines += 1;
            return;
        }
        if diagnostic.extent == Extent::Opening {
            self.spread.insert(location.file, SpreadRecords { opened_at: location, further_lines: 0 });
        }
        if self.is_full() {
            self.has_stopped = true;
        } else {
            self.found.add(kind(&diagnostic.field, &diagnostic.message), (location, diagnostic));
        }
    }

    /// Adds what is wrong with the record on `line`.
    pub(crate) fn add_broken(&mut self, location: Location, line: &str, diagnostics: Vec<RecordDiagnostic>) {
        let product = broken_product(line);
        let about = diagnostics.into_iter().map(|diagnostic| diagnostic.of_product(product.as_deref()));
        about.for_each(|diagnostic| self.add(location, diagnostic));
    }

    /// Learns which products the lines are about.
    pub(crate) fn name_products<'a>(&mut self, lines: impl Iterator<Item = (Location, &'a str)>) {
        let found: HashSet<Location> = self.found.iter().map(|(location, _)| *location).collect();
        let named = lines.filter(|(location, _)| found.contains(location));
        self.products = named.map(|(location, product)| (location, product.to_owned())).collect();
    }

    /// Says that the input is not read to its end.
    pub(crate) fn stop(&mut self) {
        self.has_stopped = true;
    }

    /// Whether the file has so many lines that are not records that it is not read on.
    pub(crate) fn gave_up(&self, file: u32) -> bool {
        self.spread.get(&file).is_some_and(|spread| spread.further_lines >= MAXIMUM_FURTHER_LINES)
    }

    /// Whether records span several lines, so that their definitions are unknown.
    pub(crate) fn hide_records(&self) -> bool {
        self.spread.values().any(|spread| spread.further_lines > 0)
    }

    pub(crate) fn is_full(&self) -> bool {
        self.found.count() >= self.maximum as u64 || self.found.kinds() >= MAXIMUM_KINDS
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.count() == 0
    }

    pub(crate) fn file(&self, location: Location) -> &str {
        self.files.get(location.file as usize).map_or("", String::as_str)
    }

    /// A location as text, for messages about a second location.
    pub(crate) fn describe(&self, location: Location) -> String {
        format!("{}:{}", Printable::line(self.file(location), MAXIMUM_CHARACTERS), location.line)
    }

    /// The problem of a second record about what the one at `earlier` is about.
    pub(crate) fn duplicate(&self, earlier: Location, field: &str, what: &str) -> RecordDiagnostic {
        RecordDiagnostic::new(field, format!("a second record about the {what} of {}", self.describe(earlier)))
    }

    /// The first diagnostics of each kind, and one that counts the others of it; kinds in the order of the input.
    pub(crate) fn into_rejection(mut self) -> Rejection {
        let found = std::mem::take(&mut self.found);
        let (count, is_complete) = (found.count(), !self.has_stopped);
        let mut problems = Vec::new();
        for (mut first, more) in found.into_kinds(|(location, _)| *location) {
            // Neighbouring kinds without further problems are in the order of the input, whatever they are.
            let last = first.last().filter(|_| more > 0).map(|(location, diagnostic)| {
                let message = format!("and {more} more like this");
                (*location, RecordDiagnostic { message, ..diagnostic.clone() })
            });
            let more = last.map(|(at, diagnostic)| Diagnostic {
                line: None,
                product: None,
                ..self.diagnostic(at, diagnostic)
            });
            problems.extend(first.drain(..).map(|(location, diagnostic)| self.diagnostic(location, diagnostic)));
            problems.extend(more);
        }
        Rejection { problems, count, is_complete }
    }

    fn diagnostic(&self, location: Location, mut diagnostic: RecordDiagnostic) -> Diagnostic {
        if let Some(spread) = self.spread.get(&location.file).filter(|spread| spread.opened_at == location) {
            diagnostic.message.push_str(&spread.suffix());
        }
        Diagnostic {
            file: self.file(location).to_owned(),
            line: Some(location.line),
            field: (!diagnostic.field.is_empty()).then_some(diagnostic.field),
            product: diagnostic.product.or_else(|| self.products.get(&location).cloned()),
            message: diagnostic.message,
        }
    }
}

impl SpreadRecords {
    /// The additional text where it begins.
    fn suffix(&self) -> String {
        match self.further_lines {
            0 => String::new(),
            lines @ MAXIMUM_FURTHER_LINES.. => {
                format!("; further lines that are not records: {lines}, and the rest of the file was not read")
            }
            lines => format!("; further lines that are not records: {lines}"),
        }
    }
}

pub(crate) fn pointer_step(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_problem_quotes_is_bounded_and_changes_no_terminal() {
        let long = format!("unknown `{}` (expected one of a, b)", "é".repeat(1 << 20));
        let cut = format!("unknown `{} ... {}` (expected one of a, b)", "é".repeat(241), "é".repeat(226));
        for (text, expected) in [
            ("plain", "plain"),
            ("two\nlines \u{1b}[2J\u{202e}", r"two\u{a}lines \u{1b}[2J\u{202e}"),
            (&long, &cut),
            (&"é".repeat(500), &"é".repeat(500)),
        ] {
            assert_eq!(RecordDiagnostic::new("", text).message, expected);
        }
        let named = Diagnostic {
            file: "a\n\u{202e}b".into(),
            line: Some(7),
            field: None,
            product: None,
            message: "wrong".into(),
        };
        assert_eq!(named.to_string(), r"a\u{a}\u{202e}b:7: wrong");
    }
}
