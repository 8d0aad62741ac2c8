//! Streams new products into PostgreSQL with COPY, which is twice as fast as statements with many rows. COPY cannot replace
//! what is there, so only products that the store does not have go this way; the one writer's place keeps it so.

use super::WholeRecord;
use crate::dialect;
use crate::failure::store_error;
use crate::rows::product_write_row::{ContentRow, NewProductRow, OfferRow, PartsRow};
use crate::schema::{product_contents, products};
use catalog_domain::identifiers::CatalogRevision;
use catalog_domain::ports::StoreError;
use diesel::PgConnection;
use diesel::prelude::*;
use std::collections::HashSet;

/// Writes those of `records` that the store does not have, and returns the others.
pub(super) fn write_new<'a>(
    connection: &mut PgConnection,
    records: Vec<&'a WholeRecord>,
    revision: CatalogRevision,
) -> Result<Vec<&'a WholeRecord>, StoreError> {
    let stored = stored_stock_numbers(connection, &records)?;
    let (stored, new): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|(record, _)| stored.contains(&*record.stock_number));
    if !new.is_empty() {
        copy(connection, &new, revision)?;
    }
    Ok(stored)
}

fn stored_stock_numbers(
    connection: &mut PgConnection,
    records: &[&WholeRecord],
) -> Result<HashSet<String>, StoreError> {
    let wanted: Vec<&str> = records.iter().map(|(record, _)| &*record.stock_number).collect();
    let stored: Vec<String> = products::table
        .filter(products::stock_number.eq_any(wanted))
        .select(products::stock_number)
        .load(connection)
        .map_err(store_error)?;
    Ok(stored.into_iter().collect())
}

fn copy(connection: &mut PgConnection, records: &[&WholeRecord], revision: CatalogRevision) -> Result<(), StoreError> {
    let ids = dialect::next_product_ids(connection, records.len()).map_err(store_error)?;
    let mut rows = Vec::with_capacity(records.len());
    let mut parts = Vec::with_capacity(records.len());
    for ((record, offer), id) in records.iter().zip(ids) {
        let identity = (id, &*record.stock_number);
        rows.push(NewProductRow::new(identity, ContentRow::new(record)?, OfferRow::new(offer)?, revision));
        parts.push(PartsRow::new(id, &record.parts, &record.stock_number)?);
    }
    diesel::copy_from(products::table).from_insertable(rows).execute(connection).map_err(store_error)?;
    diesel::copy_from(product_contents::table).from_insertable(parts).execute(connection).map_err(store_error)?;
    Ok(())
}
