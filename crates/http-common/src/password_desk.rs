//! Where passwords are checked: as many at once as there are cores, a bounded queue, and then a quick no.
//!
//! A password check keeps a core busy for a quarter of a second. Without a bound a flood of logins would take every
//! thread from the requests that read the catalog.

use crate::background::{BackgroundError, in_background};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// Lets a bounded number of password checks run, and a bounded number wait.
#[derive(Debug)]
pub struct PasswordDesk {
    running: Semaphore,
    present: AtomicUsize,
    capacity: usize,
}

/// Why a password was not checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordDeskError {
    /// Too many are waiting already.
    #[error("too many password checks are waiting")]
    Full,
    /// The work was lost.
    #[error(transparent)]
    Background(#[from] BackgroundError),
}

/// Takes one place away again, however the check ends: also when the client goes away while waiting.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl PasswordDesk {
    /// How many checks may wait for each one that runs: at a quarter of a second each, a wait of about two seconds.
    pub const WAITING_PER_RUNNING: usize = 8;

    /// A desk at which `at_once` checks run.
    #[must_use]
    pub fn new(at_once: usize) -> Arc<Self> {
        let at_once = at_once.max(1);
        Arc::new(Self {
            running: Semaphore::new(at_once),
            present: AtomicUsize::new(0),
            capacity: at_once * (1 + Self::WAITING_PER_RUNNING),
        })
    }

    /// Runs `work`, which checks or hashes a password, on a blocking thread when it is its turn.
    ///
    /// # Errors
    /// [`PasswordDeskError::Full`] at once when the queue is full.
    pub async fn run<T, F>(&self, work: F) -> Result<T, PasswordDeskError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let before = self.present.fetch_add(1, Ordering::AcqRel);
        let _place = Place(&self.present);
        if before >= self.capacity {
            return Err(PasswordDeskError::Full);
        }
        // The semaphore is never closed, so waiting for it cannot fail; if it did, there would be no turn to wait for.
        let _turn = self.running.acquire().await.map_err(|_| PasswordDeskError::Full)?;
        Ok(in_background(work).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[actix_web::test]
    async fn the_queue_is_bounded_and_a_full_one_says_no_at_once() {
        let desk = PasswordDesk::new(1);
        let capacity = 1 + PasswordDesk::WAITING_PER_RUNNING;
        let (release, blocked) = mpsc::channel::<()>();
        let blocked = Arc::new(std::sync::Mutex::new(blocked));
        let mut inside: Vec<_> = (0..capacity)
            .map(|_| {
                let (desk, blocked) = (Arc::clone(&desk), Arc::clone(&blocked));
                actix_web::rt::spawn(async move { desk.run(move || blocked.lock().unwrap().recv().unwrap()).await })
            })
            .collect();
        while desk.present.load(Ordering::Acquire) < capacity {
            tokio::task::yield_now().await;
        }
        assert!(matches!(desk.run(|| ()).await, Err(PasswordDeskError::Full)));
        for _ in 0..capacity {
            release.send(()).unwrap();
        }
        for task in inside.drain(..) {
            task.await.unwrap().unwrap();
        }
        assert!(desk.run(|| ()).await.is_ok(), "places are free again");
    }
}
