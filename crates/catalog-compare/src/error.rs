//! Why a comparison ended without a report.

use std::io;
use std::path::Path;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The rules, the journal, the log or the list of sections cannot be used.
    #[error("{what}: {reason}")]
    Input {
        /// The file or the option.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A system does not accept the login, or shows no catalog.
    #[error("the {system} system: {reason}")]
    Refused {
        /// `old` or `new`.
        system: &'static str,
        /// What it responded.
        reason: String,
    },
    /// A system does not respond.
    #[error("the {system} system does not respond: {reason}")]
    Unreachable {
        /// `old` or `new`.
        system: &'static str,
        /// The last failure.
        reason: String,
    },
    /// The report or the journal cannot be written or read.
    #[error("cannot use {path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// A system returns the same page of a list again and again.
    #[error("the list of {list} does not advance: a page begins with the same element as the one before")]
    Standing {
        /// What is listed.
        list: String,
    },
    /// The observer wanted the run to stop.
    #[error("stopped; with --resume FILE, the same command continues")]
    Stopped,
}

impl CompareError {
    /// Whether the input of the command is at fault, and not a system or the machine.
    #[must_use]
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::Input { .. })
    }

    pub(crate) fn input(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Input { what: what.into(), reason: reason.into() }
    }

    pub(crate) fn standing(list: impl Into<String>) -> Self {
        Self::Standing { list: list.into() }
    }

    /// For `map_err` of everything that is done to a file.
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |source| Self::File { path: path.display().to_string(), source }
    }
}
