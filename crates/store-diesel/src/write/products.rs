//! Writes products as they stream by. Whole records are collected into small batches, for PostgreSQL is several times
//! faster with many rows at once: new products go to it by COPY, the others in one statement; every other change writes its
//! row at once.

mod new_products;
mod resources;
mod upsert;

use crate::connection::StoreConnection;
use crate::failure::{store_error, unexpected};
use crate::rows::product_write_row::{ContentRow, OfferRow};
use crate::rows::text::storable;
use crate::schema::products;
use catalog_domain::identifiers::CatalogRevision;
use catalog_domain::ports::{Cause, ImportWriteError, OfferRecord, ProductRecord, ProductWrite, StoreError};
use catalog_domain::timestamp::Timestamp;
use diesel::prelude::*;
use new_products::write_new;
use std::collections::HashSet;
use upsert::{write_parts, write_whole};

/// Whole records written together; at 28 columns far below PostgreSQL's limit of 65,535 values in a statement.
const BATCH_RECORDS: usize = 1_000;
/// A batch is also closed when its descriptions reach this size, in bytes.
const BATCH_TEXT_BYTES: usize = 4 << 20;

/// Writes `stream` in its order.
pub(super) fn write(
    connection: &mut StoreConnection,
    stream: &mut dyn Iterator<Item = Result<ProductWrite, Cause>>,
    revision: CatalogRevision,
) -> Result<(), ImportWriteError> {
    let mut writer = ProductWriter { connection, revision, batch: Batch::default() };
    for write in stream {
        writer.write(write.map_err(ImportWriteError::Products)?)?;
    }
    Ok(writer.flush()?)
}

/// A product with everything that an import says of it.
type WholeRecord = (Box<ProductRecord>, OfferRecord);

/// Whole records that wait to be written.
#[derive(Default)]
struct Batch {
    records: Vec<WholeRecord>,
    stock_numbers: HashSet<Box<str>>,
    text_bytes: usize,
}

struct ProductWriter<'a> {
    connection: &'a mut StoreConnection,
    revision: CatalogRevision,
    batch: Batch,
}

impl ProductWriter<'_> {
    fn write(&mut self, write: ProductWrite) -> Result<(), StoreError> {
        if let ProductWrite::Record(mut record) = write {
            return match record.offer.take() {
                Some(offer) => self.collect(record, offer),
                None => self.replace_content(&record),
            };
        }
        // Writes of one product are done in order: what waits may be of the same one.
        self.flush()?;
        match write {
            ProductWrite::Record(_) => Ok(()),
            ProductWrite::Offer { stock_number, offer } => self.replace_offer(&stock_number, &offer),
            ProductWrite::Deactivate { stock_number } => self.deactivate(&stock_number),
            ProductWrite::TouchContent { stock_number, content_updated_at } => {
                self.touch_content(&stock_number, content_updated_at)
            }
            ProductWrite::Resources { stock_number, links, content_updated_at } => {
                self.touch_content(&stock_number, content_updated_at)?;
                resources::write(self.connection, &stock_number, &links)
            }
        }
    }

    /// Lets a whole record wait for others, unless its product waits already.
    fn collect(&mut self, record: Box<ProductRecord>, offer: OfferRecord) -> Result<(), StoreError> {
        storable(&record.stock_number, "a stock number")?;
        if self.batch.stock_numbers.contains(&record.stock_number) {
            self.flush()?;
        }
        self.batch.stock_numbers.insert(record.stock_number.clone());
        self.batch.text_bytes += record.parts.description.len();
        self.batch.records.push((record, offer));
        if self.batch.records.len() >= BATCH_RECORDS || self.batch.text_bytes >= BATCH_TEXT_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        let batch = std::mem::take(&mut self.batch);
        if batch.records.is_empty() { Ok(()) } else { write_batch(self.connection, &batch.records, self.revision) }
    }

    /// A record without an offer keeps the stored one, so its product must be there.
    fn replace_content(&mut self, record: &ProductRecord) -> Result<(), StoreError> {
        self.flush()?;
        let commercial_updated_at =
            record.commercial_updated_at.map(|at| products::commercial_updated_at.eq(at.unix_microseconds()));
        let id: Option<i64> = diesel::update(products::table.filter(products::stock_number.eq(&*record.stock_number)))
            .set((ContentRow::new(record)?, commercial_updated_at, products::revision.eq(self.revision.0)))
            .returning(products::id)
            .get_result(self.connection)
            .optional()
            .map_err(store_error)?;
        let id =
            id.ok_or_else(|| unexpected(format!("the new product {:?} came without an offer", record.stock_number)))?;
        write_parts(self.connection, &[(id, record)])
    }

    fn replace_offer(&mut self, stock_number: &str, offer: &OfferRecord) -> Result<(), StoreError> {
        let changed = diesel::update(products::table.filter(products::stock_number.eq(stock_number)))
            .set((OfferRow::new(offer)?, products::revision.eq(self.revision.0)))
            .execute(self.connection);
        one_product(changed, stock_number)
    }

    fn deactivate(&mut self, stock_number: &str) -> Result<(), StoreError> {
        let changed = diesel::update(products::table.filter(products::stock_number.eq(stock_number)))
            .set((products::is_active.eq(false), products::revision.eq(self.revision.0)))
            .execute(self.connection);
        one_product(changed, stock_number)
    }

    fn touch_content(&mut self, stock_number: &str, at: Timestamp) -> Result<(), StoreError> {
        let changed = diesel::update(products::table.filter(products::stock_number.eq(stock_number)))
            .set((products::content_updated_at.eq(at.unix_microseconds()), products::revision.eq(self.revision.0)))
            .execute(self.connection);
        one_product(changed, stock_number)
    }
}

/// Writes whole records of different products.
fn write_batch(
    connection: &mut StoreConnection,
    records: &[WholeRecord],
    revision: CatalogRevision,
) -> Result<(), StoreError> {
    let records = write_new(connection, records.iter().collect(), revision)?;
    if records.is_empty() { Ok(()) } else { write_whole(connection, &records, revision) }
}

/// A change of a product that the store does not have is a mistake of the plan: the whole run fails.
fn one_product(changed: QueryResult<usize>, stock_number: &str) -> Result<(), StoreError> {
    match changed.map_err(store_error)? {
        1 => Ok(()),
        _ => Err(unexpected(format!("the store has no product {stock_number:?} to change"))),
    }
}
