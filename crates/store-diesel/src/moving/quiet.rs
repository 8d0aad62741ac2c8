//! A store in which nobody imports, for a final copy: no import over HTTP is taken from its beginning on, those that
//! run come to their end, and no other begins.
//!
//! All of this ends with the copy. One that dies holds a lease for some seconds.

use super::{MoveError, Observer, check_stop};
use crate::connection::StoreConnection;
use crate::dialect;
use crate::jobs::load_jobs;
use crate::lease::{self, Lease};
use crate::lock_holder::LockHolder;
use crate::prelude::*;
use crate::schema::import_runs;
use crate::store::Store;
use crate::write::import_lock::{self, ImportLock};
use catalog_domain::imports::{JobId, JobState, Jobs};
use catalog_domain::ports::{Cause, ChangeJobs, JobScope, StoreError};
use catalog_domain::values::Timestamp;
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

impl Quiet {
    /// Makes the source of a final copy quiet. Waits for imports that run; others are refused, or cancelled if
    /// `cancels`.
    pub(super) fn begin(source: &Store, cancels: bool, observer: &dyn Observer) -> Result<Self, MoveError> {
        source.check_not_moved()?;
        let lease = take_lease(source)?;
        let mut is_waiting = false;
        loop {
            check_stop(observer)?;
            let (open, now) = source.change_accounts(jobs_now)?;
            if !cancels {
                refuse_unstarted(&open)?;
            }
            if !open.is_run(now) {
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
        let (jobs, _) = jobs_now(accounts)?;
        if jobs.open().next().is_none() { Ok(()) } else { Err(MoveError::SourceChanged { what: "an import" }) }
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
fn jobs_now(connection: &mut StoreConnection) -> Result<(Jobs, Timestamp), StoreError> {
    dialect::lock_jobs(connection)?;
    Ok((load_jobs(connection)?, Timestamp::from_unix_microseconds(lease::now(connection)?)))
}

fn refuse_unstarted(jobs: &Jobs) -> Result<(), MoveError> {
    let count = |wanted| jobs.open().filter(|job| job.state == wanted).count();
    let (receiving, waiting) = (count(JobState::Receiving), count(JobState::Waiting));
    if receiving + waiting == 0 { Ok(()) } else { Err(MoveError::OpenImports { receiving, waiting }) }
}

/// Ends the jobs that no server runs, and returns those that were cancelled. One whose server died may be committed.
fn end_open_jobs(source: &Store, lock: &mut ImportLock, cancels: bool) -> Result<Vec<JobId>, MoveError> {
    let (jobs, now) = source.change_accounts(jobs_now)?;
    let committed: Vec<Option<String>> = lock.read(|connection| {
        let runs = import_runs::table.filter(import_runs::job_id.eq_any(jobs.open().map(|job| job.id.to_string())));
        runs.select(import_runs::job_id).load(connection)
    })?;
    let is_committed = |job: JobId| committed.iter().flatten().any(|id| id == job.as_str());
    let unfinished = jobs.open().filter(|job| !is_committed(job.id)).count();
    if unfinished > 0 && !cancels {
        refuse_unstarted(&jobs)?;
        return Err(MoveError::OpenImports { receiving: 0, waiting: unfinished });
    }
    Ok(source.change_jobs(JobScope::Present, |jobs| jobs.end_for_move(is_committed, now))?)
}
