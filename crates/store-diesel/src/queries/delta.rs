//! The changes since a revision that a server has.

use super::catalog_products::{VersionedRow, product_of};
use super::log_position::log_position;
use super::product_versions::Versions;
use super::reference_data as reference;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::interner::Interner;
use crate::rows::product_row::ProductRow;
use crate::schema::{catalog_commits, product_versions, products, sections};
use catalog_domain::catalog::{CatalogDelta, LogPosition};
use catalog_domain::ports::StoreError;
use catalog_domain::products::Product;
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, Timestamp};
use std::sync::Arc;

/// With more changed products than this, loading everything is no worse: it decodes on two threads.
const MOST_CHANGED: i64 = 50_000;

/// The changes since `known`, whose log ended at `known_position`; `None` when the store does not know, or there are
/// too many.
pub(super) fn changes_since(
    connection: &mut StoreConnection,
    known: CatalogRevision,
    known_position: &LogPosition,
    interner: &mut Interner<'_>,
) -> Result<Option<CatalogDelta>, StoreError> {
    let log_position = log_position(connection)?;
    if log_position.epoch != known_position.epoch || !has_commit(connection, known, known_position)? {
        return Ok(None);
    }
    let Some(changed) = changed_products(connection, known, interner)? else { return Ok(None) };
    Ok(Some(CatalogDelta {
        revision: reference::revision(connection)?,
        log_position,
        sections: sections_if_written(connection, known)?,
        changed,
        inactive: inactive_products(connection, known)?,
        price_levels: reference::price_levels(connection)?,
        warehouses: reference::warehouses(connection)?,
        product_types: reference::product_types(connection)?,
    }))
}

/// Whether `known` was committed here, at the moment that the server recorded. A store that was restored, and imported
/// into since, may have another revision of that number.
fn has_commit(
    connection: &mut StoreConnection,
    known: CatalogRevision,
    head: &LogPosition,
) -> Result<bool, StoreError> {
    let commit = catalog_commits::table.find(known.0).select(catalog_commits::committed_at);
    let committed_at: Option<i64> = commit.first_optional(connection)?;
    Ok(committed_at.is_some() && committed_at == head.committed_at.map(Timestamp::unix_microseconds))
}

/// The active products that were written or had an event since; `None` when they are too many.
fn changed_products(
    connection: &mut StoreConnection,
    known: CatalogRevision,
    interner: &mut Interner<'_>,
) -> Result<Option<Vec<Arc<Product>>>, StoreError> {
    let all = products::table.left_join(product_versions::table);
    let written = all.filter(products::revision.gt(known.0));
    let only_versioned = products::table
        .inner_join(product_versions::table)
        .filter(product_versions::version.gt(known.0))
        .filter(products::revision.le(known.0));
    let mut count: i64 = written.count().get_result(connection)?;
    count += only_versioned.count().get_result::<i64>(connection)?;
    if count > MOST_CHANGED {
        return Ok(None);
    }
    let columns = (ProductRow::as_select(), product_versions::version.nullable());
    let active = written.filter(products::is_active.eq(true)).select(columns);
    let mut rows: Vec<VersionedRow> = active.load(connection)?;
    let active = only_versioned.filter(products::is_active.eq(true)).select(columns);
    rows.extend(active.load::<VersionedRow>(connection)?);
    let versions = Versions::read(connection)?;
    rows.into_iter().map(|row| product_of(row, versions, interner)).collect::<Result<_, _>>().map(Some)
}

/// The stock numbers of the inactive products that were written since.
fn inactive_products(connection: &mut StoreConnection, known: CatalogRevision) -> Result<Vec<Box<str>>, StoreError> {
    let written = products::table.filter(products::revision.gt(known.0));
    let inactive = written.filter(products::is_active.eq(false)).select(products::stock_number);
    let stock_numbers: Vec<String> = inactive.load(connection)?;
    Ok(stock_numbers.into_iter().map(Into::into).collect())
}

/// All sections, if one of them was written since.
fn sections_if_written(
    connection: &mut StoreConnection,
    known: CatalogRevision,
) -> Result<Option<Vec<Arc<Section>>>, StoreError> {
    let written = sections::table.filter(sections::revision.gt(known.0)).select(sections::id);
    if !diesel::select(diesel::dsl::exists(written)).get_result(connection)? {
        return Ok(None);
    }
    Ok(Some(reference::sections(connection)?.into_iter().map(Arc::new).collect()))
}
