//! Why a run failed. The store is then as it was before.

use crate::diagnostic::Rejection;
use crate::observer::ImportObserver;
use catalog_domain::ports::{ImportWriteError, StoreError};
use catalog_domain::values::{CatalogRevision, StorefrontHost};
use std::io;

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The input is wrong.
    #[error("{0}")]
    Rejected(Rejection),
    /// Suspiciously many products would stop being public.
    #[error(
        "the run would make {removed} of {public} public products non-public; if that is meant, say so with \
         --allow-removals {removed}"
    )]
    TooManyRemovals {
        /// Products that would stop being public.
        removed: u64,
        /// Products that are public now.
        public: u64,
    },
    /// Suspiciously many products would get another stock number.
    #[error(
        "the run would give {renamed} products another stock number, with {public} public products now; at most {maximum} \
         are allowed; if that is meant, say so with --max-renames {renamed}"
    )]
    TooManyRenames {
        /// Products that would get another stock number.
        renamed: u64,
        /// Products that are public now.
        public: u64,
        /// How many are allowed.
        maximum: u64,
    },
    /// The run has no inverse.
    #[error("run {run} cannot be undone: {reason}")]
    NotUndoable {
        /// The run.
        run: CatalogRevision,
        /// Why.
        reason: &'static str,
    },
    /// Another run came between.
    #[error("the catalog has revision {present}, not {expected}: another import came between; nothing was written")]
    RevisionMoved {
        /// The revision that was expected.
        expected: CatalogRevision,
        /// The one that the store has.
        present: CatalogRevision,
    },
    /// The store was filled for another storefront.
    #[error(
        "the store belongs to the storefront host {}, not {}; to change it, run the import once with --change-storefront",
        stored.as_str(), requested.as_str()
    )]
    StorefrontMismatch {
        /// The stored host.
        stored: StorefrontHost,
        /// The requested host.
        requested: StorefrontHost,
    },
    /// The store would keep a storefront host that no section has.
    #[error(
        "no section has the storefront host {}: the sections' hosts are {hosts}; if that is meant, say so with --allow-empty",
        storefront.as_str()
    )]
    NoSectionOnHost {
        /// The requested host.
        storefront: StorefrontHost,
        /// The hosts that sections have.
        hosts: String,
    },
    /// The observer stopped the run.
    #[error("stopped; nothing was written")]
    Stopped,
    /// A file could not be read to its end.
    #[error("{file}: reading failed after line {line}: {source}")]
    Read {
        /// The file.
        file: String,
        /// The last line that was read completely; 0 before the first.
        line: u64,
        /// What happened.
        source: io::Error,
    },
    /// The temporary file that holds the changed records failed.
    #[error("the temporary file for changed records failed: {0}")]
    Spool(#[source] io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The change set could not be written.
    #[error(transparent)]
    Write(#[from] ImportWriteError),
}

impl ImportError {
    /// Why a commit failed: because the observer stopped it, or for the reason in `error`.
    pub(crate) fn of_write(error: ImportWriteError, observer: &dyn ImportObserver) -> Self {
        match error {
            ImportWriteError::Products(_) if observer.wants_stop() => Self::Stopped,
            error => Self::Write(error),
        }
    }

    /// Whether the input was rejected, as opposed to any other failure.
    pub fn is_rejection(&self) -> bool {
        matches!(
            self,
            Self::Rejected(_) | Self::TooManyRemovals { .. } | Self::TooManyRenames { .. } | Self::NotUndoable { .. }
        )
    }
}
