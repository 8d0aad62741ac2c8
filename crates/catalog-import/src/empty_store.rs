//! The store of a dry run where there is none yet: it has no content and takes none.

use catalog_domain::ports::{
    Cause, ImportChanges, ImportSession, ImportSnapshot, ImportStore, ImportWriteError, StoreError, StoredContent,
    StoredResources,
};
use catalog_domain::pricing::Offer;
use catalog_domain::values::{CatalogRevision, SectionId};
use std::collections::HashSet;
use std::sync::Arc;

/// A store without content. Only a dry run can use it: a commit fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct EmptyStore;

impl ImportStore for EmptyStore {
    fn begin(&self) -> Result<Box<dyn ImportSession + '_>, StoreError> {
        Ok(Box::new(Self))
    }
}

impl ImportSession for EmptyStore {
    fn snapshot(&mut self) -> Result<ImportSnapshot, StoreError> {
        Ok(ImportSnapshot::default())
    }

    fn resources(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredResources>>, StoreError> {
        Ok(vec![None; stock_numbers.len()])
    }

    fn contents(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredContent>>, StoreError> {
        Ok(vec![None; stock_numbers.len()])
    }

    fn offers(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<Offer>>, StoreError> {
        Ok(vec![None; stock_numbers.len()])
    }

    fn products_with_filter_values_in(&mut self, _: &HashSet<SectionId>) -> Result<Vec<Box<str>>, StoreError> {
        Ok(Vec::new())
    }

    fn products_in_warehouses(&mut self, _: &HashSet<Arc<str>>) -> Result<Vec<Box<str>>, StoreError> {
        Ok(Vec::new())
    }

    fn commit(&mut self, _: ImportChanges<'_>) -> Result<CatalogRevision, ImportWriteError> {
        Err(StoreError::Unexpected(Cause::from("there is no store to write to")).into())
    }
}
