//! An import's session: its snapshot and its commit.

use super::commit::commit;
use super::import_lock::{self, ImportLock};
use crate::moving::refuse_if_moved;
use crate::queries::mentions::{in_warehouses, with_filter_values_in};
use crate::queries::snapshot::{import_snapshot, stored_resources};
use crate::queries::stored_contents::stored_contents;
use crate::queries::stored_offers::stored_offers;
use crate::store::Store;
use catalog_domain::ports::{
    ImportChanges, ImportSession, ImportSnapshot, ImportStore, ImportWriteError, StoreError, StoredContent,
    StoredResources,
};
use catalog_domain::pricing::Offer;
use catalog_domain::values::{CatalogRevision, SectionId};
use std::collections::HashSet;
use std::sync::Arc;

impl ImportStore for Store {
    fn begin(&self) -> Result<Box<dyn ImportSession + '_>, StoreError> {
        let mut lock = import_lock::take(self)?;
        lock.read(refuse_if_moved)?;
        Ok(Box::new(Session { lock }))
    }
}

struct Session {
    lock: ImportLock,
}

impl ImportSession for Session {
    fn snapshot(&mut self) -> Result<ImportSnapshot, StoreError> {
        self.lock.snapshot(import_snapshot)
    }

    fn resources(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredResources>>, StoreError> {
        self.lock.read(|connection| stored_resources(connection, stock_numbers))
    }

    fn contents(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredContent>>, StoreError> {
        self.lock.read(|connection| stored_contents(connection, stock_numbers))
    }

    fn offers(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<Offer>>, StoreError> {
        self.lock.read(|connection| stored_offers(connection, stock_numbers))
    }

    fn products_with_filter_values_in(&mut self, sections: &HashSet<SectionId>) -> Result<Vec<Box<str>>, StoreError> {
        self.lock.read(|connection| with_filter_values_in(connection, sections))
    }

    fn products_in_warehouses(&mut self, warehouses: &HashSet<Arc<str>>) -> Result<Vec<Box<str>>, StoreError> {
        self.lock.read(|connection| in_warehouses(connection, warehouses))
    }

    fn commit(&mut self, mut changes: ImportChanges<'_>) -> Result<CatalogRevision, ImportWriteError> {
        self.lock.check_file()?;
        let revision = self.lock.change(|connection| commit(connection, &mut changes))?;
        self.lock.check_file()?;
        Ok(revision)
    }
}
