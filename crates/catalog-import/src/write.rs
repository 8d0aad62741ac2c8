//! The third pass: turns planned writes into the stream for the store.

use crate::fingerprints::offer_fingerprint;
use crate::gather::{ParsedRecord, ProductKey, ProductTable};
use crate::observer::ImportObserver;
use crate::plan::{PlannedWrite, Times};
use crate::record::{NOT_THE_SAME, OfferInput, ProductInput, Record, read_product_again, read_record};
use crate::spool::{SpoolReader, SpoolSlot};
use catalog_domain::ports::{Cause, ImportWriteError, OfferRecord, ProductRecord, ProductWrite, StoreError};
use catalog_domain::pricing::Offer;
use catalog_domain::values::{CatalogRevision, Fingerprint, Timestamp};
use catalog_records::RecordKind;

/// The products of a change set, one in memory at a time.
pub(crate) struct ProductWrites<'a> {
    pub(crate) planned: std::slice::Iter<'a, PlannedWrite>,
    pub(crate) products: &'a ProductTable,
    pub(crate) spool: &'a mut SpoolReader,
    pub(crate) at: Timestamp,
    pub(crate) observer: &'a dyn ImportObserver,
}

/// How often a commit is tried that loses against other transactions.
const COMMIT_ATTEMPTS: u32 = 5;

/// Repeats `commit` while the store says that another change came first: nothing was written then.
pub(crate) fn while_others_come_first(
    mut commit: impl FnMut() -> Result<CatalogRevision, ImportWriteError>,
) -> Result<CatalogRevision, ImportWriteError> {
    for _ in 1..COMMIT_ATTEMPTS {
        match commit() {
            Err(ImportWriteError::Store(StoreError::Conflict(_))) => {}
            result => return result,
        }
    }
    commit()
}

impl Iterator for ProductWrites<'_> {
    type Item = Result<ProductWrite, Cause>;

    fn next(&mut self) -> Option<Self::Item> {
        let planned = *self.planned.next()?;
        if self.observer.wants_stop() {
            return Some(Err("the run was stopped".into()));
        }
        self.observer.did(1);
        Some(self.write(planned))
    }
}

impl ProductWrites<'_> {
    fn write(&mut self, planned: PlannedWrite) -> Result<ProductWrite, Cause> {
        Ok(match planned {
            PlannedWrite::Deactivate(key) => ProductWrite::Deactivate { stock_number: self.stock_number(key) },
            PlannedWrite::TouchContent(key, touch) => {
                ProductWrite::TouchContent { stock_number: self.stock_number(key), touch }
            }
            PlannedWrite::Offer { key, slot, times } => {
                let fingerprint = self.offer_fingerprint(key).ok_or_else(unreadable)?;
                let offer = self.read_offer(key, slot)?.offer;
                let offer = OfferRecord { offer, fingerprint, commercial_updated_at: times.commercial };
                ProductWrite::Offer { stock_number: self.stock_number(key), offer }
            }
            PlannedWrite::Record { key, slot, times } => {
                let product = read_product_again(self.spool.read(slot)?, self.at)?;
                ProductWrite::Record(Box::new(self.product_record(key, product, times)?))
            }
        })
    }

    fn stock_number(&self, key: ProductKey) -> Box<str> {
        self.products.stock_number(key).into()
    }

    /// What the first pass found of the offer in the input.
    fn offer_fingerprint(&self, key: ProductKey) -> Option<Fingerprint> {
        match &self.products.entry_of(key)?.parsed {
            ParsedRecord::Product(parsed) => parsed.offer.as_ref().map(|offer| offer.fingerprint),
            ParsedRecord::Offer(parsed) => Some(parsed.fingerprint),
            ParsedRecord::Deleted => None,
        }
    }

    fn read_offer(&mut self, key: ProductKey, slot: SpoolSlot) -> Result<OfferInput, Cause> {
        let stands_alone =
            self.products.entry_of(key).is_some_and(|entry| matches!(entry.parsed, ParsedRecord::Offer(_)));
        let line = self.spool.read(slot)?;
        if !stands_alone {
            return read_product_again(line, self.at)?.offer.ok_or_else(unreadable);
        }
        match read_record(RecordKind::Offer, line, self.at) {
            Ok(Record::Offer(record)) => Ok(record.input),
            _ => Err(unreadable()),
        }
    }

    fn product_record(&self, key: ProductKey, product: ProductInput, times: Times) -> Result<ProductRecord, Cause> {
        let stored = self.products.stored(key);
        let Some(ParsedRecord::Product(parsed)) = self.products.entry_of(key).map(|entry| &entry.parsed) else {
            return Err(unreadable());
        };
        // A stored offer is left alone unless the record has another one; a new product always has one.
        let offer_record =
            |(offer, fingerprint)| OfferRecord { offer, fingerprint, commercial_updated_at: times.commercial };
        let given = product.offer.map(|given| given.offer).zip(self.offer_fingerprint(key));
        let offer = match stored {
            Some(stored) => given.filter(|(_, fingerprint)| *fingerprint != stored.fingerprints.offer),
            None => given.or_else(|| Some((Offer::default(), offer_fingerprint(&Offer::default(), 0)))),
        };
        let is_commercially_new = stored.is_none_or(|stored| stored.commercial_updated_at != times.commercial);
        Ok(ProductRecord {
            stock_number: product.stock_number,
            source_id: product.source_id,
            is_active: product.is_active,
            name: product.name,
            full_name: product.full_name,
            url: product.url,
            type_id: product.type_id,
            vendor: product.vendor,
            sections: product.sections,
            primary_section: product.primary_section,
            preview: product.preview,
            filter_values: product.filter_values,
            parts: product.parts,
            fingerprint: parsed.record,
            content_updated_at: times.content,
            commercial_updated_at: is_commercially_new.then_some(times.commercial),
            time_sources: times.sources,
            offer: offer.map(offer_record),
        })
    }
}

fn unreadable() -> Cause {
    NOT_THE_SAME.into()
}
