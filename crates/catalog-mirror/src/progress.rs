//! What the command says while it works: one line at a time on standard error.

use std::io::Write;

/// Says one line. Nothing can be done when that fails.
pub(crate) fn print_line(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
