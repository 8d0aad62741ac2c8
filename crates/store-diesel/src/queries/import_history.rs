//! The recorded imports.

use crate::prelude::*;
use crate::schema::{ImportRunRow, import_runs, run_inverses};
use crate::store::Store;
use catalog_domain::imports::JobId;
use catalog_domain::ports::{ImportHistory, ImportSeen, RecordedImport, StoreError};
use catalog_domain::values::CatalogRevision;
use diesel::dsl::exists;

impl ImportHistory for Store {
    fn latest_imports(&self, limit: u32) -> Result<Vec<RecordedImport>, StoreError> {
        let latest = import_runs::table.order(import_runs::revision.desc()).limit(i64::from(limit));
        let rows: Vec<ImportRunRow> =
            self.read(|connection| latest.select(ImportRunRow::as_select()).load(connection))?;
        rows.into_iter().map(RecordedImport::try_from).collect()
    }

    fn find_import(&self, revision: CatalogRevision) -> Result<Option<RecordedImport>, StoreError> {
        let found = import_runs::table.find(revision.0).select(ImportRunRow::as_select());
        let row = self.read(|connection| found.first_optional(connection))?;
        row.map(RecordedImport::try_from).transpose()
    }

    fn find_import_of_job(&self, job: JobId) -> Result<Option<RecordedImport>, StoreError> {
        let found = import_runs::table.filter(import_runs::job_id.eq(job.as_str())).select(ImportRunRow::as_select());
        let row = self.read(|connection| found.first_optional(connection))?;
        row.map(RecordedImport::try_from).transpose()
    }

    fn note_seen(&self, revision: CatalogRevision, seen: ImportSeen) -> Result<bool, StoreError> {
        self.change(|connection| {
            let run = import_runs::table.find(revision.0);
            diesel::update(run.filter(import_runs::seen_at.is_null()))
                .set((import_runs::seen_by.eq(seen.by.0), import_runs::seen_at.eq(seen.at.unix_microseconds())))
                .execute(connection)?;
            diesel::select(exists(run)).get_result(connection)
        })
    }

    fn imports_with_inverse(&self) -> Result<Vec<CatalogRevision>, StoreError> {
        let first_pieces = run_inverses::table.filter(run_inverses::piece.eq(0)).order(run_inverses::revision.desc());
        let revisions: Vec<i64> =
            self.read(|connection| first_pieces.select(run_inverses::revision).load(connection))?;
        Ok(revisions.into_iter().map(CatalogRevision).collect())
    }

    fn last_undo_of(&self, revision: CatalogRevision) -> Result<Option<CatalogRevision>, StoreError> {
        let undos = import_runs::table.filter(import_runs::undoes.eq(revision.0));
        let last = undos.select(diesel::dsl::max(import_runs::revision));
        let last: Option<i64> = self.read(|connection| last.first(connection))?;
        Ok(last.map(CatalogRevision))
    }

    fn inverse_piece(&self, revision: CatalogRevision, piece: u32) -> Result<Option<Vec<u8>>, StoreError> {
        let found = run_inverses::table.find((revision.0, i64::from(piece))).select(run_inverses::content);
        self.read(|connection| found.first_optional(connection))
    }
}
