//! The recorded imports.

use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::ports::{ImportHistory, RecordedImport};
use catalog_domain::values::CatalogRevision;
use std::fmt;
use std::sync::Arc;

/// The history of imports.
pub struct Imports(Arc<dyn ImportHistory>);

impl Imports {
    /// Those that `history` has.
    #[must_use]
    pub fn new(history: Arc<dyn ImportHistory>) -> Self {
        Self(history)
    }

    /// The last `count` imports that changed something, newest first.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn latest(&self, count: u32) -> Result<Vec<RecordedImport>, ServiceFailure> {
        let history = Arc::clone(&self.0);
        try_call_store(move || history.latest_imports(count)).await
    }

    /// The import that made a revision.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn find(&self, revision: CatalogRevision) -> Result<Option<RecordedImport>, ServiceFailure> {
        let history = Arc::clone(&self.0);
        try_call_store(move || history.find_import(revision)).await
    }
}

impl fmt::Debug for Imports {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Imports")
    }
}
