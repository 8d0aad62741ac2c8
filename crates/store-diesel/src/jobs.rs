//! Jobs of imports. On SQLite they are in the file of the accounts, so that nobody who sends one waits for an import
//! that writes; that one was committed is noted in the catalog's, with the commit.
//!
//! What may become of a job is decided by [`Jobs`]: here it is loaded, changed, and the difference written.

mod bytes;
mod saving;
mod spool_folder;

pub use spool_folder::SpoolFolder;

use crate::connection::StoreConnection;
use crate::dialect;
use crate::lease;
use crate::moving::refuse_if_moving;
use crate::prelude::*;
use crate::rows::import_job_row::{ImportJobRow, decode_problems};
use crate::schema::{ImportPartRow, import_jobs, import_parts};
use crate::store::Store;
use catalog_domain::imports::{BlobId, ImportJob, JobId, JobPart, JobState, Jobs, StoredJob};
use catalog_domain::ports::{JobScope, JobStore, StoreClock, StoreError};
use catalog_domain::values::Timestamp;
use std::collections::{HashMap, HashSet};

impl StoreClock for Store {
    fn store_time(&self) -> Result<Timestamp, StoreError> {
        self.read_accounts(lease::now).map(Timestamp::from_unix_microseconds)
    }
}

impl JobStore for Store {
    fn update_jobs(&self, scope: JobScope, change: &mut dyn FnMut(&mut Jobs)) -> Result<(), StoreError> {
        self.change_accounts(|connection| update_jobs(connection, scope, &mut *change))
    }

    fn jobs(&self) -> Result<Jobs, StoreError> {
        self.snapshot_accounts(load_jobs)
    }

    fn queue(&self, now: Timestamp) -> Result<Vec<ImportJob>, StoreError> {
        let open = import_jobs::table.filter(import_jobs::finished_at.is_null()).select(ImportJobRow::as_select());
        let rows: Vec<ImportJobRow> = self.read_accounts(|connection| open.load(connection))?;
        let open: Jobs = rows.into_iter().map(StoredJob::try_from).collect::<Result<_, _>>()?;
        Ok(open.queue(now).into_iter().cloned().collect())
    }

    fn find_job(&self, id: JobId) -> Result<Option<ImportJob>, StoreError> {
        let row = import_jobs::table.find(id.as_str());
        let columns = (ImportJobRow::as_select(), import_jobs::report, import_jobs::problems);
        let row = self.read_accounts(|connection| {
            row.select(columns).first_optional::<(ImportJobRow, Option<String>, String)>(connection)
        })?;
        let Some((row, report, problems)) = row else { return Ok(None) };
        let StoredJob { job, .. } = row.try_into()?;
        let (problem_tally, problems) = decode_problems(&problems)?;
        Ok(Some(ImportJob { report: report.map(Into::into), problems, problem_tally, ..job }))
    }

    fn parts_of(&self, id: JobId) -> Result<Vec<JobPart>, StoreError> {
        self.read_accounts(|connection| load_parts(connection, id))
    }

    fn part_blobs(&self) -> Result<HashSet<BlobId>, StoreError> {
        let columns = (import_parts::job_id, import_parts::source_id, import_parts::blob);
        let rows: Vec<(String, Option<String>, String)> =
            self.read_accounts(|connection| import_parts::table.select(columns).load(connection))?;
        let blob = |(job, source, name): (String, Option<String>, String)| {
            Some(BlobId { job: JobId::parse(&source.unwrap_or(job))?, name: JobId::parse(&name)? })
        };
        Ok(rows.into_iter().filter_map(blob).collect())
    }
}

/// Inside a write transaction. What adds to the jobs comes before or after the beginning of a move, and then fails.
pub(crate) fn update_jobs(
    connection: &mut StoreConnection,
    scope: JobScope,
    change: impl FnOnce(&mut Jobs),
) -> Result<(), StoreError> {
    dialect::lock_jobs(connection)?;
    let mut before = load_jobs(connection)?;
    if let JobScope::Growing(parts_of) = scope {
        refuse_if_moving(connection)?;
        if let Some(id) = parts_of {
            let parts = load_parts(connection, id)?;
            before = before.with_parts(id, parts);
        }
    }
    let mut after = before.clone();
    change(&mut after);
    saving::save(connection, &before, &after)
}

pub(crate) fn load_jobs(connection: &mut StoreConnection) -> Result<Jobs, StoreError> {
    let columns = ImportJobRow::as_select();
    let rows: Vec<ImportJobRow> = import_jobs::table.select(columns).load(connection)?;
    // Of one that runs or has ended, the first part is there if any is.
    let is_it = import_jobs::keeps_input.eq(true).or(import_jobs::state.eq(JobState::Running.name()));
    let first_parts: Vec<(String, Option<String>)> = import_parts::table
        .filter(import_parts::job_id.eq_any(import_jobs::table.filter(is_it).select(import_jobs::id)))
        .filter(import_parts::number.eq(1))
        .select((import_parts::job_id, import_parts::source_id))
        .load(connection)?;
    let inputs: HashMap<_, _> =
        first_parts.into_iter().map(|(job, source)| (JobId::parse(&job), source.unwrap_or(job))).collect();
    let stored = |row: ImportJobRow| -> Result<StoredJob, StoreError> {
        let stored = StoredJob::try_from(row)?;
        let input = inputs.get(&Some(stored.job.id)).and_then(|input| JobId::parse(input));
        Ok(StoredJob { input, ..stored })
    };
    rows.into_iter().map(stored).collect()
}

fn load_parts(connection: &mut StoreConnection, id: JobId) -> Result<Vec<JobPart>, StoreError> {
    let rows: Vec<ImportPartRow> = import_parts::table
        .filter(import_parts::job_id.eq(id.as_str()))
        .order(import_parts::number)
        .select(ImportPartRow::as_select())
        .load(connection)?;
    rows.into_iter().map(JobPart::try_from).collect()
}
