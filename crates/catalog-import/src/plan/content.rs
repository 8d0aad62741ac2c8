//! The second pass: the visible changes of changed records, which need the stored content, the schemas of all types and
//! the section trees; and what undoes them, which is that content.

use crate::error::ImportError;
use crate::gather::{LevelTable, ProductKey, ProductTable, RecordChange};
use crate::inverse::InverseWriter;
use crate::observer::{ImportObserver, ImportPhase};
use crate::price_changes::PriceChanges;
use crate::record::{OfferInput, ProductInput, read_product_again};
use crate::spool::{SpoolReader, SpoolSlot};
use catalog_domain::change::{RecordContent, TreeChange, compare_content, option_prices_differ};
use catalog_domain::ports::{ImportSession, StoredContent, StoredProduct};
use catalog_domain::values::{FieldId, Timestamp};
use std::collections::HashSet;

const BATCH_RECORDS: usize = 500;
/// A batch is also closed when its records reach this size, in bytes.
const BATCH_BYTES: usize = 8 << 20;

/// Compares every record that differs from a stored one with the stored content.
pub(crate) struct ContentComparison<'a> {
    pub(crate) products: &'a mut ProductTable,
    pub(crate) spool: &'a mut SpoolReader,
    pub(crate) session: &'a mut dyn ImportSession,
    pub(crate) trees: TreeChange<'a>,
    pub(crate) levels: &'a LevelTable,
    pub(crate) inverse: &'a mut InverseWriter,
    pub(crate) price_changes: &'a mut PriceChanges,
    pub(crate) public_fields: &'a HashSet<FieldId>,
    pub(crate) at: Timestamp,
    pub(crate) observer: &'a dyn ImportObserver,
}

impl ContentComparison<'_> {
    /// Records the changes of every changed record.
    pub(crate) fn run(mut self) -> Result<(), ImportError> {
        let changed = self.products.keys().filter_map(|key| Some((changed_slot(self.products, key)?, key)));
        let mut slots: Vec<(SpoolSlot, ProductKey)> = changed.collect();
        slots.sort_unstable();
        self.observer.begins(ImportPhase::Comparing.name(), Some(slots.len() as u64));
        let (mut batch, mut batch_bytes) = (Vec::new(), 0);
        for (slot, key) in slots {
            if self.observer.wants_stop() {
                return Err(ImportError::Stopped);
            }
            self.observer.did(1);
            let line = self.spool.read(slot).map_err(ImportError::Spool)?;
            batch_bytes += line.len();
            batch.push((key, read_product_again(line, self.at).map_err(ImportError::Spool)?));
            if batch.len() >= BATCH_RECORDS || batch_bytes >= BATCH_BYTES {
                self.compare(&batch)?;
                batch.clear();
                batch_bytes = 0;
            }
        }
        self.compare(&batch)
    }

    fn compare(&mut self, batch: &[(ProductKey, ProductInput)]) -> Result<(), ImportError> {
        let stock_numbers: Vec<Box<str>> = batch.iter().map(|(_, product)| product.stock_number.clone()).collect();
        let contents = self.session.contents(&stock_numbers)?;
        for ((key, product), content) in batch.iter().zip(contents) {
            // The session has the import lock: a product of the snapshot is still there.
            let known = self.products.entry_of(*key).zip(self.products.stored(*key)).zip(content);
            let Some(((entry, stored), content)) = known else { continue };
            let new_offer = product.offer.as_ref().filter(|_| entry.parsed.has_other_offer(stored));
            if let Some(OfferInput { offer, .. }) = new_offer {
                self.price_changes.note(entry.location, &product.stock_number, &content.offer, offer);
            }
            let is_public = |field| self.public_fields.contains(&field);
            let before = stored_content(stored, &content);
            let prices = [&content.parts, &product.parts].map(|parts| parts.configurator.as_ref());
            let change = RecordChange {
                content: compare_content(&before, &product.content(), self.trees, is_public),
                option_prices: option_prices_differ(prices[0], prices[1], |level| self.levels.position(level)),
            };
            self.inverse.product(stored, content).map_err(ImportError::Spool)?;
            self.products.set_change(*key, change);
        }
        Ok(())
    }
}

/// The slot of the record, if it differs from the stored one. A new product has nothing to compare with.
fn changed_slot(products: &ProductTable, key: ProductKey) -> Option<SpoolSlot> {
    if products.is_compared(key) { products.entry_of(key)?.slot } else { None }
}

fn stored_content<'a>(stored: &'a StoredProduct, content: &'a StoredContent) -> RecordContent<'a> {
    RecordContent {
        name: &content.name,
        full_name: &content.full_name,
        url: content.url.as_ref(),
        vendor_id: stored.vendor.as_ref().map(|vendor| &*vendor.id),
        sections: &stored.sections,
        primary_section: content.primary_section,
        preview: content.preview.as_deref(),
        filter_values: &content.filter_values,
        parts: &content.parts,
    }
}
