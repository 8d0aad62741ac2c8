//! The stored prices of products, as an import compares them with their new ones.

use crate::connection::StoreConnection;
use crate::failure::store_error;
use crate::rows::documents::decode_levels;
use crate::rows::interner::Interner;
use crate::schema::products;
use catalog_domain::ports::{StoreError, StoredPrices};
use catalog_domain::pricing::Money;
use diesel::prelude::*;
use std::collections::HashMap;

/// The prices of the requested products, in the requested order.
pub(crate) fn stored_prices(
    connection: &mut StoreConnection,
    stock_numbers: &[Box<str>],
) -> Result<Vec<Option<StoredPrices>>, StoreError> {
    // A text with a NUL is not a stock number, and PostgreSQL rejects it.
    let possible: Vec<&str> = stock_numbers.iter().map(|text| &**text).filter(|text| !text.contains('\0')).collect();
    let rows: Vec<(String, Option<i64>, String)> = products::table
        .filter(products::stock_number.eq_any(possible))
        .select((products::stock_number, products::retail, products::levels))
        .load(connection)
        .map_err(store_error)?;
    let mut interner = Interner::default();
    let mut found = HashMap::with_capacity(rows.len());
    for (stock_number, retail, levels) in rows {
        let levels = decode_levels(&levels, &mut interner)?;
        found.insert(stock_number, StoredPrices { retail: retail.map(Money::from_units), levels });
    }
    Ok(stock_numbers.iter().map(|stock_number| found.remove(&**stock_number)).collect())
}
