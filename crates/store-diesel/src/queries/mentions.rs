//! Which products mention a section or a warehouse, inside documents that no index covers: every product is read, row
//! by row.

use crate::connection::{StoreConnection, for_each_row};
use crate::rows::documents::{names_section, names_warehouse};
use crate::schema::products;
use catalog_domain::ports::StoreError;
use catalog_domain::values::SectionId;
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
    let mut found = Vec::new();
    for_each_row!(connection, inner => query, Row, |(stock_number, values): Row| {
        if names_section(&values, sections)? {
            found.push(stock_number.into());
        }
        Ok(())
    })?;
    Ok(found)
}

/// The products with an entry for one of `warehouses` in their stock.
pub(crate) fn in_warehouses(
    connection: &mut StoreConnection,
    warehouses: &HashSet<Arc<str>>,
) -> Result<Vec<Box<str>>, StoreError> {
    let query = products::table.filter(products::stock.ne(EMPTY)).select((products::stock_number, products::stock));
    let mut found = Vec::new();
    for_each_row!(connection, inner => query, Row, |(stock_number, stock): Row| {
        if names_warehouse(&stock, warehouses)? {
            found.push(stock_number.into());
        }
        Ok(())
    })?;
    Ok(found)
}

type Row = (String, String);
