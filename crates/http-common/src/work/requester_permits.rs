//! Large answers are made for few requests of one requester at once; its others wait, and nobody else does. Otherwise
//! what waits for its turn in the queue would have all the room that there is for answers.

use super::Requester;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who has large answers made.
#[derive(Debug, Clone, Default)]
pub(super) struct RequesterPermits(Arc<Mutex<Semaphores>>);

/// By requester and size; only those that somebody holds.
type Semaphores = HashMap<(Requester, usize), Arc<Semaphore>>;

/// The turn of one request; dropping it is the turn of the next one.
#[derive(Debug)]
pub struct RequesterPermit {
    requester_permits: RequesterPermits,
    key: (Requester, usize),
    permit: Option<OwnedSemaphorePermit>,
}

impl RequesterPermits {
    /// For so many requests of one requester huge work is done at once.
    pub(super) const HUGE: usize = 2;
    /// For so many requests of one requester other large answers are made at once.
    pub(super) const LARGE: usize = 16;

    /// Waits for the next turn of `requester` among `at_once`.
    pub(super) async fn next(&self, requester: Requester, at_once: usize) -> RequesterPermit {
        let key = (requester, at_once);
        let semaphore = Arc::clone(self.by_requester().entry(key).or_insert_with(|| Arc::new(Semaphore::new(at_once))));
        let mut turn = RequesterPermit { requester_permits: self.clone(), key, permit: None };
        // The semaphore is never closed, so waiting for it cannot fail.
        turn.permit = semaphore.acquire_owned().await.ok();
        turn
    }

    fn by_requester(&self) -> MutexGuard<'_, Semaphores> {
        // Nothing is left half done where this lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for RequesterPermit {
    fn drop(&mut self) {
        let mut by_requester = self.requester_permits.by_requester();
        self.permit = None;
        // Those who wait or have a turn hold the semaphore, too.
        if by_requester.get(&self.key).is_some_and(|semaphore| Arc::strong_count(semaphore) == 1) {
            by_requester.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::identifiers::AccountId;
    use futures_util::FutureExt;

    const LOUD: Requester = Requester::Account(AccountId(1));
    const QUIET: Requester = Requester::Account(AccountId(2));

    #[actix_web::test]
    async fn two_turns_of_one_requester_last_at_once_and_others_have_their_own() {
        let requester_permits = RequesterPermits::default();
        let (first, second) = (requester_permits.next(LOUD, 2).await, requester_permits.next(LOUD, 2).await);
        let (mut third, mut gone) =
            (Box::pin(requester_permits.next(LOUD, 2)), Box::pin(requester_permits.next(LOUD, 2)));
        assert!((&mut third).now_or_never().is_none() && (&mut gone).now_or_never().is_none());
        drop(requester_permits.next(QUIET, 2).await);
        drop(gone);
        drop(first);
        let third = third.await;
        drop((second, third));
        assert!(requester_permits.by_requester().is_empty(), "nobody is remembered without reason");
    }
}
