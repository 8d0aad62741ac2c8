//! Why a store was not moved.

use crate::open_error::OpenError;
use catalog_domain::ports::StoreError;
use std::path::{Path, PathBuf};

/// Why a store was not moved. The target is then as it was.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The target cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The target cannot be written.
    #[error("the copy cannot be written")]
    Write(#[source] StoreError),
    /// The target holds something.
    #[error("{url} is not empty ({what}); a store is copied into an empty one only")]
    NotEmpty {
        /// The address without its password.
        url: String,
        /// What it has.
        what: String,
    },
    /// Imports over HTTP have not begun yet.
    #[error(
        "{receiving} imports over HTTP are being received, {waiting} wait; let them end, or cancel them with \
         --cancel-imports"
    )]
    OpenImports {
        /// How many are being received.
        receiving: usize,
        /// How many wait.
        waiting: usize,
    },
    /// The store that would be replaced was moved elsewhere.
    #[error(
        "{url} was moved to {target} by `catalog copy --final`: restored, it would be a second truth beside that; if that \
         is meant, add --although-moved"
    )]
    Moved {
        /// The address without its password.
        url: String,
        /// Where it was moved to.
        target: String,
    },
    /// The store that would be replaced is used.
    #[error("{} is open in a server or another command; stop it first", file.display())]
    InUse {
        /// The database.
        file: PathBuf,
    },
    /// The observer wanted to stop.
    #[error("stopped; nothing was written")]
    Stopped,
    /// What was written differs from what was read.
    #[error("the copy of the table {table} differs from the original; nothing was stored")]
    Differs {
        /// The table.
        table: &'static str,
    },
    /// The database found damage in a file.
    #[error("{} is damaged: {problem}", file.display())]
    Damaged {
        /// The database.
        file: PathBuf,
        /// What SQLite says.
        problem: String,
    },
    /// A folder that should hold a backup has none.
    #[error("{} has no whole backup: no folder catalog-... with a catalog.db and a catalog.db.accounts", folder.display())]
    NoBackup {
        /// The folder.
        folder: PathBuf,
    },
    /// The source changed after it had been read.
    #[error("the store changed while it was copied ({what}); stop its servers and begin again")]
    SourceChanged {
        /// What changed.
        what: &'static str,
    },
    /// Only SQLite has files.
    #[error("{url} is not a SQLite store")]
    NotAFile {
        /// The address without its password.
        url: String,
    },
    /// A file could not be read or written.
    #[error("cannot {action} {}: {cause}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// A thread ended unexpectedly.
    #[error("writing ended unexpectedly")]
    Panicked,
}

impl MoveError {
    pub(super) fn file(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::File { action, path, cause }
    }
}
