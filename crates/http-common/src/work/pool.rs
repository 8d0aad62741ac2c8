//! The threads that do the work of the queue.

use super::Requester;
use super::fair_queue::{FairQueue, QueueLimits, Refusal, Ticket};
use super::low_priority::lower_priority;
use super::requester_permits::RequesterPermits;
use crate::background::BackgroundError;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Threads of low priority, and the work that waits for them.
pub struct WorkPool {
    shared: Arc<Shared>,
    requester_permits: RequesterPermits,
}

/// How things stand in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkStatus {
    /// Jobs that wait for a thread.
    pub waiting: usize,
    /// Jobs that run.
    pub running: usize,
    /// Jobs refused since the process began because as many waited as may wait.
    pub refused: u64,
    /// Jobs refused since the process began because their requester had its share waiting.
    pub refused_over_quota: u64,
    /// Jobs dropped since the process began because their client had gone away.
    pub dropped: u64,
}

type Job = Box<dyn FnOnce() + Send>;

struct Shared {
    state: Mutex<State>,
    /// Something may have become ready to run, or the pool ends.
    changed: Condvar,
}

struct State {
    queue: FairQueue<Job>,
    status: WorkStatus,
    is_ending: bool,
}

impl WorkPool {
    /// Jobs that may wait in all. Few of them take longer than 100 ms, and those who wait take turns.
    pub const MOST_WAITING: usize = 512;
    /// Jobs of one requester that may wait.
    pub const MOST_WAITING_OF_ONE: usize = Self::MOST_WAITING / 2;

    /// A pool for a machine of so many cores. It has two threads at least, so that half of them is one.
    ///
    /// # Errors
    /// When the operating system has no thread to give.
    pub fn start(cores: usize) -> io::Result<Self> {
        let threads = cores.max(2);
        let limits = QueueLimits {
            waiting: Self::MOST_WAITING,
            waiting_per_requester: Self::MOST_WAITING_OF_ONE,
            running_per_requester: threads / 2,
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

    /// Does `work` for `requester` when it is its turn. Work that has not begun when nobody waits for it any more is
    /// dropped; work that has begun goes on to its end.
    ///
    /// # Errors
    /// [`BackgroundError::Full`] or [`BackgroundError::OverQuota`] at once when there is no room for it;
    /// [`BackgroundError::Lost`] when it panicked.
    pub async fn run<T, F>(&self, requester: Requester, work: F) -> Result<T, BackgroundError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let span = tracing::Span::current();
        let (sender, done) = oneshot::channel();
        let job = move || {
            // Nobody receives when the client has gone away.
            let _ = sender.send(span.in_scope(work));
        };
        let ticket = self.shared.push(requester, Box::new(job))?;
        let _place = QueuedJob { shared: &self.shared, requester, ticket };
        done.await.map_err(|error| BackgroundError::Lost(error.into()))
    }

    /// Whose turn it is to have huge work done.
    pub(super) fn requester_permits(&self) -> &RequesterPermits {
        &self.requester_permits
    }

    /// How things stand.
    #[must_use]
    pub fn status(&self) -> WorkStatus {
        let state = self.shared.state();
        WorkStatus { waiting: state.queue.waiting(), ..state.status }
    }
}

impl Shared {
    /// What a thread does until the pool ends.
    fn work(&self) {
        lower_priority();
        while let Some((requester, job)) = self.next() {
            // Whoever waits learns of a panic from the sender that is dropped with it.
            let _ = catch_unwind(AssertUnwindSafe(job));
            let mut state = self.state();
            state.queue.finish(requester);
            state.status.running -= 1;
        }
    }

    /// Waits for the next job; `None` when the pool ends.
    fn next(&self) -> Option<(Requester, Job)> {
        let mut state = self.state();
        loop {
            if state.is_ending {
                return None;
            }
            if let Some(next) = state.queue.pop() {
                state.status.running += 1;
                return Some(next);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn push(&self, requester: Requester, job: Job) -> Result<Ticket, BackgroundError> {
        let mut state = self.state();
        let pushed = state.queue.push(requester, job);
        match pushed {
            Ok(_) => self.changed.notify_one(),
            Err(Refusal::Full) => state.status.refused += 1,
            Err(Refusal::OverQuota) => state.status.refused_over_quota += 1,
        }
        pushed.map_err(|refusal| match refusal {
            Refusal::Full => BackgroundError::Full,
            Refusal::OverQuota => BackgroundError::OverQuota,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing is left half done where this lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a job whose client waits.
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
        // What a job holds may take long to free, and nobody has to wait for that.
        drop(cancelled);
    }
}

impl Drop for WorkPool {
    fn drop(&mut self) {
        self.shared.state().is_ending = true;
        self.shared.changed.notify_all();
    }
}

impl fmt::Debug for WorkPool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("WorkPool").field("status", &self.status()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
