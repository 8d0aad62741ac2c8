//! What every run begins with: the import lock, and the state of the store that it is planned against.

use crate::error::ImportError;
use crate::guards::check_revision;
use catalog_domain::ports::{ImportSession, ImportSnapshot, ImportStore};
use catalog_domain::values::CatalogRevision;
use std::time::Instant;

/// A run that has the lock.
pub(crate) struct BegunRun<'a> {
    pub(crate) started: Instant,
    pub(crate) session: Box<dyn ImportSession + 'a>,
    pub(crate) snapshot: ImportSnapshot,
}

impl<'a> BegunRun<'a> {
    /// Waits for the lock.
    ///
    /// # Errors
    /// [`ImportError::RevisionMoved`] where another revision is expected.
    pub(crate) fn begin(
        store: &'a dyn ImportStore,
        expected_revision: Option<CatalogRevision>,
    ) -> Result<Self, ImportError> {
        let started = Instant::now();
        let mut session = store.begin()?;
        let snapshot = session.snapshot()?;
        check_revision(snapshot.revision, expected_revision)?;
        Ok(Self { started, session, snapshot })
    }
}
