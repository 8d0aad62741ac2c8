//! Writes everything but products and events: source ids are released, then types, warehouses, levels and sections.

use crate::connection::{StoreConnection, on_each_engine};
use crate::prelude::*;
use crate::rows::product_type_document::ProductTypeRow;
use crate::rows::section_row::SectionWriteRow;
use crate::rows::text::storable;
use crate::schema::{price_levels, product_types, products, sections, warehouses};
use catalog_domain::catalog::Warehouse;
use catalog_domain::ports::{ImportChanges, StoreError};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::ProductType;
use catalog_domain::sections::Section;
use catalog_domain::values::CatalogRevision;
use diesel::dsl::max;
use diesel::upsert::excluded;

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
    changes.product_types.iter().try_for_each(|product_type| write_product_type(connection, product_type))?;
    changes.warehouses.iter().try_for_each(|warehouse| write_warehouse(connection, warehouse))?;
    append_price_levels(connection, changes.new_price_levels)?;
    changes.sections.iter().try_for_each(|section| write_section(connection, section, revision))
}

fn write_product_type(connection: &mut StoreConnection, product_type: &ProductType) -> Result<(), StoreError> {
    let row = ProductTypeRow::try_from(product_type)?;
    let replaced = (
        product_types::name.eq(excluded(product_types::name)),
        product_types::feature_groups.eq(excluded(product_types::feature_groups)),
    );
    on_each_engine!(connection, inner => diesel::insert_into(product_types::table)
        .values(&row)
        .on_conflict(product_types::id)
        .do_update()
        .set(replaced)
        .execute(inner))?;
    Ok(())
}

fn write_warehouse(connection: &mut StoreConnection, warehouse: &Warehouse) -> Result<(), StoreError> {
    let id = storable(&warehouse.id, "the id of a warehouse")?;
    let name = storable(&warehouse.name, "the name of a warehouse")?;
    on_each_engine!(connection, inner => diesel::insert_into(warehouses::table)
        .values((warehouses::id.eq(id), warehouses::name.eq(name)))
        .on_conflict(warehouses::id)
        .do_update()
        .set(warehouses::name.eq(excluded(warehouses::name)))
        .execute(inner))?;
    Ok(())
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

fn write_section(
    connection: &mut StoreConnection,
    section: &Section,
    revision: CatalogRevision,
) -> Result<(), StoreError> {
    let row = SectionWriteRow::new(section, revision.0)?;
    on_each_engine!(connection, inner => diesel::insert_into(sections::table)
        .values(&row)
        .on_conflict(sections::id)
        .do_update()
        .set(&row)
        .execute(inner))?;
    Ok(())
}
