//! Limits the bytes of responses that are built and not yet taken by all their clients.
//!
//! Bytes count from the moment a body is built, or reserved, until it is no longer referenced: once, however many
//! clients it is sent to. Bodies that are cached for later requests count as well; the cache has a limit of its own.
//! Uncached bodies count for their requester, too, and one requester has at most half of the budget.

use super::requester::Requester;
use crate::runtime::background::BackgroundError;
use actix_web::web::Bytes;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
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
    /// The most bytes of one requester.
    limit_of_one: u64,
    /// Some bytes were released.
    freed: Notify,
}

#[derive(Debug)]
struct State {
    total: ResponseBytes,
    /// Bytes by requester, of those who have some.
    by_requester: HashMap<Requester, u64>,
}

/// A body that counts while its bytes are referenced.
#[derive(Debug, Clone)]
pub struct HeldBody {
    bytes: Bytes,
    /// The counted body; `None` when it does not count.
    source: Option<Weak<CountedBody>>,
}

/// A body that may be gone.
#[derive(Debug, Clone)]
pub(crate) struct WeakBody(Weak<CountedBody>);

/// A body that is cached for later requests: it counts for no requester until this is dropped.
#[derive(Debug)]
pub(crate) struct KeptBody(Weak<CountedBody>);

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
    #[must_use]
    pub fn new(limit: u64) -> Self {
        Self::beside_kept(limit, 0)
    }

    /// A budget of `limit` bytes, at most half of them for one requester, and of `cached` more for cached bodies.
    #[must_use]
    pub fn beside_kept(limit: u64, cached: u64) -> Self {
        let total = ResponseBytes { present: 0, limit: limit.saturating_add(cached), refused: 0 };
        Self(Arc::new(Shared {
            state: Mutex::new(State { total, by_requester: HashMap::new() }),
            limit_of_one: limit / 2,
            freed: Notify::new(),
        }))
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
            self.state().total.refused += 1;
            return Err(refusal);
        }
        Ok(reservation)
    }

    /// An empty reservation.
    #[must_use]
    pub fn nothing(&self, requester: Requester) -> Reservation {
        Reservation { budget: self.clone(), requester, bytes: 0, cached: AtomicUsize::new(0) }
    }

    /// The present state.
    #[must_use]
    pub fn status(&self) -> ResponseBytes {
        self.state().total
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic under this lock leaves nothing inconsistent.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Counts `bytes` for `requester` in place of those `before`.
    fn count(&mut self, requester: Requester, before: u64, bytes: u64) {
        self.total.present = self.total.present - before + bytes;
        self.charge(requester, before, bytes);
    }

    /// Counts for `requester` only.
    fn charge(&mut self, requester: Requester, before: u64, bytes: u64) {
        match self.own(requester) - before + bytes {
            0 => self.by_requester.remove(&requester),
            own => self.by_requester.insert(requester, own),
        };
    }

    fn own(&self, requester: Requester) -> u64 {
        self.by_requester.get(&requester).copied().unwrap_or(0)
    }
}

impl Reservation {
    /// Changes the reservation to `bytes` if they are free.
    ///
    /// # Errors
    /// [`BackgroundError::OverQuota`] when the requester has its half, [`BackgroundError::Full`] when others have the
    /// rest.
    pub fn resize(&mut self, bytes: usize) -> Result<(), BackgroundError> {
        let (before, bytes) = (self.bytes, counted(bytes));
        let fits = |present: u64, limit: u64| {
            let others = present - before;
            bytes <= before || others == 0 || others.saturating_add(bytes) <= limit
        };
        let mut state = self.budget.state();
        if !fits(state.own(self.requester), self.budget.0.limit_of_one) {
            return Err(BackgroundError::OverQuota);
        }
        if !fits(state.total.present, state.total.limit) {
            return Err(BackgroundError::Full);
        }
        state.count(self.requester, before, bytes);
        drop(state);
        self.shrunk_or_grown(bytes);
        Ok(())
    }

    /// `body`, which counts while it is referenced, whether or not it fits: it differs little from what was reserved,
    /// or replaces other bytes.
    #[must_use]
    pub fn hold(mut self, mut body: Vec<u8>) -> HeldBody {
        let bytes = counted(body.len());
        if bytes == 0 {
            return HeldBody { bytes: body.into(), source: None };
        }
        // Excess capacity would stay allocated, uncounted.
        body.shrink_to_fit();
        self.budget.state().count(self.requester, self.bytes, bytes);
        self.shrunk_or_grown(bytes);
        let body = Arc::new(CountedBody { body, reservation: self });
        HeldBody { source: Some(Arc::downgrade(&body)), bytes: Bytes::from_owner(SharedBody(body)) }
    }

    /// Changes how often the body is cached: a cached one counts for no requester.
    fn set_kept(&self, change: impl FnOnce(usize) -> usize) {
        let mut state = self.budget.state();
        let before = self.cached.load(Ordering::Relaxed);
        let cached = change(before);
        self.cached.store(cached, Ordering::Relaxed);
        let charged = |cached| if cached == 0 { self.bytes } else { 0 };
        state.charge(self.requester, charged(before), charged(cached));
        drop(state);
        self.budget.0.freed.notify_waiters();
    }

    fn shrunk_or_grown(&mut self, bytes: u64) {
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
        let charged = if *self.cached.get_mut() == 0 { self.bytes } else { 0 };
        state.total.present -= self.bytes;
        state.charge(self.requester, charged, 0);
        drop(state);
        self.shrunk_or_grown(0);
    }
}

impl HeldBody {
    /// The body.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The body.
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        self.bytes
    }

    /// Marks the body as cached; `None` when it does not count.
    pub(crate) fn keep(&self) -> Option<KeptBody> {
        let body = self.source.as_ref()?.upgrade()?;
        body.reservation.set_kept(|cached| cached + 1);
        Some(KeptBody(Arc::downgrade(&body)))
    }

    /// A weak reference to the body; `None` when it is too small to count.
    pub(crate) fn downgrade(&self) -> Option<WeakBody> {
        self.source.clone().map(WeakBody)
    }
}

impl Drop for KeptBody {
    fn drop(&mut self) {
        if let Some(body) = self.0.upgrade() {
            body.reservation.set_kept(|cached| cached - 1);
        }
    }
}

impl From<Bytes> for HeldBody {
    /// Bytes that count already, or need not.
    fn from(bytes: Bytes) -> Self {
        Self { bytes, source: None }
    }
}

impl WeakBody {
    /// The body, if it is still referenced.
    pub(crate) fn upgrade(&self) -> Option<Bytes> {
        self.0.upgrade().map(|body| Bytes::from_owner(SharedBody(body)))
    }

    /// Whether the body is no longer referenced.
    pub(crate) fn is_gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

/// A body and its reservation.
#[derive(Debug)]
struct CountedBody {
    body: Vec<u8>,
    reservation: Reservation,
}

struct SharedBody(Arc<CountedBody>);

impl AsRef<[u8]> for SharedBody {
    fn as_ref(&self) -> &[u8] {
        &self.0.body
    }
}

fn counted(bytes: usize) -> u64 {
    if bytes <= ResponseBudget::UNCOUNTED_BYTES { 0 } else { bytes as u64 }
}

#[cfg(test)]
mod tests;
