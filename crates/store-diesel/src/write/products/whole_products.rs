//! Replaces products that the store has.

use super::batch_rows::WholeProduct;
use super::changed_products::{changed_one_by_one, id_of};
use super::update_from_json::update;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::product_write_row::{ContentRow, OfferRow, ProductRow};
use crate::schema::{product_contents, products};
use crate::stored_table::StoredTable;
use catalog_domain::ports::StoreError;
use catalog_domain::values::CatalogRevision;

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
    product_contents::table::replace(connection, all.iter().map(|product| &product.parts).collect())
}
