//! Updates many rows in one statement on PostgreSQL: they are sent as one JSON text, which the server reads as rows of
//! `products`. Columns that the text does not name are null in them and are not used.

use super::changed_products::ChangedProducts;
use crate::prelude::*;
use catalog_domain::ports::{Cause, StoreError};
use catalog_domain::values::CatalogRevision;
use diesel::PgConnection;
use diesel::sql_types::{BigInt, Text};
use serde::Serialize;

/// Replaces `columns` of the products that `rows` name by their `stock_number`, marks them as written by `revision`,
/// and returns the ones it found.
pub(super) fn update<R: Serialize>(
    connection: &mut PgConnection,
    columns: &[&str],
    rows: &[R],
    revision: CatalogRevision,
) -> Result<ChangedProducts, StoreError> {
    if rows.is_empty() {
        return Ok(ChangedProducts::new());
    }
    let json = serde_json::to_string(rows).map_err(|error| StoreError::Unexpected(Cause::from(error)))?;
    let changed: Vec<ChangedProduct> =
        diesel::sql_query(statement(columns)).bind::<Text, _>(json).bind::<BigInt, _>(revision.0).load(connection)?;
    Ok(changed.into_iter().map(|product| (product.stock_number, product.id)).collect())
}

fn statement(columns: &[&str]) -> String {
    let assignments: Vec<String> = columns.iter().map(|column| format!("{column} = changed.{column}")).collect();
    format!(
        "UPDATE products SET {}, revision = $2 FROM json_populate_recordset(NULL::products, $1::json) AS changed \
         WHERE products.stock_number = changed.stock_number RETURNING products.stock_number, products.id",
        assignments.join(", ")
    )
}

#[derive(QueryableByName)]
struct ChangedProduct {
    #[diesel(sql_type = Text)]
    stock_number: String,
    #[diesel(sql_type = BigInt)]
    id: i64,
}
