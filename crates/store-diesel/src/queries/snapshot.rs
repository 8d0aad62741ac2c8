//! The store's content as an import needs it, read in one snapshot.

use super::export::resources;
use super::reference_data as reference;
use crate::connection::{StoreConnection, columns_for, for_each_row};
use crate::prelude::*;
use crate::rows::interner::Interner;
use crate::rows::section_row::parse_url;
use crate::rows::stored_product_row::StoredProductRow;
use crate::schema::{LinksRow, product_resources, products, store_state};
use crate::settings::parse_storefront;
use catalog_domain::ports::{ImportSnapshot, StoreError, StoredProduct, StoredResources};
use std::collections::HashMap;

/// In a transaction of the caller, which makes all of it one state.
pub(crate) fn import_snapshot(connection: &mut StoreConnection) -> Result<ImportSnapshot, StoreError> {
    let storefront: Option<String> = store_state::table.select(store_state::storefront_host).first(connection)?;
    Ok(ImportSnapshot {
        revision: reference::revision(connection)?,
        storefront: storefront.map(|host| parse_storefront(&host)).transpose()?,
        sections: reference::sections(connection)?,
        product_types: reference::product_types(connection)?,
        warehouses: reference::warehouses(connection)?,
        price_levels: reference::price_levels(connection)?,
        products: stored_products(connection)?,
    })
}

/// The stored state of the links of the requested products, in the requested order.
pub(crate) fn stored_resources(
    connection: &mut StoreConnection,
    stock_numbers: &[Box<str>],
) -> Result<Vec<Option<StoredResources>>, StoreError> {
    // A text with a NUL is not a stock number, and PostgreSQL rejects it.
    let possible: Vec<&str> = stock_numbers.iter().map(|text| &**text).filter(|text| !text.contains('\0')).collect();
    let rows = products::table.left_join(product_resources::table).filter(products::stock_number.eq_any(possible));
    let mut found = HashMap::with_capacity(stock_numbers.len());
    for_each_row!(
        connection,
        inner => rows.select((products::stock_number, products::url, columns_for::<Option<LinksRow>, _>(inner))),
        (String, Option<String>, Option<LinksRow>),
        |(stock_number, page, links): (String, Option<String>, Option<LinksRow>)| {
            let page = parse_url(page.as_deref(), format_args!("products.url of {stock_number:?}"))?;
            let links = links.as_ref().map(resources).transpose()?;
            found.insert(stock_number, StoredResources { page, links });
            Ok(())
        }
    )?;
    Ok(stock_numbers.iter().map(|stock_number| found.remove(&**stock_number)).collect())
}

fn stored_products(connection: &mut StoreConnection) -> Result<Vec<StoredProduct>, StoreError> {
    let rows = products::table.order(products::stock_number);
    let (mut interner, mut stored) = (Interner::default(), Vec::new());
    for_each_row!(
        connection,
        inner => rows.select(columns_for::<StoredProductRow, _>(inner)),
        StoredProductRow,
        |row: StoredProductRow| {
            stored.push(row.into_domain(&mut interner)?);
            Ok(())
        }
    )?;
    Ok(stored)
}
