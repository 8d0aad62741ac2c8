//! The products that a run writes and that were not compared with the store: new ones, and those that it switches off
//! or on without another content.

use super::InverseWriter;
use crate::error::ImportError;
use crate::gather::{ProductKey, ProductTable};
use crate::observer::ImportObserver;
use crate::plan::PlannedWrite;
use catalog_domain::ports::ImportSession;
use catalog_domain::values::SourceId;
use std::collections::HashSet;

/// Products that are read at once.
const BATCH: usize = 500;

pub(crate) struct ProductInverses<'a> {
    pub(crate) products: &'a ProductTable,
    pub(crate) session: &'a mut dyn ImportSession,
    pub(crate) inverse: &'a mut InverseWriter,
    pub(crate) observer: &'a dyn ImportObserver,
}

impl ProductInverses<'_> {
    /// Adds a line for each of `writes` that has none, and for each product that only gives up one of the `released`
    /// source ids.
    pub(crate) fn run(mut self, writes: &[PlannedWrite], released: &[SourceId]) -> Result<(), ImportError> {
        if !self.inverse.is_open() {
            return Ok(());
        }
        let mut known = HashSet::new();
        for write in writes {
            match *write {
                PlannedWrite::Deactivate(key) => drop(known.insert(key)),
                PlannedWrite::Record { key, .. } if self.products.stored(key).is_none() => {
                    self.inverse.deleted_product(self.products.stock_number(key)).map_err(ImportError::Spool)?;
                }
                PlannedWrite::Record { key, .. } if self.is_switched(key) => drop(known.insert(key)),
                // They have a line, or what they refer to is undone.
                PlannedWrite::Record { .. } | PlannedWrite::Offer { .. } | PlannedWrite::TouchContent(..) => {}
            }
        }
        if !released.is_empty() {
            let released: HashSet<SourceId> = released.iter().copied().collect();
            let givers = self
                .products
                .stored_keys()
                .filter(|(_, stored)| stored.source_id.is_some_and(|id| released.contains(&id)));
            let givers = givers.map(|(key, _)| key).filter(|key| !self.is_compared(*key));
            known.extend(givers);
        }
        let mut known: Vec<ProductKey> = known.into_iter().collect();
        known.sort_unstable();
        known.chunks(BATCH).try_for_each(|batch| self.add(batch))
    }

    /// Whether the second pass has compared its content, and has undone it.
    fn is_compared(&self, key: ProductKey) -> bool {
        self.products.is_compared(key)
    }

    /// Whether its record differs in what no fingerprint covers.
    fn is_switched(&self, key: ProductKey) -> bool {
        let entry = self.products.entry_of(key).zip(self.products.stored(key));
        !self.is_compared(key) && entry.is_some_and(|(entry, stored)| entry.parsed.record_differs(stored))
    }

    fn add(&mut self, batch: &[ProductKey]) -> Result<(), ImportError> {
        if self.observer.wants_stop() {
            return Err(ImportError::Stopped);
        }
        let numbers: Vec<Box<str>> = batch.iter().map(|key| self.products.stock_number(*key).into()).collect();
        for (key, content) in batch.iter().zip(self.session.contents(&numbers)?) {
            // The session has the import lock: a product of the snapshot is still there.
            let (Some(stored), Some(content)) = (self.products.stored(*key), content) else { continue };
            self.inverse.product(stored, content).map_err(ImportError::Spool)?;
        }
        Ok(())
    }
}
