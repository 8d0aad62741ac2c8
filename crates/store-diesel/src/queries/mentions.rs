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

pub(crate) fn with_filter_values_in(
    connection: &mut StoreConnection,
    sections: &HashSet<SectionId>,
) -> Result<Vec<Box<str>>, StoreError> {
    let query = products::table
        .filter(products::filter_values.ne(EMPTY))
        .select((products::stock_number, products::filter_values));
    let mut found = Vec::new();
    let names = |values: &str| names_section(values, sections);
    for_each_row!(connection, inner => query, Row, add_if(names, &mut found))?;
    Ok(found)
}

/// The products with an entry for one of `warehouses` in their stock.
pub(crate) fn in_warehouses(
    connection: &mut StoreConnection,
    warehouses: &HashSet<Arc<str>>,
) -> Result<Vec<Box<str>>, StoreError> {
    let query = products::table.filter(products::stock.ne(EMPTY)).select((products::stock_number, products::stock));
    let mut found = Vec::new();
    let names = |stock: &str| names_warehouse(stock, warehouses);
    for_each_row!(connection, inner => query, Row, add_if(names, &mut found))?;
    Ok(found)
}

type Row = (String, String);

/// Adds the products to `found` whose document `names` what is looked for.
fn add_if(
    names: impl Fn(&str) -> Result<bool, StoreError>,
    found: &mut Vec<Box<str>>,
) -> impl FnMut(Row) -> Result<(), StoreError> {
    move |(stock_number, document)| {
        if names(&document)? {
            found.push(stock_number.into());
        }
        Ok(())
    }
}
