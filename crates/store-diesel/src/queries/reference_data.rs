//! The small tables, which both a server and an import read completely. The order is the one that the import's snapshot
//! promises.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::{ProductTypeRow, SectionRow, price_levels, product_types, sections, store_state, warehouses};
use catalog_domain::catalog::Warehouse;
use catalog_domain::ports::StoreError;
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::ProductType;
use catalog_domain::sections::Section;
use catalog_domain::values::CatalogRevision;

pub(crate) fn revision(connection: &mut StoreConnection) -> Result<CatalogRevision, StoreError> {
    let revision = store_state::table.select(store_state::catalog_revision).first(connection)?;
    Ok(CatalogRevision(revision))
}

/// All sections, by id ascending.
pub(crate) fn sections(connection: &mut StoreConnection) -> Result<Vec<Section>, StoreError> {
    let query = sections::table.order(sections::id).select(SectionRow::as_select());
    query.load(connection)?.into_iter().map(Section::try_from).collect()
}

pub(crate) fn product_types(connection: &mut StoreConnection) -> Result<Vec<ProductType>, StoreError> {
    let query = product_types::table.order(product_types::id).select(ProductTypeRow::as_select());
    query.load(connection)?.into_iter().map(ProductType::try_from).collect()
}

/// All price levels, in order of first appearance.
pub(crate) fn price_levels(connection: &mut StoreConnection) -> Result<Vec<PriceLevel>, StoreError> {
    let query = price_levels::table.order(price_levels::position).select(price_levels::name);
    let names: Vec<String> = query.load(connection)?;
    Ok(names.iter().map(|name| PriceLevel::new(name)).collect())
}

/// All warehouses, by id ascending.
pub(crate) fn warehouses(connection: &mut StoreConnection) -> Result<Vec<Warehouse>, StoreError> {
    let query = warehouses::table.order(warehouses::id).select((warehouses::id, warehouses::name));
    let rows: Vec<(String, String)> = query.load(connection)?;
    Ok(rows.into_iter().map(|(id, name)| Warehouse { id: id.into(), name: name.into() }).collect())
}
