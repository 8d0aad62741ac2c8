//! Writes the links of a product.

use crate::connection::{StoreConnection, on_each_engine};
use crate::failure::store_error;
use crate::rows::part_documents::encode_links;
use crate::schema::{product_resources, products};
use catalog_domain::ports::{ResourceSet, StoreError};
use diesel::prelude::*;
use diesel::upsert::excluded;

/// Replaces all links of a product that is in the store.
pub(super) fn write(
    connection: &mut StoreConnection,
    stock_number: &str,
    links: &ResourceSet,
) -> Result<(), StoreError> {
    let id: i64 = products::table
        .filter(products::stock_number.eq(stock_number))
        .select(products::id)
        .first(connection)
        .map_err(store_error)?;
    let row = (
        product_resources::product_id.eq(id),
        product_resources::documentation.eq(encode_links(&links.documentation)?),
        product_resources::software.eq(encode_links(&links.software)?),
        product_resources::fingerprint.eq(&links.fingerprint.0[..]),
    );
    on_each_engine!(connection, inner => {
        diesel::insert_into(product_resources::table)
            .values(row)
            .on_conflict(product_resources::product_id)
            .do_update()
            .set((
                product_resources::documentation.eq(excluded(product_resources::documentation)),
                product_resources::software.eq(excluded(product_resources::software)),
                product_resources::fingerprint.eq(excluded(product_resources::fingerprint)),
            ))
            .execute(inner)
            .map_err(store_error)?
    });
    Ok(())
}
