//! Everything that imports have written, in one snapshot.

use super::reference_data as reference;
use super::whole_products::{BaseRow, LinksRow, PartsRow, record, resources};
use crate::connection::{StoreConnection, columns_for, for_each_row};
use crate::failure::{store_error, unavailable};
use crate::rows::interner::Interner;
use crate::schema::{product_contents, product_resources, products};
use crate::store::Store;
use crate::transaction::{TransactionMode, allow_a_long_move, in_transaction};
use catalog_domain::ports::{ExportSource, StoreError, StoredItem};
use diesel::prelude::*;
use std::ops::ControlFlow;

type WholeRow = (BaseRow, PartsRow, Option<LinksRow>);

/// Products whose values share memory. Then the shared ones are forgotten, so that memory is bounded.
const SHARING_PRODUCTS: usize = 10_000;

impl ExportSource for Store {
    fn read_all(&self, take: &mut dyn FnMut(StoredItem) -> ControlFlow<()>) -> Result<(), StoreError> {
        let mut is_over = false;
        let mut pass_on = |item| {
            is_over |= take(item).is_break();
            if is_over { Err(unavailable("reading was broken off")) } else { Ok(()) }
        };
        // A connection of its own: what is read may be written as slowly as a pipe takes it.
        let mut connection = self.factory().open().map_err(|error| unavailable(error.to_string()))?;
        let read = in_transaction(&mut connection, TransactionMode::Snapshot, None, |connection| {
            allow_a_long_move(connection).map_err(store_error)?;
            read_all(connection, &mut pass_on)
        });
        if is_over { Ok(()) } else { read }
    }
}

fn read_all(
    connection: &mut StoreConnection,
    take: &mut dyn FnMut(StoredItem) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let count: i64 = products::table.count().get_result(connection).map_err(store_error)?;
    take(StoredItem::ProductCount(count.unsigned_abs()))?;
    reference::price_levels(connection)?.into_iter().map(StoredItem::PriceLevel).try_for_each(&mut *take)?;
    reference::warehouses(connection)?.into_iter().map(StoredItem::Warehouse).try_for_each(&mut *take)?;
    reference::product_types(connection)?.into_iter().map(StoredItem::ProductType).try_for_each(&mut *take)?;
    let sections = reference::sections(connection)?.into_iter();
    sections.map(|section| StoredItem::Section(Box::new(section))).try_for_each(&mut *take)?;
    let mut interner = Interner::default();
    let mut shared = 0;
    let take_row = |(base, parts, links): WholeRow| {
        shared += 1;
        if shared % SHARING_PRODUCTS == 0 {
            interner = Interner::default();
        }
        let links = links.as_ref().map(resources).transpose()?;
        match record(base, parts, &mut interner)? {
            Some(record) => take(StoredItem::Product(Box::new(record), links)),
            None => Ok(()),
        }
    };
    let rows =
        products::table.inner_join(product_contents::table).left_join(product_resources::table).order(products::id);
    for_each_row!(
        connection,
        inner => rows.select(columns_for::<WholeRow, _>(inner)),
        WholeRow,
        take_row
    )
}
