//! Output of the commands: results on standard output, errors on standard error. A closed pipe is never an error, and
//! never a panic.

use clap::ValueEnum;
use safe_output::Printable;
use std::borrow::Cow;
use std::io::{self, Write};

/// Characters of a cell that are shown.
const LONGEST_CELL: usize = 1_000;
/// Characters of a line for people that are shown: a problem of an import has 1,000 and the name of a file.
const LONGEST_LINE: usize = 10_000;

/// The output format of a command that answers a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Sentences, human-readable
    Text,
    /// One JSON object, machine-readable
    Json,
}

/// The output format of a command that lists something.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ListFormat {
    /// Columns, human-readable
    Table,
    /// One JSON array, machine-readable
    Json,
}

/// Prints one result line.
///
/// # Errors
/// When standard output cannot be written, a closed pipe excepted.
pub fn print_line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    pipe_may_close(writeln!(stdout, "{text}").and_then(|()| stdout.flush()))
}

/// Prints rows as columns, as wide as their widest cell and never narrower than `widths`, which keep the result.
///
/// # Errors
/// Those of [`print_line`].
pub(crate) fn print_table<const COLUMNS: usize>(
    widths: &mut [usize; COLUMNS],
    rows: &[[String; COLUMNS]],
) -> io::Result<()> {
    for (column, width) in widths.iter_mut().enumerate() {
        let widest = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
        *width = widest.max(*width);
    }
    for row in rows {
        let cells = row.iter().zip(&*widths).map(|(cell, width)| format!("{cell:width$}"));
        print_line(cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// Text of unknown origin as a cell of a table.
pub(crate) fn printable(text: &str) -> String {
    Printable::line(text, LONGEST_CELL).to_string()
}

/// A word for a shell: quoted if it has to be.
pub(crate) fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    if word.chars().all(is_plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")).into() }
}

/// Prints one error as one line, whatever line breaks are in it. Errors are ignored.
pub fn print_error(text: &str) {
    let line = text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let _ = writeln!(io::stderr().lock(), "{}", Printable::line(&line, LONGEST_LINE));
}

/// Prints lines for people on standard error, without control sequences. Errors are ignored.
pub(crate) fn print_summary(text: &str) {
    let mut stderr = io::stderr().lock();
    text.lines().for_each(|line| drop(writeln!(stderr, "{}", Printable::line(line, LONGEST_LINE))));
}

/// Treats a closed pipe as success: the reader has seen enough.
pub(crate) fn pipe_may_close(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
