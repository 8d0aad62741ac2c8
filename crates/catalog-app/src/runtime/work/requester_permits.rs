//! Limits how many large responses one requester has built at once; its other requests wait, and no other requester
//! does. Otherwise its queued work would hold the whole response budget.

use super::requester::Requester;
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Debug, Clone, Default)]
pub(super) struct RequesterPermits(Arc<Mutex<Semaphores>>);

/// By requester and size; only those in use.
type Semaphores = HashMap<(Requester, usize), Arc<Semaphore>>;

/// The permit of one request; dropping it admits the next one.
#[derive(Debug)]
pub struct RequesterPermit {
    requester_permits: RequesterPermits,
    key: (Requester, usize),
    permit: Option<OwnedSemaphorePermit>,
}

impl RequesterPermits {
    /// How many huge pieces of work one requester may have at once.
    pub(super) const HUGE: usize = 2;
    /// How many other large responses one requester may have built at once.
    pub(super) const LARGE: usize = 16;
    /// How many responses that hold another response one requester may have built at once. The inner ones take turns of
    /// the other kinds, so these must be a kind of their own.
    pub(super) const OUTER: usize = 4;

    pub(super) async fn next(&self, requester: Requester, at_once: usize) -> RequesterPermit {
        let key = (requester, at_once);
        let semaphore = Arc::clone(self.by_requester().entry(key).or_insert_with(|| Arc::new(Semaphore::new(at_once))));
        let mut next = RequesterPermit { requester_permits: self.clone(), key, permit: None };
        // The semaphore is never closed, so waiting for it cannot fail.
        next.permit = semaphore.acquire_owned().await.ok();
        next
    }

    fn by_requester(&self) -> MutexGuard<'_, Semaphores> {
        // A panic under this lock leaves nothing inconsistent.
        self.0.lock()
    }
}

impl Drop for RequesterPermit {
    fn drop(&mut self) {
        let mut by_requester = self.requester_permits.by_requester();
        self.permit = None;
        // Waiting tasks and permits hold the semaphore, too.
        if by_requester.get(&self.key).is_some_and(|semaphore| Arc::strong_count(semaphore) == 1) {
            by_requester.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::values::AccountId;
    use futures_util::FutureExt;

    const LOUD: Requester = Requester::Account(AccountId(1));
    const QUIET: Requester = Requester::Account(AccountId(2));

    #[tokio::test]
    async fn two_turns_of_one_requester_last_at_once_and_others_have_their_own() {
        let requester_permits = RequesterPermits::default();
        let (first, second) = (requester_permits.next(LOUD, 2).await, requester_permits.next(LOUD, 2).await);
        let (mut third, mut gone) =
            (Box::pin(requester_permits.next(LOUD, 2)), Box::pin(requester_permits.next(LOUD, 2)));
        assert!((&mut third).now_or_never().is_none());
        assert!((&mut gone).now_or_never().is_none());
        drop(requester_permits.next(QUIET, 2).await);
        drop(gone);
        drop(first);
        let third = third.await;
        drop((second, third));
        assert!(requester_permits.by_requester().is_empty(), "idle requesters are removed");
    }
}
