//! Changes of different products that are written together: PostgreSQL is several times faster with many rows at once.

use super::batch_rows::{NewContent, NewOffer, WholeProduct};
use super::{Products, changes, new_products, resources, whole_products};
use crate::connection::StoreConnection;
use crate::rows::product_write_row::{ContentRow, OfferRow, ProductRow};
use crate::rows::text::storable;
use catalog_domain::ports::{
    ContentTouch, ImportWriteError, OfferRecord, ProductRecord, ProductWrite, ResourceSet, StoreError,
};
use catalog_domain::values::{CatalogRevision, Timestamp};
use std::collections::HashSet;

/// Products of a batch; at 8 columns for the parts of each far below PostgreSQL's limit of 65,535 values in a
/// statement.
const BATCH_PRODUCTS: usize = 500;
/// A batch is also closed when its texts of any length reach this size, in bytes.
const BATCH_TEXT_BYTES: usize = 4 << 20;

/// Changes of different products, by kind.
#[derive(Default)]
pub(super) struct Batch {
    whole: Vec<WholeProduct>,
    contents: Vec<NewContent>,
    offers: Vec<NewOffer>,
    deactivated: Vec<Box<str>>,
    touched: Vec<(Box<str>, ContentTouch)>,
    resources: Vec<(Box<str>, ResourceSet)>,
}

impl Batch {
    /// Writes everything. The order of the kinds does not matter, because no product is in two of them, and resources
    /// come with their own touch.
    pub(super) fn write(
        &mut self,
        connection: &mut StoreConnection,
        revision: CatalogRevision,
    ) -> Result<(), StoreError> {
        let mut stored = new_products::insert(connection, &mut self.whole)?;
        whole_products::replace(connection, &mut stored, revision)?;
        changes::replace_contents(connection, &mut self.contents, revision)?;
        changes::replace_offers(connection, &self.offers, revision)?;
        changes::deactivate(connection, &self.deactivated, revision)?;
        let touched = changes::touch_contents(connection, &self.touched, revision)?;
        resources::replace(connection, &self.resources, &touched)
    }
}

pub(super) struct Collector {
    revision: CatalogRevision,
    batch: Batch,
    stock_numbers: HashSet<Box<str>>,
    text_bytes: usize,
}

impl Collector {
    pub(super) fn new(revision: CatalogRevision) -> Self {
        Self { revision, batch: Batch::default(), stock_numbers: HashSet::new(), text_bytes: 0 }
    }

    /// Passes batches to `take` until the stream ends or `take` returns false.
    pub(super) fn collect(
        &mut self,
        stream: &mut Products<'_>,
        take: &mut dyn FnMut(Batch) -> bool,
    ) -> Result<(), ImportWriteError> {
        for write in stream {
            let write = write.map_err(ImportWriteError::Products)?;
            // A product's changes are applied in order: a batched one may be of the same product.
            let is_closed = self.is_full() || self.stock_numbers.contains(stock_number(&write));
            if is_closed && !take(self.close()) {
                return Ok(());
            }
            self.add(write)?;
        }
        take(self.close());
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.stock_numbers.len() >= BATCH_PRODUCTS || self.text_bytes >= BATCH_TEXT_BYTES
    }

    fn close(&mut self) -> Batch {
        self.stock_numbers.clear();
        self.text_bytes = 0;
        std::mem::take(&mut self.batch)
    }

    fn add(&mut self, write: ProductWrite) -> Result<(), StoreError> {
        self.stock_numbers.insert(stock_number(&write).into());
        match write {
            ProductWrite::Record(record) => return self.add_record(*record),
            ProductWrite::Offer { stock_number, offer } => {
                self.batch.offers.push(NewOffer { stock_number: stock_number.into(), row: OfferRow::new(&offer)? });
            }
            ProductWrite::Deactivate { stock_number } => self.batch.deactivated.push(stock_number),
            ProductWrite::TouchContent { stock_number, touch } => self.batch.touched.push((stock_number, touch)),
            ProductWrite::Resources { stock_number, links, touch } => {
                self.batch.touched.push((stock_number.clone(), touch));
                self.batch.resources.push((stock_number, links));
            }
        }
        Ok(())
    }

    fn add_record(&mut self, mut record: ProductRecord) -> Result<(), StoreError> {
        let stock_number = storable(&record.stock_number, "a stock number")?.to_owned();
        let offer: Option<OfferRecord> = record.offer.take();
        let commercial_updated_at = record.commercial_updated_at.map(Timestamp::unix_microseconds);
        let (row, parts) = ContentRow::split(record)?;
        self.text_bytes += parts.text_bytes();
        match offer {
            Some(offer) => {
                let row = ProductRow::new(stock_number, row, OfferRow::new(&offer)?, self.revision);
                self.batch.whole.push(WholeProduct { row, parts });
            }
            None => self.batch.contents.push(NewContent { stock_number, row, commercial_updated_at, parts }),
        }
        Ok(())
    }
}

fn stock_number(write: &ProductWrite) -> &str {
    match write {
        ProductWrite::Record(record) => &record.stock_number,
        ProductWrite::Offer { stock_number, .. }
        | ProductWrite::Deactivate { stock_number }
        | ProductWrite::TouchContent { stock_number, .. }
        | ProductWrite::Resources { stock_number, .. } => stock_number,
    }
}
