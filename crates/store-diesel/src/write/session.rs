//! An import's session: its snapshot and its commit.

use super::commit::commit;
use super::import_lock::{self, ImportLock};
use crate::moving::refuse_if_moved;
use crate::queries::mentions::{in_warehouses, with_filter_values_in};
use crate::queries::snapshot::{import_snapshot, stored_resources};
use crate::queries::stored_contents::stored_contents;
use crate::queries::stored_prices::stored_prices;
use crate::store::Store;
use catalog_domain::ports::{
    ImportChanges, ImportSession, ImportSnapshot, ImportStore, ImportWriteError, StoreError, StoredContent,
    StoredPrices, StoredResources,
};
use catalog_domain::values::{CatalogRevision, SectionId};
use std::collections::HashSet;
use std::sync::Arc;

impl ImportStore for Store {
    fn begin(&self) -> Result<Box<dyn ImportSession + '_>, StoreError> {
        let mut lock = import_lock::take(&self.factory(), self.import_wait())?;
        refuse_if_moved(&mut lock.connection)?;
        Ok(Box::new(Session { lock }))
    }
}

struct Session {
    lock: ImportLock,
}

impl ImportSession for Session {
    fn snapshot(&mut self) -> Result<ImportSnapshot, StoreError> {
        import_snapshot(&mut self.lock.connection)
    }

    fn resources(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredResources>>, StoreError> {
        stored_resources(&mut self.lock.connection, stock_numbers)
    }

    fn contents(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredContent>>, StoreError> {
        stored_contents(&mut self.lock.connection, stock_numbers)
    }

    fn prices(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredPrices>>, StoreError> {
        stored_prices(&mut self.lock.connection, stock_numbers)
    }

    fn products_with_filter_values_in(&mut self, sections: &HashSet<SectionId>) -> Result<Vec<Box<str>>, StoreError> {
        with_filter_values_in(&mut self.lock.connection, sections)
    }

    fn products_in_warehouses(&mut self, warehouses: &HashSet<Arc<str>>) -> Result<Vec<Box<str>>, StoreError> {
        in_warehouses(&mut self.lock.connection, warehouses)
    }

    fn commit(&mut self, mut changes: ImportChanges<'_>) -> Result<CatalogRevision, ImportWriteError> {
        self.lock.check_file()?;
        let revision = commit(&mut self.lock.connection, &mut changes)?;
        self.lock.check_file()?;
        Ok(revision)
    }
}
