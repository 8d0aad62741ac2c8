//! The jobs that are moved: those that have ended, so that their ids and idempotency keys are known at the new store.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::{WholeJobRow, import_jobs};
use crate::stored_table::StoredTable;
use catalog_domain::ports::StoreError;

/// Jobs without their bytes: those of open ones, and files of changes, are not moved.
pub(super) struct EndedJobs;

impl StoredTable for EndedJobs {
    const NAME: &'static str = import_jobs::table::NAME;
    type Row = WholeJobRow;

    fn read(
        connection: &mut StoreConnection,
        take: &mut dyn FnMut(Self::Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        import_jobs::table::read(connection, &mut |row| match row.finished_at {
            Some(_) => take(WholeJobRow { changes: None, ..row }),
            None => Ok(()),
        })
    }

    fn insert(connection: &mut StoreConnection, rows: Vec<Self::Row>) -> Result<(), StoreError> {
        import_jobs::table::insert(connection, rows)
    }

    fn replace(connection: &mut StoreConnection, rows: Vec<&Self::Row>) -> Result<(), StoreError> {
        import_jobs::table::replace(connection, rows)
    }

    fn count(connection: &mut StoreConnection) -> Result<i64, StoreError> {
        let ended = import_jobs::table.filter(import_jobs::finished_at.is_not_null());
        ended.count().get_result(connection)
    }
}
