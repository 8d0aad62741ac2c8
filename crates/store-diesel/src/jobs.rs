//! Jobs of imports. On SQLite they are in the file of the accounts, so that nobody who sends one waits for an import
//! that writes; that one was committed is noted in the catalog's, with the commit.

mod bytes;
mod queue;
mod spool_folder;

pub use spool_folder::SpoolFolder;

use crate::connection::StoreConnection;
use crate::dialect;
use crate::failure::store_error;
use crate::moving::refuse_if_moving;
use crate::rows::import_job_row::{ImportJobRow, ImportPartRow, NewJobRow, encode_problems};
use crate::schema::{import_jobs, import_parts};
use crate::store::Store;
use catalog_domain::imports::{
    IDEMPOTENCY_SECONDS, ImportJob, JobId, JobPart, JobProblem, JobState, LONGEST_BODY_SILENCE_SECONDS, NewJob,
    TooManyJobs, are_complete, bytes_beside, may_wait,
};
use catalog_domain::ports::{ImportJobStore, JobAdded, JobChange, JobRepeated, PartStored, StoreError};
use catalog_domain::values::{AccountId, Timestamp};
use diesel::dsl::max;
use diesel::prelude::*;

const RECEIVING: &str = "receiving";
const WAITING: &str = "waiting";
const RUNNING: &str = "running";

impl ImportJobStore for Store {
    fn add_job(&self, job: &NewJob, now: Timestamp) -> Result<JobAdded, StoreError> {
        self.change_accounts(|connection| {
            lock_to_add(connection)?;
            let silent = now.plus_seconds(-LONGEST_BODY_SILENCE_SECONDS).unix_microseconds();
            let left = import_jobs::table
                .filter(import_jobs::state.eq(RECEIVING).and(import_jobs::is_in_parts.eq(false)))
                .filter(import_jobs::received_at.lt(silent));
            diesel::delete(left).execute(connection).map_err(store_error)?;
            if let Some(known) = known_job(connection, job, now)? {
                return Ok(JobAdded::Known(Box::new(known)));
            }
            if let Err(too_many) = room(connection, job.author.account)? {
                return Ok(JobAdded::TooMany(too_many));
            }
            let row = NewJobRow::new(job, now);
            diesel::insert_into(import_jobs::table).values(&row).execute(connection).map_err(store_error)?;
            Ok(JobAdded::Added)
        })
    }

    fn find_job(&self, id: JobId) -> Result<Option<ImportJob>, StoreError> {
        self.read_accounts(|connection| find(connection, id))
    }

    fn all_jobs(&self) -> Result<Vec<(JobId, Timestamp)>, StoreError> {
        self.read_accounts(|connection| {
            let rows: Vec<(String, i64)> = import_jobs::table
                .order((import_jobs::created_at.desc(), import_jobs::id))
                .select((import_jobs::id, import_jobs::created_at))
                .load(connection)
                .map_err(store_error)?;
            let job = |(id, at): (String, i64)| Some((JobId::parse(&id)?, Timestamp::from_unix_microseconds(at)));
            Ok(rows.into_iter().filter_map(job).collect())
        })
    }

    fn touch_job(&self, id: JobId, now: Timestamp) -> Result<bool, StoreError> {
        self.change_accounts(|connection| {
            let touched = diesel::update(import_jobs::table.find(id.as_str()).filter(import_jobs::state.eq(RECEIVING)))
                .set(import_jobs::received_at.eq(now.unix_microseconds()))
                .execute(connection)
                .map_err(store_error)?;
            Ok(touched == 1)
        })
    }

    fn put_part(
        &self,
        id: JobId,
        part: &JobPart,
        most_bytes: u64,
        now: Timestamp,
    ) -> Result<JobChange<PartStored>, StoreError> {
        self.change_accounts(|connection| {
            lock_to_add(connection)?;
            let Some(job) = find(connection, id)? else { return Ok(JobChange::NoJob) };
            if job.state != JobState::Receiving {
                return Ok(JobChange::Impossible(Box::new(job)));
            }
            let parts = parts(connection, id)?;
            let (sent, content) = bytes_beside(&parts, part.number);
            if sent + part.sent_bytes > most_bytes || content + part.content_bytes > most_bytes {
                return Ok(JobChange::Made(PartStored::TooLarge));
            }
            let replaced = parts.iter().find(|other| other.number == part.number).map(|other| other.blob);
            let before = import_parts::table.find((id.as_str(), i64::from(part.number)));
            diesel::delete(before).execute(connection).map_err(store_error)?;
            let row = ImportPartRow::new(id, part);
            diesel::insert_into(import_parts::table).values(&row).execute(connection).map_err(store_error)?;
            diesel::update(import_jobs::table.find(id.as_str()))
                .set(import_jobs::received_at.eq(now.unix_microseconds()))
                .execute(connection)
                .map_err(store_error)?;
            Ok(JobChange::Made(PartStored::Stored { replaced }))
        })
    }

    fn parts_of(&self, id: JobId) -> Result<Vec<JobPart>, StoreError> {
        self.read_accounts(|connection| parts(connection, id))
    }

    fn submit_job(&self, id: JobId, digest: Option<&str>, now: Timestamp) -> Result<JobChange<ImportJob>, StoreError> {
        self.change_accounts(|connection| {
            lock_to_add(connection)?;
            let Some(job) = find(connection, id)? else { return Ok(JobChange::NoJob) };
            match job.state {
                JobState::Waiting | JobState::Running => return Ok(JobChange::Made(job)),
                JobState::Receiving => {}
                _ => return Ok(JobChange::Impossible(Box::new(job))),
            }
            let numbers: Vec<u32> = parts(connection, id)?.iter().map(|part| part.number).collect();
            if !are_complete(&numbers) {
                return Ok(JobChange::Impossible(Box::new(job)));
            }
            let_wait(connection, id, digest, now)?;
            changed(connection, id)
        })
    }

    fn repeat_job(&self, job: &NewJob, now: Timestamp) -> Result<JobRepeated, StoreError> {
        self.change_accounts(|connection| {
            lock_to_add(connection)?;
            let Some(tried) = job.tried else { return Ok(JobRepeated::NoInput) };
            let input = parts(connection, tried)?;
            let has_ended = find(connection, tried)?.is_some_and(|tried| tried.state.has_ended());
            if input.is_empty() || !has_ended {
                return Ok(JobRepeated::NoInput);
            }
            if let Err(too_many) = room(connection, job.author.account)? {
                return Ok(JobRepeated::TooMany(too_many));
            }
            let row = NewJobRow::new(job, now);
            diesel::insert_into(import_jobs::table).values(&row).execute(connection).map_err(store_error)?;
            for part in input {
                let source = Some(part.blob_of(tried).job);
                let row = ImportPartRow::new(job.id, &JobPart { source, ..part });
                diesel::insert_into(import_parts::table).values(&row).execute(connection).map_err(store_error)?;
            }
            let_wait(connection, job.id, None, now)?;
            Ok(JobRepeated::Added)
        })
    }

    fn cancel_job(&self, id: JobId, now: Timestamp) -> Result<JobChange<ImportJob>, StoreError> {
        self.change_accounts(|connection| {
            dialect::lock_jobs(connection).map_err(store_error)?;
            let Some(job) = find(connection, id)? else { return Ok(JobChange::NoJob) };
            match job.state {
                JobState::Receiving | JobState::Waiting => cancel(connection, id, &[], now)?,
                JobState::Running => {
                    diesel::update(import_jobs::table.find(id.as_str()))
                        .set(import_jobs::is_cancelling.eq(true))
                        .execute(connection)
                        .map_err(store_error)?;
                }
                _ => return Ok(JobChange::Impossible(Box::new(job))),
            }
            changed(connection, id)
        })
    }

    fn drop_job(&self, id: JobId) -> Result<(), StoreError> {
        self.change_accounts(|connection| {
            let row = import_jobs::table.find(id.as_str()).filter(import_jobs::state.eq(RECEIVING));
            if diesel::delete(row).execute(connection).map_err(store_error)? == 1 {
                forget_parts(connection, id)?;
            }
            Ok(())
        })
    }
}

/// Inside a write transaction that adds to a job: it comes before or after the beginning of a move, and then fails.
fn lock_to_add(connection: &mut StoreConnection) -> Result<(), StoreError> {
    dialect::lock_jobs(connection).map_err(store_error)?;
    refuse_if_moving(connection)
}

fn find(connection: &mut StoreConnection, id: JobId) -> Result<Option<ImportJob>, StoreError> {
    let row = import_jobs::table.find(id.as_str()).select(ImportJobRow::as_select());
    row.first(connection).optional().map_err(store_error)?.map(ImportJob::try_from).transpose()
}

fn changed(connection: &mut StoreConnection, id: JobId) -> Result<JobChange<ImportJob>, StoreError> {
    Ok(find(connection, id)?.map_or(JobChange::NoJob, JobChange::Made))
}

fn parts(connection: &mut StoreConnection, id: JobId) -> Result<Vec<JobPart>, StoreError> {
    let rows: Vec<ImportPartRow> = import_parts::table
        .filter(import_parts::job_id.eq(id.as_str()))
        .order(import_parts::number)
        .select(ImportPartRow::as_select())
        .load(connection)
        .map_err(store_error)?;
    rows.into_iter().map(JobPart::try_from).collect()
}

/// Whether one more job of `account` may receive or wait.
fn room(connection: &mut StoreConnection, account: AccountId) -> Result<Result<(), TooManyJobs>, StoreError> {
    let unstarted = import_jobs::table.filter(import_jobs::state.eq_any([RECEIVING, WAITING]));
    let authors: Vec<i64> = unstarted.select(import_jobs::account_id).load(connection).map_err(store_error)?;
    Ok(may_wait(authors.iter().filter(|author| **author == account.0).count(), authors.len()))
}

/// Cancels the jobs of an account that have not begun.
pub(crate) fn cancel_jobs_of(
    connection: &mut StoreConnection,
    account: AccountId,
    reason: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    dialect::lock_jobs(connection).map_err(store_error)?;
    let ids: Vec<String> = import_jobs::table
        .filter(import_jobs::account_id.eq(account.0).and(import_jobs::state.eq_any([RECEIVING, WAITING])))
        .select(import_jobs::id)
        .load(connection)
        .map_err(store_error)?;
    let problems = [JobProblem::of_input(reason)];
    ids.iter().filter_map(|id| JobId::parse(id)).try_for_each(|id| cancel(connection, id, &problems, now))
}

fn cancel(
    connection: &mut StoreConnection,
    id: JobId,
    problems: &[JobProblem],
    now: Timestamp,
) -> Result<(), StoreError> {
    diesel::update(import_jobs::table.find(id.as_str()))
        .set((
            import_jobs::state.eq(JobState::Cancelled.name()),
            import_jobs::finished_at.eq(now.unix_microseconds()),
            import_jobs::problems.eq(encode_problems(problems)?),
        ))
        .execute(connection)
        .map_err(store_error)?;
    forget_parts(connection, id)
}

/// Has a job wait behind all others.
fn let_wait(
    connection: &mut StoreConnection,
    id: JobId,
    digest: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let last: Option<i64> =
        import_jobs::table.select(max(import_jobs::arrival)).first(connection).map_err(store_error)?;
    diesel::update(import_jobs::table.find(id.as_str()))
        .set((
            import_jobs::state.eq(WAITING),
            import_jobs::arrival.eq(last.unwrap_or(0) + 1),
            import_jobs::digest.eq(digest),
            import_jobs::received_at.eq(now.unix_microseconds()),
        ))
        .execute(connection)
        .map(drop)
        .map_err(store_error)
}

pub(crate) fn forget_parts(connection: &mut StoreConnection, id: JobId) -> Result<(), StoreError> {
    let parts = import_parts::table.filter(import_parts::job_id.eq(id.as_str()));
    diesel::delete(parts).execute(connection).map(drop).map_err(store_error)
}

/// The job that the same request of the same account made before.
fn known_job(connection: &mut StoreConnection, job: &NewJob, now: Timestamp) -> Result<Option<ImportJob>, StoreError> {
    let Some(key) = &job.idempotency_key else { return Ok(None) };
    let forgotten = now.plus_seconds(-IDEMPOTENCY_SECONDS).unix_microseconds();
    let row = import_jobs::table
        .filter(import_jobs::account_id.eq(job.author.account.0).and(import_jobs::idempotency_key.eq(&**key)))
        .filter(import_jobs::finished_at.is_null().or(import_jobs::finished_at.gt(forgotten)))
        .order(import_jobs::created_at.desc())
        .select(ImportJobRow::as_select());
    row.first(connection).optional().map_err(store_error)?.map(ImportJob::try_from).transpose()
}
