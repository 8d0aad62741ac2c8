//! The stored offers of products: an import compares them with new ones, or puts the columns of a table over them.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::interner::Interner;
use crate::rows::offer_columns::OfferColumns;
use crate::schema::products;
use catalog_domain::ports::StoreError;
use catalog_domain::pricing::Offer;
use std::collections::HashMap;

/// The offers of the requested products, in the requested order.
pub(crate) fn stored_offers(
    connection: &mut StoreConnection,
    stock_numbers: &[Box<str>],
) -> Result<Vec<Option<Offer>>, StoreError> {
    // A text with a NUL is not a stock number, and PostgreSQL rejects it.
    let possible: Vec<&str> = stock_numbers.iter().map(|text| &**text).filter(|text| !text.contains('\0')).collect();
    let rows: Vec<(String, OfferColumns)> = products::table
        .filter(products::stock_number.eq_any(possible))
        .select((products::stock_number, OfferColumns::as_select()))
        .load(connection)?;
    let mut interner = Interner::default();
    let mut found = HashMap::with_capacity(rows.len());
    for (stock_number, columns) in rows {
        found.insert(stock_number, columns.into_offer(&mut interner)?);
    }
    Ok(stock_numbers.iter().map(|stock_number| found.remove(&**stock_number)).collect())
}
