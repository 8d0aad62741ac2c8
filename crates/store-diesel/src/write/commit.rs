//! The commit of an import: everything in one transaction, in the order that the uniqueness of source ids requires.

use super::{events, inverse, products, reference_data};
use crate::connection::StoreConnection;
use crate::failure::unexpected;
use crate::prelude::*;
use crate::schema::{ImportRunRow, catalog_commits, import_runs, store_state};
use catalog_domain::ports::{ImportChanges, ImportWriteError, RECORDED_IMPORTS, StoreError};
use catalog_domain::values::{CatalogRevision, EventNumber};

/// Writes `changes`, in a transaction of the caller, and returns the new revision.
pub(super) fn commit(
    connection: &mut StoreConnection,
    changes: &mut ImportChanges<'_>,
) -> Result<CatalogRevision, ImportWriteError> {
    let last_event = last_event_if_at(connection, changes.base)?;
    let revision = changes.base.next();
    reference_data::release_source_ids(connection, changes)?;
    reference_data::write(connection, changes, revision)?;
    products::write(connection, changes.products, revision)?;
    let last_event = events::write(connection, changes.events, last_event, revision, changes.at)?;
    inverse::write(connection, changes, revision)?;
    write_state(connection, changes, last_event)?;
    Ok(revision)
}

/// The number of the last event, provided that the store is still at `base`.
fn last_event_if_at(connection: &mut StoreConnection, base: CatalogRevision) -> Result<EventNumber, StoreError> {
    let (revision, last_event): (i64, i64) =
        store_state::table.select((store_state::catalog_revision, store_state::last_event_number)).first(connection)?;
    if revision != base.0 {
        return Err(moved_on(base));
    }
    Ok(EventNumber(last_event))
}

/// The commits that are stored. A server that is further behind loads everything, as at its start.
const REMEMBERED_COMMITS: i64 = 1_000;

/// Stores the commit for servers that will request the changes since.
fn remember_commit(connection: &mut StoreConnection, revision: CatalogRevision, at: i64) -> Result<(), StoreError> {
    let old = catalog_commits::table.filter(catalog_commits::revision.le(revision.0 - REMEMBERED_COMMITS));
    diesel::delete(old).execute(connection)?;
    diesel::insert_into(catalog_commits::table)
        .values((catalog_commits::revision.eq(revision.0), catalog_commits::committed_at.eq(at)))
        .execute(connection)?;
    Ok(())
}

fn record_run(
    connection: &mut StoreConnection,
    changes: &ImportChanges<'_>,
    committed_at: i64,
) -> Result<(), StoreError> {
    let forgotten = changes.base.next().0 - i64::from(RECORDED_IMPORTS);
    let old = import_runs::table.filter(import_runs::revision.le(forgotten));
    diesel::delete(old).execute(connection)?;
    let row = ImportRunRow::new(changes, committed_at)?;
    diesel::insert_into(import_runs::table).values(&row).execute(connection)?;
    Ok(())
}

/// The last statement of the transaction, because it is the only one that accounts wait for.
fn write_state(
    connection: &mut StoreConnection,
    changes: &ImportChanges<'_>,
    last_event: EventNumber,
) -> Result<(), StoreError> {
    let base = changes.base;
    let committed_at = changes.clock.now().unix_microseconds();
    remember_commit(connection, base.next(), committed_at)?;
    record_run(connection, changes, committed_at)?;
    let written = diesel::update(store_state::table.filter(store_state::catalog_revision.eq(base.0)))
        .set((
            store_state::catalog_revision.eq(base.next().0),
            store_state::last_event_number.eq(last_event.0),
            store_state::committed_at.eq(committed_at),
            store_state::storefront_host.eq(changes.storefront.as_str()),
        ))
        .execute(connection)?;
    if written == 1 { Ok(()) } else { Err(moved_on(base)) }
}

fn moved_on(base: CatalogRevision) -> StoreError {
    unexpected(format!("the store is no longer at revision {base}, which the run was planned against"))
}
