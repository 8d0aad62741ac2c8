//! The snapshots and price lists that are being sent: a bounded number of each account, and in all.

use crate::runtime::background::BackgroundError;
use crate::runtime::shares::Shares;
use catalog_domain::values::AccountId;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The snapshots and price lists that are being sent.
#[derive(Debug)]
pub struct ProductStreams {
    shares: Mutex<Shares<AccountId>>,
    /// Bytes of the temporary files that price lists are sent from.
    file_bytes: AtomicU64,
    is_closed: AtomicBool,
}

impl Default for ProductStreams {
    fn default() -> Self {
        let shares = Shares::new(Self::MOST as u64, Self::MOST_OF_ONE_ACCOUNT as u64);
        Self { shares: Mutex::new(shares), file_bytes: AtomicU64::new(0), is_closed: AtomicBool::new(false) }
    }
}

/// A snapshot or price list that is being sent. It is counted until this is dropped, and so is its file.
#[derive(Debug)]
pub struct ProductStream {
    streams: Arc<ProductStreams>,
    account: AccountId,
    file_bytes: u64,
}

impl ProductStreams {
    /// The most of one account at once.
    pub const MOST_OF_ONE_ACCOUNT: usize = 8;
    /// The most at once.
    pub const MOST: usize = 64;
    /// The most bytes of files at once.
    pub const MOST_FILE_BYTES: u64 = 4 << 30;

    /// Counts another one of `account`.
    ///
    /// # Errors
    /// [`BackgroundError::OverQuota`] when the account has too many, [`BackgroundError::Full`] when there are too many.
    pub fn begin(self: &Arc<Self>, account: AccountId) -> Result<ProductStream, BackgroundError> {
        self.shares().take(account)?;
        Ok(ProductStream { streams: Arc::clone(self), account, file_bytes: 0 })
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

    /// Counts `bytes` more of the file that it is sent from.
    ///
    /// # Errors
    /// [`BackgroundError::Full`] when the files of all have too many; they are counted nevertheless.
    pub fn add_file_bytes(&mut self, bytes: u64) -> Result<(), BackgroundError> {
        self.file_bytes += bytes;
        let before = self.streams.file_bytes.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes > ProductStreams::MOST_FILE_BYTES { Err(BackgroundError::Full) } else { Ok(()) }
    }
}

impl Drop for ProductStream {
    fn drop(&mut self) {
        self.streams.file_bytes.fetch_sub(self.file_bytes, Ordering::Relaxed);
        self.streams.shares().release(self.account);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_bounded_together_and_count_while_they_are_sent() {
        let streams = Arc::new(ProductStreams::default());
        let (mut one, mut other) = (streams.begin(AccountId(1)).unwrap(), streams.begin(AccountId(2)).unwrap());
        one.add_file_bytes(ProductStreams::MOST_FILE_BYTES - 1).unwrap();
        other.add_file_bytes(1).unwrap();
        assert!(matches!(other.add_file_bytes(1), Err(BackgroundError::Full)));
        drop(one);
        other.add_file_bytes(ProductStreams::MOST_FILE_BYTES - 2).unwrap();
    }

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
