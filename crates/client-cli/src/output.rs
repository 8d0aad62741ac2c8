//! Output of the commands: results on standard output, all else on standard error. A closed pipe is no error.

use safe_output::Printable;
use std::io::{self, Write};

/// Characters of a line for people that are shown: a problem of an import has 1,000 and the name of a file.
const LONGEST_LINE: usize = 10_000;

/// Prints one result line.
///
/// # Errors
/// When standard output cannot be written, a closed pipe excepted.
pub(crate) fn print_line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Prints result lines for people, without control sequences.
///
/// # Errors
/// Those of [`print_line`].
pub(crate) fn print_lines(text: &str) -> io::Result<()> {
    text.lines().try_for_each(|line| print_line(&Printable::line(line, LONGEST_LINE).to_string()))
}

/// Prints one error as one line, whatever line breaks are in it.
pub(crate) fn print_error(text: &str) {
    let line = text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    print_summary(&line);
}

/// Prints lines for people on standard error, without control sequences.
pub(crate) fn print_summary(text: &str) {
    let mut stderr = io::stderr().lock();
    text.lines().for_each(|line| drop(writeln!(stderr, "{}", Printable::line(line, LONGEST_LINE))));
}
