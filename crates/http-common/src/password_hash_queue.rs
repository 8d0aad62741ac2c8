//! The queue of password checks: one running per core, a bounded number waiting, and an immediate refusal beyond that.
//!
//! A password check occupies a core for a quarter of a second. Without a bound a flood of logins would take every
//! thread from the requests that read the catalog. The checks run at low priority, so that even one per core leaves
//! time for other requests.

use crate::background::BackgroundError;
use crate::work::spawn_niced;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Runs a bounded number of password checks, and lets a bounded number wait.
#[derive(Debug)]
pub struct PasswordHashQueue {
    running: Arc<Semaphore>,
    present: AtomicUsize,
    capacity: usize,
}

/// Why a password was not checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordHashQueueError {
    /// The queue is full.
    #[error("too many password checks are waiting")]
    Full,
    /// Its turn did not come in time, or it did not end; in that case it continues.
    #[error("a password check took too long")]
    TimedOut,
    /// The work was lost.
    #[error(transparent)]
    Background(#[from] BackgroundError),
}

/// Releases its slot, however the check ends.
struct Permit(Arc<PasswordHashQueue>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.present.fetch_sub(1, Ordering::AcqRel);
    }
}

impl PasswordHashQueue {
    /// How many checks may wait for each running one: at a quarter of a second each, a wait of about two seconds.
    pub const WAITING_PER_RUNNING: usize = 8;

    /// The longest wait, from arrival to the end of the check. The queue takes two seconds when it has a processor, and
    /// the store responds within as many or not at all.
    pub const LIMIT: Duration = Duration::from_secs(30);

    /// A queue that runs `at_once` checks at a time.
    #[must_use]
    pub fn new(at_once: usize) -> Arc<Self> {
        let at_once = at_once.max(1);
        Arc::new(Self {
            running: Arc::new(Semaphore::new(at_once)),
            present: AtomicUsize::new(0),
            capacity: at_once * (1 + Self::WAITING_PER_RUNNING),
        })
    }

    /// Runs `work`, which checks or hashes a password, on a thread of low priority when its turn comes. A client that
    /// disconnects while waiting releases its slot. One that disconnects later does not: its check runs to the end and
    /// counts until then, or reconnecting clients could have any number of checks running.
    ///
    /// # Errors
    /// [`PasswordHashQueueError::Full`] at once when the queue is full, [`PasswordHashQueueError::TimedOut`] after
    /// [`Self::LIMIT`].
    pub async fn run<T, F>(self: &Arc<Self>, work: F) -> Result<T, PasswordHashQueueError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let before = self.present.fetch_add(1, Ordering::AcqRel);
        let permit = Permit(Arc::clone(self));
        if before >= self.capacity {
            return Err(PasswordHashQueueError::Full);
        }
        timeout(Self::LIMIT, self.run_in_turn(permit, work)).await.map_err(|_| PasswordHashQueueError::TimedOut)?
    }

    async fn run_in_turn<T, F>(&self, permit: Permit, work: F) -> Result<T, PasswordHashQueueError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        // The semaphore is never closed, so waiting for it cannot fail.
        let turn = Arc::clone(&self.running).acquire_owned().await.map_err(|_| PasswordHashQueueError::Full)?;
        let held = (turn, permit);
        let outcome = spawn_niced(move || {
            let outcome = work();
            drop(held);
            outcome
        });
        Ok(outcome.await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[actix_web::test]
    async fn the_queue_is_bounded_and_a_full_one_refuses_at_once() {
        let queue = PasswordHashQueue::new(1);
        let capacity = 1 + PasswordHashQueue::WAITING_PER_RUNNING;
        let (release, blocked) = mpsc::channel::<()>();
        let blocked = Arc::new(std::sync::Mutex::new(blocked));
        let mut inside: Vec<_> = (0..capacity)
            .map(|_| {
                let (queue, blocked) = (Arc::clone(&queue), Arc::clone(&blocked));
                actix_web::rt::spawn(async move { queue.run(move || blocked.lock().unwrap().recv().unwrap()).await })
            })
            .collect();
        while queue.present.load(Ordering::Acquire) < capacity {
            tokio::task::yield_now().await;
        }
        assert!(matches!(queue.run(|| ()).await, Err(PasswordHashQueueError::Full)));
        for _ in 0..capacity {
            release.send(()).unwrap();
        }
        for task in inside.drain(..) {
            task.await.unwrap().unwrap();
        }
        assert!(queue.run(|| ()).await.is_ok(), "permits are free again");
    }

    #[actix_web::test]
    async fn a_check_whose_client_has_disconnected_keeps_its_permit_until_it_ends() {
        let queue = PasswordHashQueue::new(1);
        let (release, blocked) = mpsc::channel::<()>();
        let (started, has_started) = tokio::sync::oneshot::channel();
        let queued_checks = Arc::clone(&queue);
        let client = actix_web::rt::spawn(async move {
            let work = move || {
                started.send(()).unwrap();
                blocked.recv().unwrap();
            };
            queued_checks.run(work).await
        });
        has_started.await.unwrap();
        client.abort();
        assert!(client.await.unwrap_err().is_cancelled());
        assert_eq!((queue.running.available_permits(), queue.present.load(Ordering::Acquire)), (0, 1));
        release.send(()).unwrap();
        assert!(queue.run(|| ()).await.is_ok(), "the turn is free when the work has ended");
    }

    #[tokio::test(start_paused = true)]
    async fn a_check_that_does_not_end_is_given_up_and_so_are_those_behind_it() {
        let queue = PasswordHashQueue::new(1);
        let (release, blocked) = mpsc::channel::<()>();
        let stuck = queue.run(move || blocked.recv());
        let behind = queue.run(|| ());
        let (stuck, behind) = tokio::join!(stuck, behind);
        assert!(matches!(stuck, Err(PasswordHashQueueError::TimedOut)), "{stuck:?}");
        assert!(matches!(behind, Err(PasswordHashQueueError::TimedOut)), "{behind:?}");
        assert_eq!(queue.present.load(Ordering::Acquire), 1, "only running checks hold a permit");
        release.send(()).unwrap();
        tokio::time::resume();
        assert!(queue.run(|| ()).await.is_ok());
    }

    #[actix_web::test]
    async fn a_check_that_panics_releases_its_permit() {
        let queue = PasswordHashQueue::new(1);
        assert!(matches!(queue.run(|| panic!("a defect")).await, Err(PasswordHashQueueError::Background(_))));
        assert!(queue.run(|| ()).await.is_ok());
    }
}
