//! The jobs that are moved: those that have ended, so that their ids and idempotency keys are known at the new store.

use super::moved_table::MovedTable;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::import_jobs;
use catalog_domain::ports::StoreError;

/// Jobs without their bytes: those of open ones, and files of changes, are not moved.
pub(super) struct EndedJobs;

impl MovedTable for EndedJobs {
    const NAME: &'static str = import_jobs::table::NAME;
    type Row = <import_jobs::table as MovedTable>::Row;

    fn read(
        connection: &mut StoreConnection,
        take: &mut dyn FnMut(Self::Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        import_jobs::table::read(connection, &mut |row| match row.finished_at {
            Some(_) => take(Self::Row { changes: None, ..row }),
            None => Ok(()),
        })
    }

    fn insert(connection: &mut StoreConnection, rows: Vec<Self::Row>) -> Result<(), StoreError> {
        import_jobs::table::insert(connection, rows)
    }

    fn count(connection: &mut StoreConnection) -> Result<i64, StoreError> {
        let ended = import_jobs::table.filter(import_jobs::finished_at.is_not_null());
        ended.count().get_result(connection)
    }
}
