//! Which products mention a section or a warehouse, inside documents that no index covers: every product is read, row
//! by row.

use crate::connection::StoreConnection;
use crate::failure::store_error;
use crate::rows::documents::{names_section, names_warehouse};
use crate::schema::products;
use catalog_domain::ports::StoreError;
use catalog_domain::values::SectionId;
use diesel::connection::DefaultLoadingMode;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use std::collections::HashSet;
use std::sync::Arc;

/// A list without entries, as it is stored.
const EMPTY: &str = "[]";

/// The products with a filter value that names one of `sections`.
pub(crate) fn with_filter_values_in(
    connection: &mut StoreConnection,
    sections: &HashSet<SectionId>,
) -> Result<Vec<Box<str>>, StoreError> {
    let query = products::table
        .filter(products::filter_values.ne(EMPTY))
        .select((products::stock_number, products::filter_values));
    let names = |values: &str| names_section(values, sections);
    match connection {
        StoreConnection::Postgres(inner) => {
            collect(query.load_iter::<Row, PgRowByRowLoadingMode>(inner).map_err(store_error)?, names)
        }
        StoreConnection::Sqlite(inner) => {
            collect(query.load_iter::<Row, DefaultLoadingMode>(inner).map_err(store_error)?, names)
        }
    }
}

/// The products with an entry for one of `warehouses` in their stock.
pub(crate) fn in_warehouses(
    connection: &mut StoreConnection,
    warehouses: &HashSet<Arc<str>>,
) -> Result<Vec<Box<str>>, StoreError> {
    let query = products::table.filter(products::stock.ne(EMPTY)).select((products::stock_number, products::stock));
    let names = |stock: &str| names_warehouse(stock, warehouses);
    match connection {
        StoreConnection::Postgres(inner) => {
            collect(query.load_iter::<Row, PgRowByRowLoadingMode>(inner).map_err(store_error)?, names)
        }
        StoreConnection::Sqlite(inner) => {
            collect(query.load_iter::<Row, DefaultLoadingMode>(inner).map_err(store_error)?, names)
        }
    }
}

type Row = (String, String);

fn collect(
    rows: impl Iterator<Item = QueryResult<Row>>,
    names: impl Fn(&str) -> Result<bool, StoreError>,
) -> Result<Vec<Box<str>>, StoreError> {
    let mut found = Vec::new();
    for row in rows {
        let (stock_number, document) = row.map_err(store_error)?;
        if names(&document)? {
            found.push(stock_number.into());
        }
    }
    Ok(found)
}
