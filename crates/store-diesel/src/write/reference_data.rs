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
    for product_type in changes.product_types {
        product_types::table::replace(connection, vec![&ProductTypeRow::try_from(product_type)?])?;
    }
    for warehouse in changes.warehouses {
        warehouses::table::replace(connection, vec![&warehouse_row(warehouse)?])?;
    }
    append_price_levels(connection, changes.new_price_levels)?;
    for section in changes.sections {
        sections::table::replace(connection, vec![&SectionRow::new(section, revision.0)?])?;
    }
    Ok(())
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
