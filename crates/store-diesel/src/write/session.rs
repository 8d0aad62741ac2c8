//! An import's session: its snapshot and its commit.

use super::commit::commit;
use super::import_place::{self, ImportPlace};
use crate::queries::snapshot::{import_snapshot, stored_resources};
use crate::store::Store;
use catalog_domain::identifiers::CatalogRevision;
use catalog_domain::ports::{
    ImportChanges, ImportSession, ImportSnapshot, ImportStore, ImportWriteError, StoreError, StoredResources,
};

impl ImportStore for Store {
    fn begin(&self) -> Result<Box<dyn ImportSession + '_>, StoreError> {
        Ok(Box::new(Session { place: import_place::take(self.factory(), self.import_wait())? }))
    }
}

struct Session {
    place: ImportPlace,
}

impl ImportSession for Session {
    fn snapshot(&mut self) -> Result<ImportSnapshot, StoreError> {
        import_snapshot(&mut self.place.connection)
    }

    fn resources(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredResources>>, StoreError> {
        stored_resources(&mut self.place.connection, stock_numbers)
    }

    fn commit(&mut self, mut changes: ImportChanges<'_>) -> Result<CatalogRevision, ImportWriteError> {
        commit(&mut self.place.connection, &mut changes)
    }
}
