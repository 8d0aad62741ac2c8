//! Writes the links of products.

use super::changed_products::{ChangedProducts, id_of};
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::part_documents::encode_links;
use crate::schema::product_resources;
use catalog_domain::ports::{ResourceSet, StoreError};
use diesel::upsert::excluded;

#[derive(Insertable)]
#[diesel(table_name = product_resources)]
struct ResourcesRow {
    product_id: i64,
    documentation: String,
    software: String,
    fingerprint: [u8; 16],
}

/// Every column of the links that a conflict replaces.
macro_rules! replaced_links {
    () => {
        (
            product_resources::documentation.eq(excluded(product_resources::documentation)),
            product_resources::software.eq(excluded(product_resources::software)),
            product_resources::fingerprint.eq(excluded(product_resources::fingerprint)),
        )
    };
}

/// Replaces all links of products, which are among `known`.
pub(super) fn replace(
    connection: &mut StoreConnection,
    resources: &[(Box<str>, ResourceSet)],
    known: &ChangedProducts,
) -> Result<(), StoreError> {
    if resources.is_empty() {
        return Ok(());
    }
    let row = |(stock_number, links): &(Box<str>, ResourceSet)| row(id_of(stock_number, known)?, links);
    let rows = resources.iter().map(row).collect::<Result<Vec<_>, _>>()?;
    match connection {
        StoreConnection::Postgres(inner) => diesel::insert_into(product_resources::table)
            .values(rows)
            .on_conflict(product_resources::product_id)
            .do_update()
            .set(replaced_links!())
            .execute(inner)
            .map(drop),
        StoreConnection::Sqlite(inner) => rows.into_iter().try_for_each(|row| {
            diesel::insert_into(product_resources::table)
                .values(row)
                .on_conflict(product_resources::product_id)
                .do_update()
                .set(replaced_links!())
                .execute(inner)
                .map(drop)
        }),
    }
}

fn row(product_id: i64, links: &ResourceSet) -> Result<ResourcesRow, StoreError> {
    Ok(ResourcesRow {
        product_id,
        documentation: encode_links(&links.documentation)?,
        software: encode_links(&links.software)?,
        fingerprint: links.fingerprint.0,
    })
}
