//! Requests whose response must not be older than a revision (`docs/contract.md#min-revision`).
//!
//! A waiting request holds no thread, no connection to the store and no permit: the swap of the catalog wakes it.

use super::{CatalogReads, SharedCatalog};
use crate::runtime::background::BackgroundError;
use crate::runtime::shares::Shares;
use catalog_domain::values::{AccountId, CatalogRevision};
use parking_lot::{Mutex, MutexGuard};
use std::time::Duration;
use tokio::time::timeout;

/// How long a request waits for its revision. A server that follows the store needs less than a second.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The requests that wait for a revision, by account.
#[derive(Debug)]
pub struct RevisionWaits(Mutex<Shares<AccountId>>);

/// A request that waits. It is counted until this is dropped.
struct RevisionWait<'a> {
    waits: &'a RevisionWaits,
    account: AccountId,
}

/// Why a request does not get the revision that it needs.
#[derive(Debug, thiserror::Error)]
pub enum RevisionError {
    /// The catalog of this server is older, and stayed so.
    #[error("the catalog of this server is older")]
    Behind,
    /// Too many requests wait.
    #[error(transparent)]
    Refused(#[from] BackgroundError),
}

impl Default for RevisionWaits {
    fn default() -> Self {
        Self(Mutex::new(Shares::new(Self::MOST, Self::MOST_OF_ONE_ACCOUNT)))
    }
}

impl RevisionWaits {
    /// The most requests of one account that wait at once.
    pub const MOST_OF_ONE_ACCOUNT: u64 = 1_000;
    /// The most requests that wait at once.
    pub const MOST: u64 = 20_000;

    /// Returns when the catalog in `shared` is of `revision` or a later one.
    async fn wait(
        &self,
        shared: &SharedCatalog,
        account: AccountId,
        revision: CatalogRevision,
    ) -> Result<(), RevisionError> {
        if shared.current().revision() >= revision {
            return Ok(());
        }
        let _wait = self.begin(account)?;
        timeout(LONGEST_WAIT, shared.reaches(revision)).await.map_err(|_| RevisionError::Behind)
    }

    fn begin(&self, account: AccountId) -> Result<RevisionWait<'_>, BackgroundError> {
        self.shares().take(account)?;
        Ok(RevisionWait { waits: self, account })
    }

    fn shares(&self) -> MutexGuard<'_, Shares<AccountId>> {
        // A panic under this lock leaves at most a count too high.
        self.0.lock()
    }
}

impl Drop for RevisionWait<'_> {
    fn drop(&mut self) {
        self.waits.shares().release(self.account);
    }
}

impl CatalogReads {
    /// Returns when the current catalog is of `revision` or a later one: at once, or as soon as it is swapped in.
    ///
    /// # Errors
    /// [`RevisionError`] when that takes more than 2 seconds, or too many requests wait.
    pub async fn reach(&self, account: AccountId, revision: CatalogRevision) -> Result<(), RevisionError> {
        self.1.wait(&self.0.shared, account, revision).await
    }

    /// How many requests wait for a revision.
    pub fn revision_waits(&self) -> u64 {
        self.1.shares().total()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::catalog::CatalogFacts;
    use catalog_domain::ports::MockClock;
    use catalog_domain::values::{StorefrontHost, Timestamp};
    use catalog_index::Catalog;
    use std::sync::Arc;
    use tokio::time::{Instant, sleep};

    const ACCOUNT: AccountId = AccountId(1);

    fn catalog(revision: i64) -> Catalog {
        let facts = CatalogFacts { revision: CatalogRevision(revision), ..CatalogFacts::default() };
        Catalog::build(facts, StorefrontHost::parse("storefront.example").unwrap())
    }

    fn shared_catalog(revision: i64) -> SharedCatalog {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(Timestamp::from_unix_microseconds(0));
        SharedCatalog::new(catalog(revision), Duration::ZERO, Arc::new(clock))
    }

    #[tokio::test(start_paused = true)]
    async fn what_the_catalog_has_is_not_waited_for_and_what_it_gets_in_time_comes_at_once() {
        let (waits, shared, started) = (RevisionWaits::default(), shared_catalog(7), Instant::now());
        for revision in [1, 6, 7] {
            waits.wait(&shared, ACCOUNT, CatalogRevision(revision)).await.unwrap();
        }
        assert_eq!(started.elapsed(), Duration::ZERO);
        let swap = async {
            sleep(Duration::from_secs(1)).await;
            shared.replace(catalog(8));
            sleep(Duration::from_millis(500)).await;
            assert_eq!(waits.shares().total(), 1, "a catalog that is still older wakes nobody");
            shared.replace(catalog(12));
        };
        let (reached, ()) = tokio::join!(waits.wait(&shared, ACCOUNT, CatalogRevision(9)), swap);
        assert!(reached.is_ok());
        assert_eq!((started.elapsed(), waits.shares().total()), (Duration::from_millis(1_500), 0));
    }

    #[tokio::test(start_paused = true)]
    async fn a_revision_that_does_not_come_is_waited_for_so_long_by_so_many() {
        let (waits, shared, started) = (RevisionWaits::default(), shared_catalog(7), Instant::now());
        let wait = |account| waits.wait(&shared, account, CatalogRevision(8));
        assert!(matches!(wait(ACCOUNT).await, Err(RevisionError::Behind)));
        assert_eq!((started.elapsed(), waits.shares().total()), (LONGEST_WAIT, 0));
        let of_one: Vec<_> = (0..RevisionWaits::MOST_OF_ONE_ACCOUNT).map(|_| waits.begin(ACCOUNT).unwrap()).collect();
        assert!(matches!(wait(ACCOUNT).await, Err(RevisionError::Refused(BackgroundError::OverQuota))));
        let left = i64::try_from(RevisionWaits::MOST - RevisionWaits::MOST_OF_ONE_ACCOUNT).unwrap();
        let of_others: Vec<_> = (0..left).map(|at| waits.begin(AccountId(2 + at)).unwrap()).collect();
        assert!(matches!(wait(AccountId(-1)).await, Err(RevisionError::Refused(BackgroundError::Full))));
        drop((of_one, of_others));
        assert_eq!(waits.shares().total(), 0);
    }
}
