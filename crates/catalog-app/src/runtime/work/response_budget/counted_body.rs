//! Bodies of responses that count in the budget while somebody references them.

use super::{Reservation, counted};
use bytes::Bytes;
use std::sync::{Arc, Weak};

/// A body that counts while its bytes are referenced.
#[derive(Debug, Clone)]
pub struct HeldBody {
    bytes: Bytes,
    /// The counted body; `None` when it does not count.
    source: Option<Weak<CountedBody>>,
}

/// A body that may be gone.
#[derive(Debug, Clone)]
pub struct WeakBody(Weak<CountedBody>);

/// A body that is cached for later requests: it counts for no requester until this is dropped.
#[derive(Debug)]
pub struct CachedBody(Weak<CountedBody>);

#[derive(Debug)]
struct CountedBody {
    body: Vec<u8>,
    reservation: Reservation,
}

struct SharedBody(Arc<CountedBody>);

impl Reservation {
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
        self.budget.state().bytes.set(self.requester, self.bytes, bytes);
        self.record_size(bytes);
        let body = Arc::new(CountedBody { body, reservation: self });
        HeldBody { source: Some(Arc::downgrade(&body)), bytes: Bytes::from_owner(SharedBody(body)) }
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
    pub fn mark_cached(&self) -> Option<CachedBody> {
        let body = self.source.as_ref()?.upgrade()?;
        body.reservation.set_cached(|cached| cached + 1);
        Some(CachedBody(Arc::downgrade(&body)))
    }

    /// A weak reference to the body; `None` when it is too small to count.
    pub fn downgrade(&self) -> Option<WeakBody> {
        self.source.clone().map(WeakBody)
    }
}

impl Drop for CachedBody {
    fn drop(&mut self) {
        if let Some(body) = self.0.upgrade() {
            body.reservation.set_cached(|cached| cached - 1);
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
    pub fn upgrade(&self) -> Option<Bytes> {
        self.0.upgrade().map(|body| Bytes::from_owner(SharedBody(body)))
    }

    /// Whether the body is no longer referenced.
    pub fn is_gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl AsRef<[u8]> for SharedBody {
    fn as_ref(&self) -> &[u8] {
        &self.0.body
    }
}
