//! Limits the bytes of responses that are built and not yet taken by all their clients.
//!
//! Bytes count from the moment a body is built, or reserved, until it is no longer referenced: once, however many
//! clients it is sent to. Bodies that are cached for later requests count as well; the cache has a limit of its own.

use crate::background::BackgroundError;
use actix_web::web::Bytes;
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
    state: Mutex<ResponseBytes>,
    /// Some bytes were released.
    freed: Notify,
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

/// Reserved bytes for a response; dropping it releases them.
#[derive(Debug)]
pub struct Reservation {
    budget: ResponseBudget,
    bytes: u64,
}

impl ResponseBudget {
    /// Responses up to this size are neither counted nor refused: a connection buffers one of them anyway.
    pub const UNCOUNTED_BYTES: usize = 64 * 1_024;
    /// How long a response may wait for the budget.
    pub const LONGEST_WAIT: Duration = Duration::from_secs(5);

    /// A budget of `limit` bytes.
    #[must_use]
    pub fn new(limit: u64) -> Self {
        Self(Arc::new(Shared {
            state: Mutex::new(ResponseBytes { present: 0, limit, refused: 0 }),
            freed: Notify::new(),
        }))
    }

    /// Reserves about `bytes` for a response, as soon as they are free. A response larger than the whole budget is
    /// admitted when nothing else is in flight.
    ///
    /// # Errors
    /// [`BackgroundError::Full`] when the bytes are not free within [`Self::LONGEST_WAIT`].
    pub async fn reserve(&self, bytes: usize) -> Result<Reservation, BackgroundError> {
        let mut reservation = self.nothing();
        let freed = async {
            loop {
                let freed = self.0.freed.notified();
                if reservation.try_resize(bytes) {
                    return;
                }
                freed.await;
            }
        };
        if timeout(Self::LONGEST_WAIT, freed).await.is_err() {
            self.state().refused += 1;
            return Err(BackgroundError::Full);
        }
        Ok(reservation)
    }

    /// An empty reservation.
    #[must_use]
    pub fn nothing(&self) -> Reservation {
        Reservation { budget: self.clone(), bytes: 0 }
    }

    /// `body`, which counts from now on whether or not it fits: for bytes that replace others, or differ little from a
    /// reservation.
    #[must_use]
    pub fn hold(&self, body: Vec<u8>) -> HeldBody {
        self.nothing().hold(body)
    }

    /// The present state.
    #[must_use]
    pub fn status(&self) -> ResponseBytes {
        *self.state()
    }

    fn state(&self) -> MutexGuard<'_, ResponseBytes> {
        // A panic under this lock leaves nothing inconsistent.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reservation {
    /// Changes the reservation to `bytes` if they are free.
    pub fn try_resize(&mut self, bytes: usize) -> bool {
        let bytes = counted(bytes);
        let mut state = self.budget.state();
        let others = state.present - self.bytes;
        let fits = bytes <= self.bytes || others == 0 || others.saturating_add(bytes) <= state.limit;
        if fits {
            state.present = others + bytes;
            drop(state);
            self.shrunk_or_grown(bytes);
        }
        fits
    }

    /// `body`, which counts while it is referenced.
    #[must_use]
    pub fn hold(mut self, mut body: Vec<u8>) -> HeldBody {
        let bytes = counted(body.len());
        if bytes == 0 {
            return HeldBody { bytes: body.into(), source: None };
        }
        // Excess capacity would stay allocated, uncounted.
        body.shrink_to_fit();
        let mut state = self.budget.state();
        state.present = state.present - self.bytes + bytes;
        drop(state);
        self.shrunk_or_grown(bytes);
        let body = Arc::new(CountedBody { body, _reservation: self });
        HeldBody { source: Some(Arc::downgrade(&body)), bytes: Bytes::from_owner(SharedBody(body)) }
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
        self.budget.state().present -= self.bytes;
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

    /// A weak reference to the body; `None` when it is too small to count.
    pub(crate) fn downgrade(&self) -> Option<WeakBody> {
        self.source.clone().map(WeakBody)
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
    _reservation: Reservation,
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
mod tests {
    use super::*;

    const KIB: usize = 1_024;

    fn present(budget: &ResponseBudget) -> usize {
        usize::try_from(budget.status().present).unwrap()
    }

    #[actix_web::test]
    async fn a_body_counts_once_however_often_it_is_shared_and_until_nobody_holds_it() {
        let budget = ResponseBudget::new(1 << 20);
        let body = budget.reserve(300 * KIB).await.unwrap().hold(vec![0; 200 * KIB]);
        let (again, body) = (body.downgrade().unwrap(), body.into_bytes());
        assert_eq!(present(&budget), 200 * KIB);
        let shares: Vec<Bytes> = (0..100).map(|at| again.upgrade().unwrap().slice(at..)).collect();
        drop(body);
        assert_eq!(present(&budget), 200 * KIB);
        drop(shares);
        assert!(again.upgrade().is_none() && again.is_gone());
        assert_eq!(present(&budget), 0);
    }

    #[actix_web::test]
    async fn responses_beyond_the_budget_wait_and_are_refused_after_a_timeout() {
        tokio::time::pause();
        let budget = ResponseBudget::new(1 << 20);
        let first = budget.reserve(600 * KIB).await.unwrap();
        assert!(matches!(budget.reserve(600 * KIB).await, Err(BackgroundError::Full)));
        assert_eq!(budget.status().refused, 1);
        let waiting = budget.reserve(600 * KIB);
        let (second, ()) = tokio::join!(waiting, async { drop(first) });
        assert_eq!((second.is_ok(), present(&budget)), (true, 600 * KIB));
    }

    #[actix_web::test]
    async fn small_responses_are_never_refused() {
        let budget = ResponseBudget::new(0);
        let _all = budget.hold(vec![0; 10 * KIB * KIB]);
        for _ in 0..1_000 {
            let small = budget.reserve(64 * KIB).await.unwrap().hold(vec![0; 64 * KIB]);
            assert_eq!(small.bytes().len(), 64 * KIB);
        }
    }

    #[actix_web::test]
    async fn a_response_larger_than_the_budget_is_sent_alone() {
        tokio::time::pause();
        let budget = ResponseBudget::new(100 * KIB as u64);
        let large = budget.reserve(1_000 * KIB).await.unwrap();
        assert!(budget.reserve(65 * KIB).await.is_err());
        drop(large);
        assert!(budget.reserve(65 * KIB).await.is_ok());
    }

    #[actix_web::test]
    async fn a_reservation_grows_only_within_the_budget_and_shrinks_for_others() {
        let budget = ResponseBudget::new(1 << 20);
        let (mut one, other) = (budget.reserve(100 * KIB).await.unwrap(), budget.reserve(500 * KIB).await.unwrap());
        assert!(one.try_resize(500 * KIB) && !one.try_resize(600 * KIB));
        assert_eq!(present(&budget), 1_000 * KIB);
        drop(other);
        assert!(one.try_resize(600 * KIB) && one.try_resize(65 * KIB));
        assert_eq!(present(&budget), 65 * KIB);
    }
}
