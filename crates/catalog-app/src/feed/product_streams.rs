//! The snapshots and price lists that are being sent: a bounded number of each account, and in all. When there is no
//! place for another one, a slow one ends, so that its place is free soon.

use super::stream_pace::{StreamPace, stream_to_end};
use crate::runtime::background::BackgroundError;
use crate::runtime::shares::{Refusal, Shares};
use catalog_domain::values::AccountId;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::time::Instant;

/// The snapshots and price lists that are being sent.
#[derive(Debug)]
pub struct ProductStreams {
    open: Mutex<OpenStreams>,
    /// Bytes of the temporary files that price lists are sent from.
    file_bytes: AtomicU64,
    is_closed: AtomicBool,
}

#[derive(Debug)]
struct OpenStreams {
    shares: Shares<AccountId>,
    progress: Vec<Arc<Progress>>,
}

/// How far a stream has come.
#[derive(Debug)]
struct Progress {
    account: AccountId,
    began: Instant,
    bytes: AtomicU64,
    is_too_slow: AtomicBool,
}

/// Why a stream has to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamEnd {
    /// The server stops.
    Stopping,
    /// Others need the place, and it is slow.
    TooSlow,
}

impl Default for ProductStreams {
    fn default() -> Self {
        let shares = Shares::new(Self::MOST as u64, Self::MOST_OF_ONE_ACCOUNT as u64);
        let open = Mutex::new(OpenStreams { shares, progress: Vec::new() });
        Self { open, file_bytes: AtomicU64::new(0), is_closed: AtomicBool::new(false) }
    }
}

/// A snapshot or price list that is being sent. It is counted until this is dropped, and so is its file.
#[derive(Debug)]
pub struct ProductStream {
    streams: Arc<ProductStreams>,
    progress: Arc<Progress>,
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
        let mut open = self.open();
        if let Err(refusal) = open.shares.take(account) {
            if refusal == Refusal::Full {
                open.end_a_slow_one();
            }
            return Err(refusal.into());
        }
        let (bytes, is_too_slow) = (AtomicU64::new(0), AtomicBool::new(false));
        let progress = Arc::new(Progress { account, began: Instant::now(), bytes, is_too_slow });
        open.progress.push(Arc::clone(&progress));
        Ok(ProductStream { streams: Arc::clone(self), progress, file_bytes: 0 })
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.open().shares.total()
    }

    /// Ends all of them after what they are sending: the server stops.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    fn open(&self) -> MutexGuard<'_, OpenStreams> {
        // A panic under this lock leaves at most a count too high.
        self.open.lock()
    }
}

impl OpenStreams {
    /// Ends one that is slow, if there is one that does not end already.
    fn end_a_slow_one(&self) {
        let going_on: Vec<_> =
            self.progress.iter().filter(|stream| !stream.is_too_slow.load(Ordering::Relaxed)).collect();
        let paces: Vec<_> = going_on.iter().map(|stream| stream.pace()).collect();
        if let Some(at) = stream_to_end(&paces) {
            going_on[at].is_too_slow.store(true, Ordering::Relaxed);
        }
    }
}

impl Progress {
    fn pace(&self) -> StreamPace {
        let (account, bytes) = (self.account, self.bytes.load(Ordering::Relaxed));
        StreamPace { account, open_for: self.began.elapsed(), bytes }
    }
}

impl ProductStream {
    /// Why it must end now; `None` when it may go on.
    pub fn end(&self) -> Option<StreamEnd> {
        if self.streams.is_closed.load(Ordering::Relaxed) {
            return Some(StreamEnd::Stopping);
        }
        self.progress.is_too_slow.load(Ordering::Relaxed).then_some(StreamEnd::TooSlow)
    }

    /// Counts bytes that the connection takes.
    pub fn sends(&self, bytes: usize) {
        self.progress.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
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
        let mut open = self.streams.open();
        open.shares.release(self.progress.account);
        open.progress.retain(|progress| !Arc::ptr_eq(progress, &self.progress));
    }
}

#[cfg(test)]
mod tests {
    use super::super::stream_pace::SLOW_AFTER;
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
        assert_eq!(begin(1).unwrap().end(), None);
        streams.close();
        assert!(of_others.iter().all(|stream| stream.end() == Some(StreamEnd::Stopping)));
        drop(of_others);
        assert_eq!(streams.count(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn each_caller_who_finds_no_place_ends_one_slow_stream_and_one_over_its_share_none() {
        let streams = Arc::new(ProductStreams::default());
        let accounts = (1..).take(ProductStreams::MOST / ProductStreams::MOST_OF_ONE_ACCOUNT);
        let of_each = accounts.flat_map(|account| [account; ProductStreams::MOST_OF_ONE_ACCOUNT]);
        let mut all: Vec<_> = of_each.map(|account| streams.begin(AccountId(account)).unwrap()).collect();
        let ended = |all: &[ProductStream]| {
            let is_ended =
                |(at, stream): (usize, &ProductStream)| (stream.end() == Some(StreamEnd::TooSlow)).then_some(at);
            all.iter().enumerate().filter_map(is_ended).collect::<Vec<_>>()
        };
        let refused = |account| streams.begin(AccountId(account)).map(drop).unwrap_err();
        assert!(matches!(refused(-1), BackgroundError::Full));
        assert!(ended(&all).is_empty(), "none is old enough");
        tokio::time::advance(SLOW_AFTER).await;
        all.iter().for_each(|stream| stream.sends(1 << 30));
        let slow = streams.begin(AccountId(2));
        assert!(matches!(slow, Err(BackgroundError::OverQuota)));
        assert!(matches!(refused(-1), BackgroundError::Full));
        assert!(ended(&all).is_empty(), "none is slow");
        drop(all.split_off(62));
        all.extend([8, 8].map(|account| streams.begin(AccountId(account)).unwrap()));
        tokio::time::advance(SLOW_AFTER).await;
        assert!(matches!(refused(8), BackgroundError::OverQuota));
        assert!(ended(&all).is_empty());
        for count in 1..=3 {
            assert!(matches!(refused(-1), BackgroundError::Full));
            assert_eq!(ended(&all).len(), count.min(2), "each once");
        }
        drop(all);
        assert!(streams.begin(AccountId(-1)).unwrap().end().is_none());
    }
}
