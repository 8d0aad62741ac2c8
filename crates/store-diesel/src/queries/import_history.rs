//! The recorded imports.

use crate::failure::store_error;
use crate::rows::import_run_row::ImportRunRow;
use crate::schema::import_runs;
use crate::store::Store;
use catalog_domain::imports::JobId;
use catalog_domain::ports::{ImportHistory, RecordedImport, StoreError};
use catalog_domain::values::CatalogRevision;
use diesel::prelude::*;

impl ImportHistory for Store {
    fn latest_imports(&self, limit: u32) -> Result<Vec<RecordedImport>, StoreError> {
        let latest = import_runs::table.order(import_runs::revision.desc()).limit(i64::from(limit));
        let rows: Vec<ImportRunRow> =
            self.read(|connection| latest.select(ImportRunRow::as_select()).load(connection).map_err(store_error))?;
        rows.into_iter().map(RecordedImport::try_from).collect()
    }

    fn find_import(&self, revision: CatalogRevision) -> Result<Option<RecordedImport>, StoreError> {
        let found = import_runs::table.find(revision.0).select(ImportRunRow::as_select());
        let row = self.read(|connection| found.first(connection).optional().map_err(store_error))?;
        row.map(RecordedImport::try_from).transpose()
    }

    fn find_import_of_job(&self, job: JobId) -> Result<Option<RecordedImport>, StoreError> {
        let found = import_runs::table.filter(import_runs::job_id.eq(job.as_str())).select(ImportRunRow::as_select());
        let row = self.read(|connection| found.first(connection).optional().map_err(store_error))?;
        row.map(RecordedImport::try_from).transpose()
    }
}
