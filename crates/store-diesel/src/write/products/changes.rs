//! Changes of stored products: their content, their offers, or single columns. On PostgreSQL each kind of a batch is
//! one statement, because every statement costs a round trip; on SQLite rows are written one by one.

use super::batch_rows::{NewContent, NewOffer};
use super::changed_products::{ChangedProducts, changed_one_by_one, id_of};
use super::update_from_json::update;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::product_write_row::{ContentRow, OfferRow};
use crate::schema::{product_contents, products};
use crate::stored_table::StoredTable;
use catalog_domain::ports::{ContentTouch, StoreError};
use catalog_domain::values::CatalogRevision;
use diesel::{PgConnection, SqliteConnection};

pub(super) fn replace_contents(
    connection: &mut StoreConnection,
    contents: &mut [NewContent],
    revision: CatalogRevision,
) -> Result<(), StoreError> {
    let changed = match connection {
        StoreConnection::Postgres(inner) => replace_all_contents(inner, contents, revision)?,
        StoreConnection::Sqlite(inner) => {
            changed_one_by_one(contents, |content| replace_content(inner, content, revision))?
        }
    };
    for content in &mut *contents {
        content.parts.product_id = id_of(&content.stock_number, &changed)?;
    }
    product_contents::table::replace(connection, contents.iter().map(|content| &content.parts).collect())
}

/// A record that states no commercial time does not touch the stored one, which is a statement of another shape.
fn replace_all_contents(
    connection: &mut PgConnection,
    contents: &[NewContent],
    revision: CatalogRevision,
) -> Result<ChangedProducts, StoreError> {
    let (timed, untimed): (Vec<_>, Vec<_>) =
        contents.iter().partition(|content| content.commercial_updated_at.is_some());
    let mut changed = update(connection, ContentRow::COLUMNS, &untimed, revision)?;
    let columns = [ContentRow::COLUMNS, &["commercial_updated_at"]].concat();
    changed.extend(update(connection, &columns, &timed, revision)?);
    Ok(changed)
}

fn replace_content(
    connection: &mut SqliteConnection,
    content: &NewContent,
    revision: CatalogRevision,
) -> Result<Option<(String, i64)>, StoreError> {
    let commercial_updated_at = content.commercial_updated_at.map(|at| products::commercial_updated_at.eq(at));
    diesel::update(products::table.filter(products::stock_number.eq(&content.stock_number)))
        .set((&content.row, commercial_updated_at, products::revision.eq(revision.0)))
        .returning((products::stock_number, products::id))
        .get_optional(connection)
}

pub(super) fn replace_offers(
    connection: &mut StoreConnection,
    offers: &[NewOffer],
    revision: CatalogRevision,
) -> Result<(), StoreError> {
    let changed = match connection {
        StoreConnection::Postgres(inner) => update(inner, OfferRow::COLUMNS, offers, revision)?,
        StoreConnection::Sqlite(inner) => changed_one_by_one(offers, |offer| {
            diesel::update(products::table.filter(products::stock_number.eq(&offer.stock_number)))
                .set((&offer.row, products::revision.eq(revision.0)))
                .returning((products::stock_number, products::id))
                .get_optional(inner)
        })?,
    };
    expect_all(offers.iter().map(|offer| &*offer.stock_number), &changed)
}

pub(super) fn deactivate(
    connection: &mut StoreConnection,
    stock_numbers: &[Box<str>],
    revision: CatalogRevision,
) -> Result<(), StoreError> {
    if stock_numbers.is_empty() {
        return Ok(());
    }
    let concerned = products::stock_number.eq_any(stock_numbers.iter().map(|stock_number| &**stock_number));
    let changed: Vec<(String, i64)> = diesel::update(products::table.filter(concerned))
        .set((products::is_active.eq(false), products::revision.eq(revision.0)))
        .returning((products::stock_number, products::id))
        .load(connection)?;
    expect_all(stock_numbers.iter().map(|stock_number| &**stock_number), &changed.into_iter().collect())
}

/// Moves the times of the last content change, and returns the changed products.
pub(super) fn touch_contents(
    connection: &mut StoreConnection,
    touched: &[(Box<str>, ContentTouch)],
    revision: CatalogRevision,
) -> Result<ChangedProducts, StoreError> {
    let mut all = ChangedProducts::new();
    // Within a run the time is nearly always the same.
    for same_time in touched.chunk_by(|(_, one), (_, other)| one == other) {
        let Some((_, touch)) = same_time.first() else { continue };
        let times = (
            products::other_content_at.eq(touch.at.unix_microseconds()),
            products::content_updated_at.eq(touch.content_updated_at.unix_microseconds()),
        );
        let concerned = products::stock_number.eq_any(same_time.iter().map(|(stock_number, _)| &**stock_number));
        let changed: Vec<(String, i64)> = diesel::update(products::table.filter(concerned))
            .set((times, products::revision.eq(revision.0)))
            .returning((products::stock_number, products::id))
            .load(connection)?;
        all.extend(changed);
    }
    expect_all(touched.iter().map(|(stock_number, _)| &**stock_number), &all)?;
    Ok(all)
}

/// Checks that every product to be changed was changed.
fn expect_all<'a>(
    mut stock_numbers: impl Iterator<Item = &'a str>,
    changed: &ChangedProducts,
) -> Result<(), StoreError> {
    stock_numbers.try_for_each(|stock_number| id_of(stock_number, changed).map(drop))
}
