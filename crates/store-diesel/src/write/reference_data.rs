//! Writes everything but products and events: source ids are released, then types, warehouses, levels and sections.

use crate::connection::{StoreConnection, on_each_engine};
use crate::prelude::*;
use crate::rows::text::storable;
use crate::schema::{
    ProductTypeRow, SectionRow, WarehouseRow, price_levels, product_types, products, sections, warehouses,
};
use crate::stored_table::StoredTable;
use catalog_domain::catalog::Warehouse;
use catalog_domain::ports::{ImportChanges, StoreError};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::values::CatalogRevision;
use diesel::dsl::max;

/// So many rows are one statement on PostgreSQL: far fewer than it has parameters for, of types with long texts, too.
const BATCH_ROWS: usize = 100;

/// Removes source ids from their present holders, so that others can have them in the same run.
pub(super) fn release_source_ids(
    connection: &mut StoreConnection,
    changes: &ImportChanges<'_>,
) -> Result<(), StoreError> {
    for id in changes.released_section_source_ids {
        diesel::update(sections::table.filter(sections::source_id.eq(id.0)))
            .set((sections::source_id.eq(None::<i64>), sections::revision.eq(changes.base.next().0)))
            .execute(connection)?;
    }
    for id in changes.released_product_source_ids {
        diesel::update(products::table.filter(products::source_id.eq(id.0)))
            .set((products::source_id.eq(None::<i64>), products::revision.eq(changes.base.next().0)))
            .execute(connection)?;
    }
    Ok(())
}

pub(super) fn write(
    connection: &mut StoreConnection,
    changes: &ImportChanges<'_>,
    revision: CatalogRevision,
) -> Result<(), StoreError> {
    replace_all::<product_types::table>(connection, changes.product_types.iter().map(ProductTypeRow::try_from))?;
    replace_all::<warehouses::table>(connection, changes.warehouses.iter().map(warehouse_row))?;
    append_price_levels(connection, changes.new_price_levels)?;
    let sections = changes.sections.iter().map(|section| SectionRow::new(section, revision.0));
    replace_all::<sections::table>(connection, sections)
}

fn replace_all<T: StoredTable>(
    connection: &mut StoreConnection,
    rows: impl Iterator<Item = Result<T::Row, StoreError>>,
) -> Result<(), StoreError> {
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    rows.chunks(BATCH_ROWS).try_for_each(|batch| T::replace(connection, batch.iter().collect()))
}

fn warehouse_row(warehouse: &Warehouse) -> Result<WarehouseRow, StoreError> {
    Ok(WarehouseRow {
        id: storable(&warehouse.id, "the id of a warehouse")?.to_owned(),
        name: storable(&warehouse.name, "the name of a warehouse")?.to_owned(),
    })
}

/// Levels are numbered on from the last one; a known level keeps its number.
fn append_price_levels(connection: &mut StoreConnection, levels: &[PriceLevel]) -> Result<(), StoreError> {
    if levels.is_empty() {
        return Ok(());
    }
    let last: Option<i64> = price_levels::table.select(max(price_levels::position)).first(connection)?;
    for (position, level) in (last.unwrap_or(0) + 1..).zip(levels) {
        let name = storable(level.name(), "the name of a price level")?;
        on_each_engine!(connection, inner => diesel::insert_into(price_levels::table)
            .values((price_levels::position.eq(position), price_levels::name.eq(name)))
            .on_conflict(price_levels::name)
            .do_nothing()
            .execute(inner))?;
    }
    Ok(())
}
