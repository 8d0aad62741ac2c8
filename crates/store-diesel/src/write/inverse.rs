//! The inverses of the last runs.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::run_inverses;
use catalog_domain::imports::oldest_undoable;
use catalog_domain::ports::{ImportChanges, ImportWriteError, StoreError};
use catalog_domain::values::CatalogRevision;
use diesel::dsl::sql;
use diesel::sql_types::BigInt;

/// Stores the inverse of a run, and forgets those that are of no use any more.
pub(super) fn write(
    connection: &mut StoreConnection,
    changes: &mut ImportChanges<'_>,
    revision: CatalogRevision,
) -> Result<(), ImportWriteError> {
    for (number, piece) in (0_i64..).zip(&mut *changes.inverse) {
        let content = piece.map_err(ImportWriteError::Products)?;
        diesel::insert_into(run_inverses::table)
            .values((
                run_inverses::revision.eq(revision.0),
                run_inverses::piece.eq(number),
                run_inverses::content.eq(content),
            ))
            .execute(connection)?;
    }
    Ok(forget(connection, revision)?)
}

fn forget(connection: &mut StoreConnection, present: CatalogRevision) -> Result<(), StoreError> {
    let sizes: Vec<(i64, i64)> = run_inverses::table
        .group_by(run_inverses::revision)
        // The same function on both engines, which does not read the content.
        .select((run_inverses::revision, sql::<BigInt>("CAST(SUM(LENGTH(content)) AS BIGINT)")))
        .order(run_inverses::revision.desc())
        .load(connection)?;
    let sizes = sizes.into_iter().map(|(revision, size)| (CatalogRevision(revision), size.unsigned_abs()));
    let oldest = oldest_undoable(present, sizes);
    let forgotten = run_inverses::table.filter(run_inverses::revision.lt(oldest.0));
    diesel::delete(forgotten).execute(connection).map(drop)
}
