//! The products that a run writes, as they were.

use super::InverseWriter;
use crate::error::ImportError;
use crate::export::{offer_record, record_without_times};
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
    /// Adds a line for each of `writes`, and for each product that only gives up one of the `released` source ids.
    pub(crate) fn run(mut self, writes: &[PlannedWrite], released: &[SourceId]) -> Result<(), ImportError> {
        if !self.inverse.is_open() {
            return Ok(());
        }
        let released: HashSet<SourceId> = released.iter().copied().collect();
        let gives_up = |key: &ProductKey| {
            let source_id = self.products.stored(*key).and_then(|stored| stored.source_id);
            source_id.is_some_and(|id| released.contains(&id))
        };
        let (mut records, mut offers) = (HashSet::new(), Vec::new());
        for write in writes {
            match *write {
                PlannedWrite::Record { key, .. } | PlannedWrite::Deactivate(key) => drop(records.insert(key)),
                PlannedWrite::Offer { key, .. } if !gives_up(&key) => offers.push(key),
                // What the product refers to is undone, and moves the time again.
                PlannedWrite::Offer { .. } | PlannedWrite::TouchContent(..) => {}
            }
        }
        if !released.is_empty() {
            records.extend(self.products.stored_keys().map(|(key, _)| key).filter(gives_up));
        }
        let mut records: Vec<ProductKey> = records.into_iter().collect();
        records.sort_unstable();
        records.chunks(BATCH).try_for_each(|batch| self.records(batch))?;
        offers.chunks(BATCH).try_for_each(|batch| self.offers(batch))
    }

    fn records(&mut self, batch: &[ProductKey]) -> Result<(), ImportError> {
        self.check_stop()?;
        let (known, new): (Vec<ProductKey>, Vec<ProductKey>) =
            batch.iter().partition(|key| self.products.stored(**key).is_some());
        let numbers = self.stock_numbers(&known);
        // A new product is switched off, and so is one that had lost its source id to another.
        let stored = if known.is_empty() { Vec::new() } else { self.session.records(&numbers)? };
        let of_known = numbers.iter().zip(&stored).try_for_each(|(number, record)| match record {
            Some(record) => record_without_times(record).and_then(|document| self.inverse.line(&document)),
            None => self.inverse.deleted_product(number),
        });
        let mut new = new.into_iter().map(|key| self.products.stock_number(key));
        of_known
            .and_then(|()| new.try_for_each(|number| self.inverse.deleted_product(number)))
            .map_err(ImportError::Spool)
    }

    fn offers(&mut self, batch: &[ProductKey]) -> Result<(), ImportError> {
        self.check_stop()?;
        let numbers = self.stock_numbers(batch);
        let offers = self.session.offers(&numbers)?;
        // The session has the import lock: a product of the snapshot is still there.
        let mut lines = numbers.iter().zip(&offers).filter_map(|(number, offer)| Some((number, offer.as_ref()?)));
        let written = lines.try_for_each(|(number, offer)| self.inverse.line(&offer_record(number, offer)));
        written.map_err(ImportError::Spool)
    }

    fn check_stop(&self) -> Result<(), ImportError> {
        if self.observer.wants_stop() { Err(ImportError::Stopped) } else { Ok(()) }
    }

    fn stock_numbers(&self, keys: &[ProductKey]) -> Vec<Box<str>> {
        keys.iter().map(|key| self.products.stock_number(*key).into()).collect()
    }
}
