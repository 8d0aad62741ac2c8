//! Writes the links of products.

use super::changed_products::{ChangedProducts, id_of};
use crate::connection::StoreConnection;
use crate::rows::part_documents::encode_links;
use crate::schema::{LinksRow, product_resources};
use crate::stored_table::StoredTable;
use catalog_domain::ports::{ResourceSet, StoreError};

/// Replaces all links of products, which are among `known`.
pub(super) fn replace(
    connection: &mut StoreConnection,
    resources: &[(Box<str>, ResourceSet)],
    known: &ChangedProducts,
) -> Result<(), StoreError> {
    let row = |(stock_number, links): &(Box<str>, ResourceSet)| row(id_of(stock_number, known)?, links);
    let rows = resources.iter().map(row).collect::<Result<Vec<_>, _>>()?;
    product_resources::table::replace(connection, rows.iter().collect())
}

fn row(product_id: i64, links: &ResourceSet) -> Result<LinksRow, StoreError> {
    Ok(LinksRow {
        product_id,
        documentation: encode_links(&links.documentation)?,
        software: encode_links(&links.software)?,
        fingerprint: links.fingerprint.0.to_vec(),
    })
}
