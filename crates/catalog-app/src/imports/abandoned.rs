//! Jobs whose only request was answered with an error, or not at all: they are forgotten as soon as the store can be
//! written, so that the request can be repeated with its `Idempotency-Key`.

use super::ImportPorts;
use catalog_domain::imports::{JobId, LONGEST_BODY_SILENCE_SECONDS, MOST_WAITING_JOBS};
use catalog_domain::ports::{ChangeJobs, JobScope, JobStore, StoreError};
use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The pause between two attempts to forget them.
const PAUSE: Duration = Duration::from_secs(1);

/// The jobs of this server that are to be forgotten. Of more than can be received at once nothing is known: they are
/// given up when nothing came for [`LONGEST_BODY_SILENCE_SECONDS`].
#[derive(Debug, Default)]
pub(super) struct AbandonedJobs(Mutex<Abandoned>);

#[derive(Debug, Default)]
struct Abandoned {
    jobs: BTreeSet<JobId>,
    /// Whether a task tries to forget them.
    is_being_forgotten: bool,
}

impl AbandonedJobs {
    fn lock(&self) -> MutexGuard<'_, Abandoned> {
        self.0.lock()
    }

    /// Forgets them, as far as the store can be written. Blocks.
    ///
    /// # Errors
    /// [`StoreError`]: they are still to be forgotten.
    pub(super) fn forget(&self, store: &dyn JobStore) -> Result<(), StoreError> {
        let abandoned = self.lock().jobs.clone();
        if !abandoned.is_empty() {
            store.change_jobs(JobScope::Present, |jobs| abandoned.iter().for_each(|job| jobs.forget(*job)))?;
            self.lock().jobs.retain(|job| !abandoned.contains(job));
        }
        Ok(())
    }

    /// Whether there are none left: then nobody tries to forget them any more.
    fn is_done(&self) -> bool {
        let mut abandoned = self.lock();
        abandoned.is_being_forgotten = !abandoned.jobs.is_empty();
        !abandoned.is_being_forgotten
    }

    /// Notes a job. Returns whether a task is to be started that forgets it.
    fn add(&self, job: JobId) -> bool {
        let mut abandoned = self.lock();
        if abandoned.jobs.len() < MOST_WAITING_JOBS {
            abandoned.jobs.insert(job);
        }
        !std::mem::replace(&mut abandoned.is_being_forgotten, true)
    }
}

/// A job that is forgotten unless its request is answered: when this is dropped before.
pub(super) struct UnansweredJob {
    ports: Arc<ImportPorts>,
    abandoned: Arc<AbandonedJobs>,
    id: JobId,
    is_answered: bool,
}

impl UnansweredJob {
    pub(super) fn new(ports: &Arc<ImportPorts>, abandoned: &Arc<AbandonedJobs>, id: JobId) -> Self {
        Self { ports: Arc::clone(ports), abandoned: Arc::clone(abandoned), id, is_answered: false }
    }

    /// The request is answered, or somebody else sees to it.
    pub(super) fn answered(mut self) {
        self.is_answered = true;
    }
}

impl Drop for UnansweredJob {
    fn drop(&mut self) {
        if self.is_answered || !self.abandoned.add(self.id) {
            return;
        }
        let (ports, abandoned) = (Arc::clone(&self.ports), Arc::clone(&self.abandoned));
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(forget_until_done(ports, abandoned))),
            Err(_) => abandoned.lock().is_being_forgotten = false,
        }
    }
}

/// Tries to forget the jobs for as long as that is sooner than that they are given up.
async fn forget_until_done(ports: Arc<ImportPorts>, abandoned: Arc<AbandonedJobs>) {
    for _ in 0..LONGEST_BODY_SILENCE_SECONDS {
        let (ports, known) = (Arc::clone(&ports), Arc::clone(&abandoned));
        // Not bounded in time: a call that is given up and ends later would come after the next one.
        let forgotten = tokio::task::spawn_blocking(move || known.forget(&*ports.jobs)).await;
        if matches!(forgotten, Ok(Ok(()))) && abandoned.is_done() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
    *abandoned.lock() = Abandoned::default();
}
