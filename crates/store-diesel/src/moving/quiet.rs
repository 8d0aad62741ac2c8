//! A store in which nobody imports, for a final copy: no import over HTTP is taken from its beginning on, those that
//! run come to their end, and no other begins.
//!
//! All of this ends with the copy. One that dies holds a lease for some seconds.

use super::{MoveError, Observer, check_stop};
use crate::connection::StoreConnection;
use crate::dialect;
use crate::failure::store_error;
use crate::jobs::forget_parts;
use crate::lease::{self, Lease};
use crate::lock_holder::LockHolder;
use crate::rows::import_job_row::encode_problems;
use crate::schema::{import_jobs, import_runs};
use crate::store::Store;
use crate::write::import_lock::{self, ImportLock};
use catalog_domain::imports::{JobId, JobProblem, JobState};
use catalog_domain::ports::{Cause, StoreError};
use diesel::prelude::*;
use std::time::{Duration, Instant};

/// How often it is looked whether an import still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The store is quiet until this is dropped.
pub(super) struct Quiet {
    lease: Lease,
    /// No import may end between the copy and the last word.
    _lock: ImportLock,
    pub(super) cancelled: Vec<JobId>,
}

/// A job that has not ended.
struct OpenJob {
    id: JobId,
    state: JobState,
    /// Whether a server runs it.
    runs: bool,
}

impl Quiet {
    /// Makes the source of a final copy quiet. Waits for imports that run; others are refused, or cancelled if
    /// `cancels`.
    pub(super) fn begin(source: &Store, cancels: bool, observer: &dyn Observer) -> Result<Self, MoveError> {
        source.check_not_moved()?;
        let lease = take_lease(source)?;
        let mut is_waiting = false;
        loop {
            check_stop(observer)?;
            let open = source.change_accounts(open_jobs)?;
            if !cancels {
                refuse_unstarted(&open)?;
            }
            if !open.iter().any(|job| job.runs) {
                break;
            }
            if !std::mem::replace(&mut is_waiting, true) {
                tracing::warn!("waits for the import over HTTP that runs");
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        let lock = import_lock::take_for("copy", source, || !observer.wants_stop());
        let mut lock = match lock {
            Err(_) if observer.wants_stop() => return Err(MoveError::Stopped),
            lock => lock?,
        };
        let cancelled = end_open_jobs(source, &mut lock, cancels)?;
        Ok(Self { lease, _lock: lock, cancelled })
    }

    /// Inside the write transaction that closes the accounts of the source, after `row`: nobody has added a job.
    pub(super) fn confirm(&self, accounts: &mut StoreConnection) -> Result<(), MoveError> {
        self.lease.confirm(accounts)?;
        if open_jobs(accounts)?.is_empty() { Ok(()) } else { Err(MoveError::SourceChanged { what: "an import" }) }
    }

    /// For the whole of that transaction.
    pub(super) fn row(&self) -> impl Drop + '_ {
        self.lease.row()
    }
}

fn take_lease(source: &Store) -> Result<Lease, MoveError> {
    let factory = source.account_factory().unwrap_or_else(|| source.factory());
    let mut connection = factory.open().map_err(|error| StoreError::Unavailable(Cause::from(error)))?;
    let deadline = Instant::now() + source.import_wait();
    Ok(import_lock::poll(
        &mut connection,
        || Instant::now() < deadline,
        |connection| Lease::try_take((lease::MOVE, "copy"), &factory, connection),
        |connection| LockHolder::read(&lease::holder(connection, lease::MOVE).ok()??),
    )?)
}

/// Inside a write transaction. A job that is added afterwards meets the lease of the move.
fn open_jobs(connection: &mut StoreConnection) -> Result<Vec<OpenJob>, StoreError> {
    dialect::lock_jobs(connection).map_err(store_error)?;
    let now = lease::now(connection)?;
    let rows: Vec<(String, String, Option<i64>)> = import_jobs::table
        .filter(import_jobs::finished_at.is_null())
        .select((import_jobs::id, import_jobs::state, import_jobs::lease_until))
        .load(connection)
        .map_err(store_error)?;
    let job = |(id, state, until): (String, String, Option<i64>)| {
        let (id, state) = (JobId::parse(&id)?, JobState::from_name(&state)?);
        Some(OpenJob { id, state, runs: state == JobState::Running && until > Some(now) })
    };
    Ok(rows.into_iter().filter_map(job).collect())
}

fn refuse_unstarted(open: &[OpenJob]) -> Result<(), MoveError> {
    let count = |wanted| open.iter().filter(|job| job.state == wanted).count();
    let (receiving, waiting) = (count(JobState::Receiving), count(JobState::Waiting));
    if receiving + waiting == 0 { Ok(()) } else { Err(MoveError::OpenImports { receiving, waiting }) }
}

/// Ends the jobs that no server runs, and returns those that were cancelled. One whose server died may be committed.
fn end_open_jobs(source: &Store, lock: &mut ImportLock, cancels: bool) -> Result<Vec<JobId>, MoveError> {
    let open = source.change_accounts(open_jobs)?;
    let committed: Vec<Option<String>> = lock.read(|connection| {
        let runs = import_runs::table.filter(import_runs::job_id.eq_any(open.iter().map(|job| job.id.to_string())));
        runs.select(import_runs::job_id).load(connection).map_err(store_error)
    })?;
    let is_committed = |job: &OpenJob| committed.iter().flatten().any(|id| id == job.id.as_str());
    let unfinished = open.iter().filter(|job| !is_committed(job));
    let unfinished: Vec<JobId> = unfinished.map(|job| job.id).collect();
    if !unfinished.is_empty() && !cancels {
        refuse_unstarted(&open)?;
        return Err(MoveError::OpenImports { receiving: 0, waiting: unfinished.len() });
    }
    source.change_accounts(|connection| {
        dialect::lock_jobs(connection).map_err(store_error)?;
        let reason = encode_problems(&[JobProblem::of_input("the store was moved: send it again, to the new one")])?;
        for job in &open {
            let (state, problems) = match is_committed(job) {
                true => (JobState::Done, "[]"),
                false => (JobState::Cancelled, &*reason),
            };
            diesel::update(import_jobs::table.find(job.id.as_str()).filter(import_jobs::finished_at.is_null()))
                .set((
                    import_jobs::state.eq(state.name()),
                    import_jobs::finished_at.eq(lease::now(connection)?),
                    import_jobs::holder.eq(None::<String>),
                    import_jobs::lease_until.eq(None::<i64>),
                    import_jobs::phase.eq(None::<String>),
                    import_jobs::rate.eq(None::<i64>),
                    import_jobs::problems.eq(problems),
                ))
                .execute(connection)
                .map_err(store_error)?;
            forget_parts(connection, job.id)?;
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(unfinished)
}
