//! The snapshots of sections that are being sent: a bounded number of each account, and in all.

use crate::runtime::background::BackgroundError;
use crate::runtime::shares::Shares;
use catalog_domain::values::AccountId;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The snapshots that are being sent.
#[derive(Debug)]
pub struct ProductStreams {
    shares: Mutex<Shares<AccountId>>,
    is_closed: AtomicBool,
}

impl Default for ProductStreams {
    fn default() -> Self {
        let shares = Shares::new(Self::MOST as u64, Self::MOST_OF_ONE_ACCOUNT as u64);
        Self { shares: Mutex::new(shares), is_closed: AtomicBool::new(false) }
    }
}

/// A snapshot that is being sent. It is counted until this is dropped.
#[derive(Debug)]
pub struct ProductStream {
    streams: Arc<ProductStreams>,
    account: AccountId,
}

impl ProductStreams {
    /// The most of one account at once.
    pub const MOST_OF_ONE_ACCOUNT: usize = 8;
    /// The most at once.
    pub const MOST: usize = 64;

    /// Counts another one of `account`.
    ///
    /// # Errors
    /// [`BackgroundError::OverQuota`] when the account has too many, [`BackgroundError::Full`] when there are too many.
    pub fn begin(self: &Arc<Self>, account: AccountId) -> Result<ProductStream, BackgroundError> {
        self.shares().take(account)?;
        Ok(ProductStream { streams: Arc::clone(self), account })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.shares().total()
    }

    /// Ends all of them after what they are sending: the server stops.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    fn shares(&self) -> MutexGuard<'_, Shares<AccountId>> {
        // A panic under this lock leaves at most a count too high.
        self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProductStream {
    /// Whether the server stops, so that it must end.
    #[must_use]
    pub fn must_end(&self) -> bool {
        self.streams.is_closed.load(Ordering::Relaxed)
    }
}

impl Drop for ProductStream {
    fn drop(&mut self) {
        self.streams.shares().release(self.account);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_may_have_so_many_snapshots_and_all_accounts_together_too() {
        let streams = Arc::new(ProductStreams::default());
        let begin = |account| streams.begin(AccountId(account));
        let of_one: Vec<_> = (0..ProductStreams::MOST_OF_ONE_ACCOUNT).map(|_| begin(1).unwrap()).collect();
        assert!(matches!(begin(1), Err(BackgroundError::OverQuota)));
        let left = i64::try_from(ProductStreams::MOST - of_one.len()).unwrap();
        let of_others: Vec<_> = (0..left).map(|at| begin(2 + at).unwrap()).collect();
        assert!(matches!(begin(-1), Err(BackgroundError::Full)));
        drop(of_one);
        assert!(!begin(1).unwrap().must_end());
        streams.close();
        assert!(of_others.iter().all(ProductStream::must_end));
        drop(of_others);
        assert_eq!(streams.count(), 0);
    }
}
