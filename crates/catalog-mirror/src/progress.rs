//! Progress messages: one line at a time on standard error.

use std::io::Write;

/// Prints one line. Errors are ignored.
pub(crate) fn print_line(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
