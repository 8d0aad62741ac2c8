//! Imports: the recorded ones, and jobs that are sent over HTTP.
//!
//! A job waits in the store until a server runs it: `runner`. Its bytes are received by `receiver`, and deleted soon
//! after its end by `cleaner`.

mod abandoned;
mod cleaner;
pub mod documents;
mod ended;
mod followed;
mod list;
mod offer_table;
mod program;
mod receiver;
mod runner;
#[cfg(test)]
mod tests;

pub use cleaner::clean_every_few_seconds;
pub use ended::{EndedImports, EndedLabels, ended_imports};
pub use list::{ImportList, ListedImport, TroubledImport};
pub use program::{ImportProgram, JobSignal, RunningImport};
pub use receiver::{PartReceiver, ReceiveError};
pub use runner::{JobRunner, RunnerPorts, RunningJobs};

use crate::accounts::{audit_import_seen, audit_job_asked, audit_job_cancelled};
use crate::runtime::{BackgroundError, try_call_store};
use crate::service_failure::ServiceFailure;
use abandoned::{AbandonedJobs, UnansweredJob};
use catalog_domain::imports::{
    BlobId, FileName, ImportJob, JobAdded, JobAuthor, JobChange, JobId, JobOptions, JobRepeated, Jobs, NewJob,
};
use catalog_domain::ports::{
    ChangeJobs, Clock, ExportSource, ImportHistory, ImportSeen, JobBytes, JobIds, JobScope, JobStore, RecordedImport,
    StoreClock, StoreError,
};
use catalog_domain::values::{AccountId, CatalogRevision, Timestamp};
use receiver::Receivers;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How often a waiting request looks at its job.
const LOOK_INTERVAL: Duration = Duration::from_millis(300);

/// The imports of a store.
pub struct Imports {
    ports: Arc<ImportPorts>,
    receivers: Arc<Receivers>,
    abandoned: Arc<AbandonedJobs>,
    waiting: AtomicUsize,
    is_closed: AtomicBool,
}

/// The ports of imports, and a bound.
#[derive(Clone)]
pub struct ImportPorts {
    /// The recorded imports.
    pub history: Arc<dyn ImportHistory>,
    /// Everything that they have written.
    pub written: Arc<dyn ExportSource>,
    /// The jobs.
    pub jobs: Arc<dyn JobStore>,
    /// Their bytes.
    pub bytes: Arc<dyn JobBytes>,
    /// Makes their ids.
    pub ids: Arc<dyn JobIds>,
    /// The most bytes of a job's input, sent or unpacked.
    pub most_bytes: u64,
    /// The time of the store, for what is stored.
    pub store_clock: Arc<dyn StoreClock>,
    /// The time of this server, for how often something is done.
    pub clock: Arc<dyn Clock>,
}

/// Why a request cannot be repeated yet.
#[derive(Debug, thiserror::Error)]
#[error("the first request with this Idempotency-Key is still being received")]
struct StillReceived;

impl ImportPorts {
    /// Changes the jobs at the present time of the store. Blocks.
    fn change_jobs<R>(&self, scope: JobScope, change: impl Fn(&mut Jobs, Timestamp) -> R) -> Result<R, StoreError> {
        let now = self.store_clock.store_time()?;
        self.jobs.change_jobs(scope, |jobs| change(jobs, now))
    }
}

impl Imports {
    /// The most requests that wait for the end of a job at once.
    pub const MOST_WAITS: usize = 1_000;

    /// The imports behind `ports`.
    pub fn new(ports: ImportPorts) -> Self {
        Self {
            ports: Arc::new(ports),
            receivers: Arc::default(),
            abandoned: Arc::default(),
            waiting: AtomicUsize::new(0),
            is_closed: AtomicBool::new(false),
        }
    }

    /// The most bytes of a job's input.
    pub fn most_bytes(&self) -> u64 {
        self.ports.most_bytes
    }

    /// The last `count` imports that changed something, newest first.
    pub async fn latest(&self, count: u32) -> Result<Vec<RecordedImport>, ServiceFailure> {
        let history = Arc::clone(&self.ports.history);
        try_call_store(move || history.latest_imports(count)).await
    }

    /// The import that made a revision.
    pub async fn find(&self, revision: CatalogRevision) -> Result<Option<RecordedImport>, ServiceFailure> {
        let history = Arc::clone(&self.ports.history);
        try_call_store(move || history.find_import(revision)).await
    }

    /// The import that a job was committed as.
    pub async fn find_committed(&self, job: JobId) -> Result<Option<RecordedImport>, ServiceFailure> {
        let history = Arc::clone(&self.ports.history);
        try_call_store(move || history.find_import_of_job(job)).await
    }

    /// Whether the run that made `revision` can be undone.
    pub async fn can_undo(&self, revision: CatalogRevision) -> Result<bool, ServiceFailure> {
        let history = Arc::clone(&self.ports.history);
        Ok(try_call_store(move || history.imports_with_inverse()).await?.contains(&revision))
    }

    /// The last run that undoes the one that made `revision`.
    pub async fn last_undo_of(&self, revision: CatalogRevision) -> Result<Option<CatalogRevision>, ServiceFailure> {
        let history = Arc::clone(&self.ports.history);
        try_call_store(move || history.last_undo_of(revision)).await
    }

    /// Notes that an administrator has seen the warnings of a run; false when there is none.
    pub async fn note_seen(&self, revision: CatalogRevision, by: AccountId) -> Result<bool, ServiceFailure> {
        let (history, seen) = (Arc::clone(&self.ports.history), ImportSeen { by, at: self.ports.clock.now() });
        let is_known = try_call_store(move || history.note_seen(revision, seen)).await?;
        if is_known {
            audit_import_seen(revision, by);
        }
        Ok(is_known)
    }

    /// Begins a job whose file has that name, unless the same request was made before. One of which the caller does not
    /// get to know, because of an error or because it is gone, is forgotten.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be written, and while the only body of the same request is being
    /// received: it may be repeated.
    pub async fn begin(
        &self,
        options: JobOptions,
        name: Option<FileName>,
        author: JobAuthor,
        idempotency_key: Option<Box<str>>,
    ) -> Result<JobAdded, ServiceFailure> {
        let id = self.ports.ids.make_id()?;
        let (ports, by) = (Arc::clone(&self.ports), author.account);
        let job = NewJob { id, options, author, name, idempotency_key, tried: None };
        let unanswered = UnansweredJob::new(&self.ports, &self.abandoned, id);
        let (abandoned, caller) = (Arc::clone(&self.abandoned), Arc::new(()));
        let waiting = Arc::downgrade(&caller);
        let add = move || {
            abandoned.forget(&*ports.jobs)?;
            let added = ports.change_jobs(JobScope::Growing(None), |jobs, now| jobs.add(&job, now));
            // What a caller that has left meanwhile has had forgotten may not have been there yet.
            if waiting.strong_count() == 0 {
                drop(UnansweredJob::new(&ports, &abandoned, id));
            }
            let mut added = added?;
            if let JobAdded::Known(job) = &mut added
                && let Some(whole) = ports.jobs.find_job(job.id)?
            {
                // With its report and problems.
                **job = whole;
            }
            Ok::<_, StoreError>(added)
        };
        let added = try_call_store(add).await;
        drop(caller);
        let added = added?;
        unanswered.answered();
        match &added {
            JobAdded::Added(_) => audit_job_asked(id, by, options.kind, options.is_dry_run),
            JobAdded::Known(job) if job.receives_its_only_body() => {
                return Err(ServiceFailure::unavailable(StillReceived));
            }
            JobAdded::Known(_) | JobAdded::TooMany(_) => {}
        }
        Ok(added)
    }

    /// Begins a job with the input of `tried`, if that is still stored.
    pub async fn repeat(
        &self,
        tried: JobId,
        options: JobOptions,
        author: JobAuthor,
    ) -> Result<JobRepeated, ServiceFailure> {
        let id = self.ports.ids.make_id()?;
        let (ports, by) = (Arc::clone(&self.ports), author.account);
        let job = NewJob { id, options, author, name: None, idempotency_key: None, tried: Some(tried) };
        let repeat = move || ports.change_jobs(JobScope::Growing(Some(tried)), |jobs, now| jobs.repeat(&job, now));
        let repeated = try_call_store(repeat).await?;
        if let JobRepeated::Added(id) = repeated {
            audit_job_asked(id, by, options.kind, options.is_dry_run);
        }
        Ok(repeated)
    }

    /// Whether the input of an ended job is still stored.
    pub async fn has_input(&self, id: JobId) -> Result<bool, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        Ok(!try_call_store(move || ports.jobs.parts_of(id)).await?.is_empty())
    }

    /// The job with that id.
    pub async fn find_job(&self, id: JobId) -> Result<Option<ImportJob>, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        try_call_store(move || ports.jobs.find_job(id)).await
    }

    /// The same, once it has ended, the time is up or the server stops.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read, and when too many requests wait.
    pub async fn wait_for_end(&self, id: JobId, seconds: u64) -> Result<Option<ImportJob>, ServiceFailure> {
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let _waiting = if seconds > 0 { Some(self.begin_wait()?) } else { None };
        loop {
            let job = self.find_job(id).await?;
            let is_over = job.as_ref().is_none_or(|job| job.state.has_ended());
            if is_over || Instant::now() >= deadline || self.is_closed.load(Ordering::Relaxed) {
                return Ok(job);
            }
            sleep(LOOK_INTERVAL.min(deadline - Instant::now())).await;
        }
    }

    /// Has a job wait for its turn; `digest` is that of an input which came as one body: the job is then forgotten if
    /// this fails.
    pub async fn submit(&self, id: JobId, digest: Option<String>) -> Result<JobChange<ImportJob>, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        // One whose parts are sent by requests of their own can be started again.
        let unanswered = digest.is_some().then(|| UnansweredJob::new(&self.ports, &self.abandoned, id));
        let submit =
            move || ports.change_jobs(JobScope::Growing(Some(id)), |jobs, now| jobs.submit(id, digest.as_deref(), now));
        let submitted = try_call_store(submit).await?;
        unanswered.into_iter().for_each(UnansweredJob::answered);
        Ok(submitted)
    }

    /// Cancels a job.
    pub async fn cancel(&self, id: JobId, by: AccountId) -> Result<JobChange<ImportJob>, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        let cancel = move || ports.change_jobs(JobScope::Present, |jobs, now| jobs.cancel(id, now));
        let change = try_call_store(cancel).await?;
        if matches!(change, JobChange::Made(_)) {
            audit_job_cancelled(id, by);
        }
        Ok(change)
    }

    /// A piece of the report of changes of `job`; `None` after the last one.
    ///
    /// # Errors
    /// [`ServiceFailure`] when it cannot be read.
    pub async fn read_changes(&self, blob: BlobId, piece: u32) -> Result<Option<Vec<u8>>, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        try_call_store(move || ports.bytes.read_piece(blob, piece)).await
    }

    /// Ends all waiting, now and from now on: the server stops.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    fn begin_wait(&self) -> Result<Wait<'_>, ServiceFailure> {
        let wait = Wait(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= Self::MOST_WAITS {
            return Err(BackgroundError::Full.into());
        }
        Ok(wait)
    }
}

/// A request that waits. It is counted until this is dropped.
struct Wait<'a>(&'a AtomicUsize);

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
