//! Requests that wait for the next change of a section (`docs/contract.md#waiting`).
//!
//! A waiting request holds no thread, no connection to the store and no permit: it sleeps until its section has an
//! event that can be shown, its time is up, or the server stops.

use crate::runtime::background::BackgroundError;
use crate::runtime::shares::Shares;
use catalog_domain::values::{AccountId, SectionId};
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::futures::OwnedNotified;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, SemaphorePermit};

/// The requests that wait, by section.
#[derive(Debug)]
pub struct ChangeWaits {
    waiting: Mutex<Waiting>,
    /// Thousands may be woken at the same moment: they read the store a few at a time.
    reads: Arc<Semaphore>,
}

impl Default for ChangeWaits {
    fn default() -> Self {
        let requests = Shares::new(Self::MOST as u64, Self::MOST_OF_ONE_ACCOUNT as u64);
        let waiting = Mutex::new(Waiting { sections: HashMap::new(), requests, is_closed: false });
        Self { waiting, reads: Arc::new(Semaphore::new(Self::READS_AT_ONCE)) }
    }
}

#[derive(Debug)]
struct Waiting {
    sections: HashMap<SectionId, Waiters>,
    requests: Shares<AccountId>,
    is_closed: bool,
}

#[derive(Debug, Default)]
struct Waiters {
    count: usize,
    notify: Arc<Notify>,
}

/// A request that may wait. It is counted until this is dropped.
#[derive(Debug)]
pub struct ChangeWait {
    waits: Arc<ChangeWaits>,
    account: AccountId,
    section: SectionId,
    notify: Arc<Notify>,
}

/// The permit of a request that has waited to read the store. It is counted as waiting until this is dropped.
#[derive(Debug)]
pub struct ReadPermit {
    _wait: ChangeWait,
    _permit: OwnedSemaphorePermit,
}

impl ChangeWaits {
    /// The most requests of one account that wait at once.
    pub const MOST_OF_ONE_ACCOUNT: usize = 1_000;
    /// The most requests that wait at once.
    pub const MOST: usize = 20_000;
    const READS_AT_ONCE: usize = 32;

    /// Registers a request of `account` for the changes of `section`; `None` when the server is stopping.
    ///
    /// # Errors
    /// [`BackgroundError::OverQuota`] when the account has too many, [`BackgroundError::Full`] when there are too many.
    pub fn begin(
        self: &Arc<Self>,
        account: AccountId,
        section: SectionId,
    ) -> Result<Option<ChangeWait>, BackgroundError> {
        let mut waiting = self.waiting();
        if waiting.is_closed {
            return Ok(None);
        }
        waiting.requests.take(account)?;
        let waiters = waiting.sections.entry(section).or_default();
        waiters.count += 1;
        let notify = Arc::clone(&waiters.notify);
        Ok(Some(ChangeWait { waits: Arc::clone(self), account, section, notify }))
    }

    /// The sections that requests wait for.
    pub fn sections(&self) -> Vec<SectionId> {
        self.waiting().sections.keys().copied().collect()
    }

    /// How many requests wait.
    pub fn count(&self) -> usize {
        usize::try_from(self.waiting().requests.total()).unwrap_or(usize::MAX)
    }

    pub(crate) fn wake(&self, sections: &[SectionId]) {
        let waiting = self.waiting();
        for waiters in sections.iter().filter_map(|section| waiting.sections.get(section)) {
            waiters.notify.notify_waiters();
        }
    }

    /// Ends all waiting, now and from now on: the server stops.
    pub fn close(&self) {
        let mut waiting = self.waiting();
        waiting.is_closed = true;
        waiting.sections.values().for_each(|waiters| waiters.notify.notify_waiters());
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // A panic under this lock leaves at most a count too high.
        self.waiting.lock()
    }
}

impl ChangeWait {
    /// Completes with the next wake-up after this call, whether or not it is polled before.
    pub fn woken(&self) -> OwnedNotified {
        Arc::clone(&self.notify).notified_owned()
    }

    /// Waits for the permit to read the store. `None` never comes: nothing closes the semaphore.
    pub async fn read_permit(&self) -> Option<SemaphorePermit<'_>> {
        self.waits.reads.acquire().await.ok()
    }

    /// The permit to read the store after waiting.
    pub async fn into_read(self) -> Option<ReadPermit> {
        let permit = Arc::clone(&self.waits.reads).acquire_owned().await.ok()?;
        Some(ReadPermit { _wait: self, _permit: permit })
    }

    /// Whether the server stops, so that waiting is over.
    pub fn is_over(&self) -> bool {
        self.waits.waiting().is_closed
    }
}

impl Drop for ChangeWait {
    fn drop(&mut self) {
        let mut waiting = self.waits.waiting();
        waiting.requests.release(self.account);
        if let Some(waiters) = waiting.sections.get_mut(&self.section) {
            waiters.count -= 1;
            if waiters.count == 0 {
                waiting.sections.remove(&self.section);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    const ACCOUNT: AccountId = AccountId(1);
    const SECTION: SectionId = SectionId(7);

    #[test]
    fn a_wake_up_between_the_look_and_the_wait_is_not_missed_and_other_sections_sleep_on() {
        let waits = Arc::new(ChangeWaits::default());
        let wait = waits.begin(ACCOUNT, SECTION).unwrap().unwrap();
        let other = waits.begin(ACCOUNT, SectionId(8)).unwrap().unwrap();
        let (woken, sleeping) = (wait.woken(), other.woken());
        waits.wake(&[SECTION, SectionId(9)]);
        assert!(woken.now_or_never().is_some());
        assert!(sleeping.now_or_never().is_none());
        assert!(wait.woken().now_or_never().is_none(), "only wake-ups after the call count");
    }

    #[test]
    fn an_account_may_have_so_many_waiting_requests_and_all_accounts_together_too() {
        let waits = Arc::new(ChangeWaits::default());
        let begin = |account| waits.begin(AccountId(account), SECTION);
        let of_one: Vec<_> = (0..ChangeWaits::MOST_OF_ONE_ACCOUNT).map(|_| begin(1).unwrap()).collect();
        assert!(matches!(begin(1), Err(BackgroundError::OverQuota)));
        let left = i64::try_from(ChangeWaits::MOST - of_one.len()).unwrap();
        let of_others: Vec<_> = (0..left).map(|at| begin(2 + at).unwrap()).collect();
        assert!(matches!(begin(-1), Err(BackgroundError::Full)));
        drop(of_one);
        assert!(begin(1).unwrap().is_some());
        assert_eq!(waits.count(), of_others.len());
        drop(of_others);
        assert_eq!((waits.count(), waits.sections()), (0, Vec::new()));
    }

    #[test]
    fn a_server_that_stops_wakes_everybody_and_lets_nobody_wait() {
        let waits = Arc::new(ChangeWaits::default());
        let wait = waits.begin(ACCOUNT, SECTION).unwrap().unwrap();
        let woken = wait.woken();
        assert!(!wait.is_over());
        waits.close();
        assert!(woken.now_or_never().is_some());
        assert!(wait.is_over());
        assert!(waits.begin(ACCOUNT, SECTION).unwrap().is_none());
    }
}
