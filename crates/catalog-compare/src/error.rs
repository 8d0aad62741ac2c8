//! Why a comparison ended without a report.

use std::io;
use std::path::Path;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The rules, the folder of an earlier run or the list of sections cannot be used: the file or option, and why.
    #[error("{0}: {1}")]
    Input(String, String),
    /// A system does not accept the login, shows no catalog, does not respond, or returns the same page of a list again
    /// and again: `old` or `new`, and what it did.
    #[error("the {0} system: {1}")]
    System(&'static str, String),
    /// The report, or what was read, cannot be written or read.
    #[error("cannot use {0}: {1}")]
    File(String, io::Error),
    /// The observer wanted the run to stop.
    #[error("stopped; with --resume, the same command continues")]
    Stopped,
}

impl CompareError {
    /// Whether the input of the command is at fault, and not a system or the machine.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::Input(..))
    }

    /// For `map_err` of everything that is done to a file.
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |source| Self::File(path.display().to_string(), source)
    }
}
