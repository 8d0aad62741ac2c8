//! Replaces products that the store has, and the parts of products.

use super::batch_rows::WholeProduct;
use super::changed_products::{changed_one_by_one, id_of};
use super::update_from_json::update;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::product_write_row::{ContentRow, OfferRow, PartsRow, ProductRow};
use crate::schema::{product_contents, products};
use catalog_domain::ports::StoreError;
use catalog_domain::values::CatalogRevision;
use diesel::upsert::excluded;

pub(super) fn replace(
    connection: &mut StoreConnection,
    all: &mut [&mut WholeProduct],
    revision: CatalogRevision,
) -> Result<(), StoreError> {
    let changed = {
        let rows: Vec<&ProductRow> = all.iter().map(|product| &product.row).collect();
        match connection {
            StoreConnection::Postgres(inner) => {
                update(inner, &[ContentRow::COLUMNS, OfferRow::COLUMNS].concat(), &rows, revision)?
            }
            StoreConnection::Sqlite(inner) => changed_one_by_one(&rows, |row| {
                diesel::update(products::table.filter(products::stock_number.eq(&row.stock_number)))
                    .set(*row)
                    .returning((products::stock_number, products::id))
                    .get_optional(inner)
            })?,
        }
    };
    for product in &mut *all {
        let id = id_of(&product.row.stock_number, &changed)?;
        product.set_id(id);
    }
    write_parts(connection, &all.iter().map(|product| &product.parts).collect::<Vec<_>>())
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

/// Writes the parts of stored products: in one statement for all on PostgreSQL, one by one on SQLite, where batches are
/// no faster.
pub(super) fn write_parts(connection: &mut StoreConnection, rows: &[&PartsRow]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    match connection {
        StoreConnection::Postgres(inner) => diesel::insert_into(product_contents::table)
            .values(rows.to_vec())
            .on_conflict(product_contents::product_id)
            .do_update()
            .set(replaced_parts!())
            .execute(inner)
            .map(drop),
        StoreConnection::Sqlite(inner) => rows.iter().try_for_each(|row| {
            diesel::insert_into(product_contents::table)
                .values(*row)
                .on_conflict(product_contents::product_id)
                .do_update()
                .set(replaced_parts!())
                .execute(inner)
                .map(drop)
        }),
    }
}
