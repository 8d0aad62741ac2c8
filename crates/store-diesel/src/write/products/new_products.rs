//! Writes new products: COPY on PostgreSQL, plain inserts on SQLite, whose statements can be cached while upserts
//! cannot. Neither can replace existing rows, so products that the store has are returned to the caller.

use super::batch_rows::WholeProduct;
use crate::connection::StoreConnection;
use crate::dialect;
use crate::failure::store_error;
use crate::schema::{product_contents, products};
use catalog_domain::ports::StoreError;
use diesel::dsl::{exists, max};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::{PgConnection, SqliteConnection};
use std::collections::HashSet;

/// Inserts those of `all` that the store does not have, and returns the others.
pub(super) fn insert<'a>(
    connection: &mut StoreConnection,
    all: &'a mut [WholeProduct],
) -> Result<Vec<&'a mut WholeProduct>, StoreError> {
    if all.is_empty() {
        return Ok(Vec::new());
    }
    match connection {
        StoreConnection::Postgres(inner) => copy(inner, all),
        StoreConnection::Sqlite(inner) => insert_each(inner, all),
    }
    .map_err(store_error)
}

fn copy<'a>(connection: &mut PgConnection, all: &'a mut [WholeProduct]) -> QueryResult<Vec<&'a mut WholeProduct>> {
    let stored = stored_stock_numbers(connection, all)?;
    let (stored, mut new): (Vec<_>, Vec<_>) =
        all.iter_mut().partition(|product| stored.contains(&product.row.stock_number));
    if new.is_empty() {
        return Ok(stored);
    }
    let ids = dialect::next_product_ids(connection, new.len())?;
    new.iter_mut().zip(ids).for_each(|(product, id)| product.set_id(id));
    let rows: Vec<_> = new.iter().map(|product| &product.row).collect();
    diesel::copy_from(products::table).from_insertable(rows).execute(connection)?;
    let parts: Vec<_> = new.iter().map(|product| &product.parts).collect();
    diesel::copy_from(product_contents::table).from_insertable(parts).execute(connection)?;
    Ok(stored)
}

fn stored_stock_numbers(connection: &mut PgConnection, all: &[WholeProduct]) -> QueryResult<HashSet<String>> {
    let wanted: Vec<&str> = all.iter().map(|product| &*product.row.stock_number).collect();
    let stored: Vec<String> = products::table
        .filter(products::stock_number.eq_any(wanted))
        .select(products::stock_number)
        .load(connection)?;
    Ok(stored.into_iter().collect())
}

/// Tries each. Querying which exist beforehand would cost more than the failed attempts, which change nothing.
fn insert_each<'a>(
    connection: &mut SqliteConnection,
    all: &'a mut [WholeProduct],
) -> QueryResult<Vec<&'a mut WholeProduct>> {
    let last: Option<i64> = products::table.select(max(products::id)).first(connection)?;
    let mut id = last.unwrap_or(0) + 1;
    let mut stored = Vec::new();
    for product in all {
        product.set_id(id);
        match diesel::insert_into(products::table).values(&product.row).execute(connection) {
            Ok(_) => {
                diesel::insert_into(product_contents::table).values(&product.parts).execute(connection)?;
                id += 1;
            }
            // A conflict of the source id alone would be a bug of the plan.
            Err(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _))
                if is_stored(connection, &product.row.stock_number)? =>
            {
                stored.push(product);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(stored)
}

fn is_stored(connection: &mut SqliteConnection, stock_number: &str) -> QueryResult<bool> {
    let same = products::table.filter(products::stock_number.eq(stock_number));
    diesel::select(exists(same.select(products::id))).get_result(connection)
}
