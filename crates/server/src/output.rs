//! What the commands say: results on standard output, complaints on standard error. A reader that has gone away (a
//! closed pipe) is never an error, and never a panic.

use std::io::{self, Write};

/// Prints one result line.
///
/// # Errors
/// When standard output cannot be written, a closed pipe excepted.
pub(crate) fn print_line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    pipe_may_close(writeln!(stdout, "{text}").and_then(|()| stdout.flush()))
}

/// Prints one complaint as one line, whatever line breaks are in it. Nothing can be done when that fails.
pub(crate) fn print_error(text: &str) {
    let line = text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Treats a closed pipe as success: whoever reads has seen enough.
pub(crate) fn pipe_may_close(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// An error and everything that caused it, in one line.
pub(crate) fn causes(error: &dyn std::error::Error) -> String {
    let mut line = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        // Some errors quote their cause, and transparent ones say the same.
        if !line.contains(&text) {
            line.push_str(": ");
            line.push_str(&text);
        }
        source = cause.source();
    }
    line
}
