//! Moves work that waits for a store from an async thread to a blocking one.

use crate::runtime::erased_work::ErasedWork;
use catalog_domain::ports::Cause;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Semaphore;

/// The permits of the process. Without it, work that comes in faster than the store can do it would wait longer and
/// longer.
static PERMITS: Semaphore = Semaphore::const_new(BackgroundWork::LIMIT);
/// Work that got no permit, since the process began.
static REFUSED: AtomicU64 = AtomicU64::new(0);

/// The present amount of blocking work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackgroundWork {
    /// Waiting for a thread or the store, or running.
    pub present: usize,
    /// Refused since the process began.
    pub refused: u64,
}

impl BackgroundWork {
    /// The most work that may wait or run at once in the process. While the store responds, this much is done in a
    /// fraction of a second; while it does not, this many clients wait at most, for as long as a connection to it may
    /// take.
    pub const LIMIT: usize = 512;
}

/// Why blocking work has no result.
#[derive(Debug, thiserror::Error)]
pub enum BackgroundError {
    /// The queue is full; nothing was done.
    #[error("too much background work is waiting")]
    Full,
    /// The work took longer than its caller waits; it continues.
    #[error("background work took too long")]
    TimedOut,
    /// The requester's share of the queue is full; nothing was done.
    #[error("too much work of this requester is waiting")]
    OverQuota,
    /// The work ended without a result: it panicked, no thread could be started, or the server is shutting down.
    #[error("background work was lost")]
    Lost(#[source] Cause),
}

/// Runs blocking `work` (a store) on a thread made for it. The work counts until it ends, even after its caller has
/// gone: otherwise clients that disconnect could queue any amount of it.
///
/// # Errors
/// [`BackgroundError::Full`] at once when [`BackgroundWork::LIMIT`] is reached.
pub(super) async fn in_background(work: ErasedWork) -> Result<(), BackgroundError> {
    let Ok(permit) = PERMITS.try_acquire() else {
        REFUSED.fetch_add(1, Ordering::Relaxed);
        return Err(BackgroundError::Full);
    };
    let span = tracing::Span::current();
    let run = move || {
        let _permit = permit;
        span.in_scope(work);
    };
    tokio::task::spawn_blocking(run).await.map_err(|error| BackgroundError::Lost(error.into()))
}

/// How much blocking work there is now.
pub fn background_work() -> BackgroundWork {
    let present = BackgroundWork::LIMIT - PERMITS.available_permits();
    BackgroundWork { present, refused: REFUSED.load(Ordering::Relaxed) }
}
