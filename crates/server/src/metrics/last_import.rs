//! The effect of the last import. Imports are separate processes, so servers read it from the store: once for each
//! revision.

use catalog_app::causes;
use catalog_domain::values::CatalogRevision;
use std::sync::{Mutex, PoisonError};
use store_diesel::{LastRun, Store};

/// The events of the last import, as last read.
#[derive(Debug, Default)]
pub(crate) struct LastImport {
    known: Mutex<Option<LastRun>>,
}

impl LastImport {
    /// The last run; `None` before the store could tell. `store` is read when the cached value is not of the revision
    /// `shown`, which is served. Blocks meanwhile.
    pub(super) fn run(&self, store: &Store, shown: CatalogRevision) -> Option<LastRun> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none_or(|run| run.revision != shown) {
            match store.last_run() {
                Ok(run) => *known = Some(run),
                Err(error) => tracing::debug!(cause = causes(&error), "the last import cannot be read"),
            }
        }
        *known
    }
}
