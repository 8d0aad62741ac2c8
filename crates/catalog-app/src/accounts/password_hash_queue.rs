//! The queue of password checks: one running per core, a bounded number waiting, and an immediate refusal beyond that.
//!
//! A password check occupies a core for a quarter of a second. Without a bound a flood of logins would take every
//! thread from the requests that read the catalog. The checks run at low priority, so that even one per core leaves
//! time for other requests. Waiting clients take turns, so that a flood delays an honest login by a few checks only and
//! does not prevent it.

mod check_origin;
mod waiting_checks;

pub use check_origin::CheckOrigin;

use crate::runtime::background::BackgroundError;
use crate::runtime::work::spawn_niced;
use check_origin::Grouping;
use parking_lot::{Mutex, MutexGuard};
use quick_cache::sync::Cache;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;
use waiting_checks::{Ticket, WaitingChecks};

/// Runs a bounded number of password checks, and lets a bounded number wait.
pub struct PasswordHashQueue {
    at_once: usize,
    state: Mutex<State>,
    grouping: Grouping,
    familiar: Cache<u64, ()>,
}

struct State {
    running: usize,
    waiting: WaitingChecks<oneshot::Sender<RunPermit>>,
}

/// Why a password was not checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordHashQueueError {
    /// The queue is full, and no client has more waiting than this one.
    #[error("too many password checks are waiting")]
    Full,
    /// Its turn did not come in time, or it did not end; in that case it continues.
    #[error("a password check took too long")]
    TimedOut,
    /// The work was lost.
    #[error(transparent)]
    Background(#[from] BackgroundError),
}

struct RunPermit(Arc<PasswordHashQueue>);

impl Drop for RunPermit {
    fn drop(&mut self) {
        let mut state = self.0.state();
        let next = state.waiting.pop();
        state.running -= usize::from(next.is_none());
        drop(state);
        if let Some(next) = next {
            // What cannot be sent is dropped, and then it is the turn of the one after.
            let _ = next.send(RunPermit(Arc::clone(&self.0)));
        }
    }
}

/// The slot of a check whose client waits; dropping it removes the check.
struct WaitingSlot<'a>(&'a PasswordHashQueue, Ticket);

impl Drop for WaitingSlot<'_> {
    fn drop(&mut self) {
        self.0.state().waiting.cancel(self.1);
    }
}

impl PasswordHashQueue {
    /// How many checks may wait for each running one: at a quarter of a second each, a wait of about two seconds. One
    /// source may have half of these slots.
    pub(crate) const WAITING_PER_RUNNING: usize = 8;

    /// The longest wait, from arrival to the end of the check. The queue takes two seconds when it has a processor, and
    /// the store responds within as many or not at all.
    pub const LIMIT: Duration = Duration::from_secs(30);

    /// The most successful logins that are remembered, each with its source.
    pub(crate) const FAMILIAR: usize = 10_000;

    /// A queue that runs `at_once` checks at a time.
    pub fn new(at_once: usize) -> Arc<Self> {
        let at_once = at_once.max(1);
        let waiting = WaitingChecks::new(at_once * Self::WAITING_PER_RUNNING);
        Arc::new(Self {
            at_once,
            state: Mutex::new(State { running: 0, waiting }),
            grouping: Grouping::default(),
            familiar: Cache::new(Self::FAMILIAR),
        })
    }

    /// Runs `work`, which checks or hashes a password, on a thread of low priority when its turn comes. A client that
    /// disconnects while waiting releases its slot. One that disconnects later does not: its check runs to the end and
    /// counts until then, or reconnecting clients could have any number of checks running.
    ///
    /// # Errors
    /// [`PasswordHashQueueError::Full`] when the queue is full and no client has more waiting: at once, or when others
    /// come. [`PasswordHashQueueError::TimedOut`] after [`Self::LIMIT`].
    pub async fn run<T, F>(self: &Arc<Self>, origin: &CheckOrigin, work: F) -> Result<T, PasswordHashQueueError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let run = async {
            let permit = self.permit(origin).await?;
            let outcome = spawn_niced(move || {
                let outcome = work();
                drop(permit);
                outcome
            });
            Ok(outcome.await?)
        };
        timeout(Self::LIMIT, run).await.map_err(|_| PasswordHashQueueError::TimedOut)?
    }

    /// Records that a login succeeded: its next ones from the same source do not queue with those of unknown clients.
    pub fn remember(&self, origin: &CheckOrigin) {
        self.familiar.insert(self.grouping.id(origin), ());
    }

    async fn permit(self: &Arc<Self>, origin: &CheckOrigin) -> Result<RunPermit, PasswordHashQueueError> {
        let is_familiar = self.familiar.get(&self.grouping.id(origin)).is_some();
        let (sender, permit) = oneshot::channel();
        let (ticket, displaced) = {
            let mut state = self.state();
            if state.running < self.at_once {
                state.running += 1;
                return Ok(RunPermit(Arc::clone(self)));
            }
            state.waiting.push(self.grouping.groups(origin, is_familiar), sender)
        };
        let _slot = WaitingSlot(self, ticket);
        // An evicted client learns it from the dropped sender.
        drop(displaced);
        permit.await.map_err(|_| PasswordHashQueueError::Full)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic under this lock leaves nothing inconsistent.
        self.state.lock()
    }
}

#[cfg(test)]
mod tests;
