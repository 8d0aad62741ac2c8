//! The worker threads of the queue.

use super::fair_queue::{FairQueue, QueueLimits, Ticket};
use super::low_priority::lower_priority;
use super::requester::Requester;
use super::requester_permits::RequesterPermits;
use crate::runtime::background::BackgroundError;
use crate::runtime::erased_work::{ErasedWork, erase};
use crate::runtime::shares::Refusal;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::sync::oneshot;

/// Threads of low priority, and the jobs that wait for them.
pub struct WorkPool {
    shared: Arc<Shared>,
    requester_permits: RequesterPermits,
}

/// The state of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkStatus {
    /// Jobs that wait for a thread.
    pub waiting: usize,
    /// Jobs that run.
    pub running: usize,
    /// Jobs refused since the process began because the queue was full.
    pub refused: u64,
    /// Jobs refused since the process began because their requester's share was full.
    pub refused_over_quota: u64,
    /// Jobs dropped since the process began because their client had disconnected.
    pub dropped: u64,
}

struct Shared {
    state: Mutex<State>,
    /// A job may have become ready to run, or the pool ends.
    changed: Condvar,
}

struct State {
    queue: FairQueue<ErasedWork>,
    status: WorkStatus,
    is_ending: bool,
}

impl WorkPool {
    /// Jobs that may wait in all. Few of them take longer than 100 ms, and requesters take turns.
    pub const MOST_WAITING: usize = 512;
    /// Jobs of one requester that may wait.
    pub(crate) const MOST_WAITING_OF_ONE: usize = Self::MOST_WAITING / 2;

    /// A pool for a machine with that number of cores. It has at least two threads, so that half of them is one.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn start(cores: usize) -> io::Result<Self> {
        let threads = cores.max(2);
        let limits = QueueLimits {
            waiting: Self::MOST_WAITING as u64,
            waiting_per_requester: Self::MOST_WAITING_OF_ONE as u64,
            running_per_requester: threads as u64 / 2,
        };
        let status = WorkStatus { waiting: 0, running: 0, refused: 0, refused_over_quota: 0, dropped: 0 };
        let state = Mutex::new(State { queue: FairQueue::new(limits), status, is_ending: false });
        let pool = Self {
            shared: Arc::new(Shared { state, changed: Condvar::new() }),
            requester_permits: RequesterPermits::default(),
        };
        for number in 0..threads {
            let shared = Arc::clone(&pool.shared);
            std::thread::Builder::new().name(format!("work-{number}")).spawn(move || shared.work())?;
        }
        Ok(pool)
    }

    /// Runs `work` for `requester` when it is its turn. Work that has not begun when its caller is gone is dropped;
    /// what has begun runs to its end.
    ///
    /// # Errors
    /// [`BackgroundError::Full`] or [`BackgroundError::OverQuota`] at once when the queue is full;
    /// [`BackgroundError::Lost`] when it panicked.
    pub async fn run<T, F>(&self, requester: Requester, work: F) -> Result<T, BackgroundError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let (work, result) = erase(work);
        self.run_erased(requester, work).await?;
        result.take().ok_or_else(|| BackgroundError::Lost("it ended without a result".into()))
    }

    async fn run_erased(&self, requester: Requester, work: ErasedWork) -> Result<(), BackgroundError> {
        let span = tracing::Span::current();
        let waiting = tracing::debug_span!(target: "spans", "queue");
        let (sender, done) = oneshot::channel();
        let job = move || {
            drop(waiting);
            span.in_scope(|| tracing::debug_span!(target: "spans", "work").in_scope(work));
            // The receiver is gone when the client has disconnected.
            let _ = sender.send(());
        };
        let ticket = self.shared.push(requester, Box::new(job))?;
        let _queued = QueuedJob { shared: &self.shared, requester, ticket };
        done.await.map_err(|error| BackgroundError::Lost(error.into()))
    }

    pub(super) fn requester_permits(&self) -> &RequesterPermits {
        &self.requester_permits
    }

    /// The present state.
    pub fn status(&self) -> WorkStatus {
        let state = self.shared.state();
        WorkStatus { waiting: state.queue.waiting(), ..state.status }
    }
}

impl Shared {
    /// The loop of a worker thread until the pool ends.
    fn work(&self) {
        lower_priority();
        while let Some((requester, job)) = self.next() {
            // The caller learns of a panic from the dropped sender.
            let _ = catch_unwind(AssertUnwindSafe(job));
            let mut state = self.state();
            state.queue.finish(requester);
            state.status.running -= 1;
        }
    }

    /// Waits for the next job; `None` when the pool ends.
    fn next(&self) -> Option<(Requester, ErasedWork)> {
        let mut state = self.state();
        loop {
            if state.is_ending {
                return None;
            }
            if let Some(next) = state.queue.pop() {
                state.status.running += 1;
                return Some(next);
            }
            self.changed.wait(&mut state);
        }
    }

    fn push(&self, requester: Requester, job: ErasedWork) -> Result<Ticket, BackgroundError> {
        let mut state = self.state();
        let pushed = state.queue.push(requester, job);
        match pushed {
            Ok(_) => {
                self.changed.notify_one();
            }
            Err(Refusal::Full) => state.status.refused += 1,
            Err(Refusal::OverQuota) => state.status.refused_over_quota += 1,
        }
        Ok(pushed?)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic under this lock leaves nothing inconsistent.
        self.state.lock()
    }
}

struct QueuedJob<'a> {
    shared: &'a Shared,
    requester: Requester,
    ticket: Ticket,
}

impl Drop for QueuedJob<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let cancelled = state.queue.cancel(self.requester, self.ticket);
        state.status.dropped += u64::from(cancelled.is_some());
        drop(state);
        // Values that a job owns may take long to free, and no caller has to wait for that.
        drop(cancelled);
    }
}

impl Drop for WorkPool {
    fn drop(&mut self) {
        self.shared.state().is_ending = true;
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
