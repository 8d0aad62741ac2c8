//! What the store holds in the eyes of an import, read in one snapshot.

use super::reference_data as reference;
use crate::connection::StoreConnection;
use crate::dialect::TransactionMode;
use crate::failure::store_error;
use crate::rows::stored_product_row::StoredProductRow;
use crate::schema::{products, store_state};
use crate::settings::parse_storefront;
use crate::store::in_transaction;
use catalog_domain::ports::{ImportSnapshot, StoreError, StoredProduct};
use diesel::connection::DefaultLoadingMode;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;

/// Reads the snapshot.
pub(crate) fn import_snapshot(connection: &mut StoreConnection) -> Result<ImportSnapshot, StoreError> {
    in_transaction(connection, TransactionMode::Snapshot, |connection| {
        let storefront: Option<String> =
            store_state::table.select(store_state::storefront_host).first(connection).map_err(store_error)?;
        Ok(ImportSnapshot {
            revision: reference::revision(connection)?,
            storefront: storefront.map(|host| parse_storefront(&host)).transpose()?,
            sections: reference::sections(connection)?,
            product_types: reference::product_types(connection)?,
            warehouses: reference::warehouses(connection)?,
            price_levels: reference::price_levels(connection)?,
            products: stored_products(connection)?,
        })
    })
}

fn stored_products(connection: &mut StoreConnection) -> Result<Vec<StoredProduct>, StoreError> {
    let ordered = products::table.order(products::stock_number);
    match connection {
        StoreConnection::Postgres(inner) => {
            let query = ordered.select(StoredProductRow::as_select());
            collect(query.load_iter::<StoredProductRow, PgRowByRowLoadingMode>(inner).map_err(store_error)?)
        }
        StoreConnection::Sqlite(inner) => {
            let query = ordered.select(StoredProductRow::as_select());
            collect(query.load_iter::<StoredProductRow, DefaultLoadingMode>(inner).map_err(store_error)?)
        }
    }
}

fn collect(rows: impl Iterator<Item = QueryResult<StoredProductRow>>) -> Result<Vec<StoredProduct>, StoreError> {
    rows.map(|row| StoredProduct::try_from(row.map_err(store_error)?)).collect()
}
