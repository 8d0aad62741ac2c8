//! Inserts or replaces products and their parts: in one statement for many on PostgreSQL, one by one with a cached statement
//! on SQLite, which is no faster with many.

use super::WholeRecord;
use crate::connection::StoreConnection;
use crate::failure::{store_error, unexpected};
use crate::rows::product_write_row::{ContentRow, OfferRow, PartsRow};
use crate::schema::{product_contents, products};
use catalog_domain::identifiers::CatalogRevision;
use catalog_domain::ports::{ProductRecord, StoreError};
use diesel::prelude::*;
use diesel::upsert::excluded;
use std::collections::HashMap;

/// Writes whole records of different products.
pub(super) fn write_whole(
    connection: &mut StoreConnection,
    records: &[&WholeRecord],
    revision: CatalogRevision,
) -> Result<(), StoreError> {
    let ids = upsert_products(connection, records, revision)?;
    let mut parts = Vec::with_capacity(records.len());
    for (record, _) in records {
        let id = ids.get(&*record.stock_number);
        let id = id.ok_or_else(|| unexpected(format!("the product {:?} was not written", record.stock_number)))?;
        parts.push((*id, &**record));
    }
    write_parts(connection, &parts)
}

/// Every column that a conflict replaces: all but the id and the stock number.
macro_rules! replaced_columns {
    () => {
        (
            (
                products::source_id.eq(excluded(products::source_id)),
                products::is_active.eq(excluded(products::is_active)),
                products::name.eq(excluded(products::name)),
                products::full_name.eq(excluded(products::full_name)),
                products::url.eq(excluded(products::url)),
                products::type_id.eq(excluded(products::type_id)),
                products::vendor_id.eq(excluded(products::vendor_id)),
                products::vendor_name.eq(excluded(products::vendor_name)),
                products::sections.eq(excluded(products::sections)),
                products::primary_section.eq(excluded(products::primary_section)),
                products::preview.eq(excluded(products::preview)),
                products::has_configurator.eq(excluded(products::has_configurator)),
                products::filter_values.eq(excluded(products::filter_values)),
                products::content_updated_at.eq(excluded(products::content_updated_at)),
                products::record_fingerprint.eq(excluded(products::record_fingerprint)),
                products::content_fingerprint.eq(excluded(products::content_fingerprint)),
                products::option_prices_fingerprint.eq(excluded(products::option_prices_fingerprint)),
            ),
            (
                products::hide_prices.eq(excluded(products::hide_prices)),
                products::retail.eq(excluded(products::retail)),
                products::levels.eq(excluded(products::levels)),
                products::sale.eq(excluded(products::sale)),
                products::special.eq(excluded(products::special)),
                products::stock.eq(excluded(products::stock)),
                products::shipping.eq(excluded(products::shipping)),
                products::commercial_updated_at.eq(excluded(products::commercial_updated_at)),
                products::offer_fingerprint.eq(excluded(products::offer_fingerprint)),
            ),
            products::revision.eq(excluded(products::revision)),
        )
    };
}

/// The ids of the written products by stock number.
fn upsert_products(
    connection: &mut StoreConnection,
    records: &[&WholeRecord],
    revision: CatalogRevision,
) -> Result<HashMap<String, i64>, StoreError> {
    let mut rows = Vec::with_capacity(records.len());
    for (record, offer) in records {
        let identity = products::stock_number.eq(&*record.stock_number);
        let columns = (identity, ContentRow::new(record)?, OfferRow::new(offer)?, products::revision.eq(revision.0));
        rows.push(columns);
    }
    let returned = (products::stock_number, products::id);
    let written: Vec<(String, i64)> = match connection {
        StoreConnection::Postgres(inner) => diesel::insert_into(products::table)
            .values(rows)
            .on_conflict(products::stock_number)
            .do_update()
            .set(replaced_columns!())
            .returning(returned)
            .load(inner),
        StoreConnection::Sqlite(inner) => {
            let one = |row| {
                diesel::insert_into(products::table)
                    .values(row)
                    .on_conflict(products::stock_number)
                    .do_update()
                    .set(replaced_columns!())
                    .returning(returned)
                    .get_result(inner)
            };
            rows.into_iter().map(one).collect()
        }
    }
    .map_err(store_error)?;
    Ok(written.into_iter().collect())
}

/// Every column of the parts that a conflict replaces.
macro_rules! replaced_parts {
    () => {
        (
            product_contents::photos.eq(excluded(product_contents::photos)),
            product_contents::seo_title.eq(excluded(product_contents::seo_title)),
            product_contents::seo_html.eq(excluded(product_contents::seo_html)),
            product_contents::features.eq(excluded(product_contents::features)),
            product_contents::configurator.eq(excluded(product_contents::configurator)),
            product_contents::price_data.eq(excluded(product_contents::price_data)),
            product_contents::description.eq(excluded(product_contents::description)),
        )
    };
}

/// Writes the parts of products by their ids.
pub(super) fn write_parts(connection: &mut StoreConnection, parts: &[(i64, &ProductRecord)]) -> Result<(), StoreError> {
    let mut rows = Vec::with_capacity(parts.len());
    for (id, record) in parts {
        rows.push(PartsRow::new(*id, &record.parts, &record.stock_number)?);
    }
    match connection {
        StoreConnection::Postgres(inner) => {
            diesel::insert_into(product_contents::table)
                .values(rows)
                .on_conflict(product_contents::product_id)
                .do_update()
                .set(replaced_parts!())
                .execute(inner)
                .map_err(store_error)?;
        }
        StoreConnection::Sqlite(inner) => {
            for row in rows {
                diesel::insert_into(product_contents::table)
                    .values(row)
                    .on_conflict(product_contents::product_id)
                    .do_update()
                    .set(replaced_parts!())
                    .execute(inner)
                    .map_err(store_error)?;
            }
        }
    }
    Ok(())
}
