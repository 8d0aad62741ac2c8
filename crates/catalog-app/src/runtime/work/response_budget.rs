//! Limits the bytes of responses that are built and not yet taken by all their clients.
//!
//! Bytes count from the moment a body is built, or reserved, until it is no longer referenced: once, however many
//! clients it is sent to. Bodies that are cached for later requests count as well; the cache has a limit of its own.
//! Uncached bodies count for their requester, too, and one requester has at most half of the budget.

mod tracked_body;

pub use tracked_body::{CachedGuard, TrackedBody, WeakBody};

use super::requester::Requester;
use crate::runtime::background::BackgroundError;
use crate::runtime::shares::Shares;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::timeout;

/// A limit on bytes of responses.
#[derive(Debug, Clone)]
pub struct ResponseBudget(Arc<Shared>);

/// The state of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResponseBytes {
    /// Bytes that count now.
    pub present: u64,
    /// The most of them.
    pub limit: u64,
    /// Responses refused since the process began because the budget was exhausted for too long.
    pub refused: u64,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Some bytes were released.
    freed: Notify,
}

#[derive(Debug)]
struct State {
    bytes: Shares<Requester>,
    refused: u64,
}

/// Reserved bytes for a response; dropping it releases them.
#[derive(Debug)]
pub struct Reservation {
    budget: ResponseBudget,
    requester: Requester,
    bytes: u64,
    /// How often the body is cached. Changes under the lock of the budget only.
    cached: AtomicUsize,
}

impl ResponseBudget {
    /// Responses up to this size are neither counted nor refused: a connection buffers one of them anyway.
    pub const UNCOUNTED_BYTES: usize = 64 * 1_024;
    /// How long a response may wait for the budget.
    pub const LONGEST_WAIT: Duration = Duration::from_secs(5);

    /// A budget of `limit` bytes.
    pub fn new(limit: u64) -> Self {
        Self::with_cache(limit, 0)
    }

    /// A budget of `limit` bytes, at most half of them for one requester, and of `cached` more for cached bodies.
    pub fn with_cache(limit: u64, cached: u64) -> Self {
        let bytes = Shares::new(limit.saturating_add(cached), limit / 2);
        Self(Arc::new(Shared { state: Mutex::new(State { bytes, refused: 0 }), freed: Notify::new() }))
    }

    /// Reserves about `bytes` for a response for `requester`, as soon as they are free. A response larger than the
    /// whole budget is admitted when nothing else is in flight; one larger than half of it, when the requester has
    /// nothing in flight.
    ///
    /// # Errors
    /// When there is none for [`Self::LONGEST_WAIT`]: [`BackgroundError::OverQuota`] when the requester has its half,
    /// else [`BackgroundError::Full`].
    pub async fn reserve(&self, requester: Requester, bytes: usize) -> Result<Reservation, BackgroundError> {
        let mut reservation = self.nothing(requester);
        let mut refusal = BackgroundError::Full;
        let freed = async {
            loop {
                let freed = self.0.freed.notified();
                match reservation.resize(bytes) {
                    Ok(()) => return,
                    Err(error) => refusal = error,
                }
                freed.await;
            }
        };
        if timeout(Self::LONGEST_WAIT, freed).await.is_err() {
            self.state().refused += 1;
            return Err(refusal);
        }
        Ok(reservation)
    }

    /// An empty reservation.
    pub fn nothing(&self, requester: Requester) -> Reservation {
        Reservation { budget: self.clone(), requester, bytes: 0, cached: AtomicUsize::new(0) }
    }

    /// The present state.
    pub fn status(&self) -> ResponseBytes {
        let state = self.state();
        ResponseBytes { present: state.bytes.total(), limit: state.bytes.limit(), refused: state.refused }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic under this lock leaves nothing inconsistent.
        self.0.state.lock()
    }
}

impl Reservation {
    /// Changes the reservation to `bytes` if they are free.
    ///
    /// # Errors
    /// [`BackgroundError::OverQuota`] when the requester has its half, [`BackgroundError::Full`] when others have the
    /// rest.
    pub fn resize(&mut self, bytes: usize) -> Result<(), BackgroundError> {
        let bytes = counted(bytes);
        self.budget.state().bytes.change(self.requester, self.bytes, bytes)?;
        self.record_size(bytes);
        Ok(())
    }

    /// Changes how often the body is cached: a cached one counts for no requester.
    fn set_cached(&self, change: impl FnOnce(usize) -> usize) {
        let mut state = self.budget.state();
        let before = self.cached.load(Ordering::Relaxed);
        let cached = change(before);
        self.cached.store(cached, Ordering::Relaxed);
        let charged = |cached| if cached == 0 { self.bytes } else { 0 };
        state.bytes.charge(self.requester, charged(before), charged(cached));
        drop(state);
        self.budget.0.freed.notify_waiters();
    }

    fn record_size(&mut self, bytes: u64) {
        let has_freed = bytes < self.bytes;
        self.bytes = bytes;
        if has_freed {
            self.budget.0.freed.notify_waiters();
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut state = self.budget.state();
        // Cached bodies count for no requester.
        if *self.cached.get_mut() > 0 {
            state.bytes.charge(self.requester, 0, self.bytes);
        }
        state.bytes.set(self.requester, self.bytes, 0);
        drop(state);
        self.record_size(0);
    }
}

fn counted(bytes: usize) -> u64 {
    if bytes <= ResponseBudget::UNCOUNTED_BYTES { 0 } else { bytes as u64 }
}

#[cfg(test)]
mod tests;
