//! Bodies of responses that count in the budget while somebody references them.

use super::{Reservation, counted};
use bytes::Bytes;
use std::sync::{Arc, Weak};

/// A body that counts while its bytes are referenced.
#[derive(Debug, Clone)]
pub struct TrackedBody {
    bytes: Bytes,
    /// The counted body; `None` when it does not count.
    source: Option<Weak<TrackedBuffer>>,
}

/// A body that may be gone.
#[derive(Debug, Clone)]
pub struct WeakBody(Weak<TrackedBuffer>);

/// A body that is cached for later requests: it counts for no requester until this is dropped.
#[derive(Debug)]
pub struct CachedGuard(Weak<TrackedBuffer>);

#[derive(Debug)]
struct TrackedBuffer {
    body: Vec<u8>,
    reservation: Reservation,
}

struct BufferOwner(Arc<TrackedBuffer>);

impl Reservation {
    /// `body`, which counts while it is referenced, whether or not it fits: it differs little from what was reserved,
    /// or replaces other bytes.
    pub fn track(mut self, mut body: Vec<u8>) -> TrackedBody {
        let bytes = counted(body.len());
        if bytes == 0 {
            return TrackedBody { bytes: body.into(), source: None };
        }
        // Excess capacity would stay allocated, uncounted.
        body.shrink_to_fit();
        self.budget.state().bytes.set(self.requester, self.bytes, bytes);
        self.record_size(bytes);
        let body = Arc::new(TrackedBuffer { body, reservation: self });
        TrackedBody { source: Some(Arc::downgrade(&body)), bytes: Bytes::from_owner(BufferOwner(body)) }
    }
}

impl TrackedBody {
    /// The body.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The body.
    pub fn into_bytes(self) -> Bytes {
        self.bytes
    }

    /// Marks the body as cached; `None` when it does not count.
    pub fn mark_cached(&self) -> Option<CachedGuard> {
        let body = self.source.as_ref()?.upgrade()?;
        body.reservation.set_cached(|cached| cached + 1);
        Some(CachedGuard(Arc::downgrade(&body)))
    }

    /// A weak reference to the body; `None` when it is too small to count.
    pub fn downgrade(&self) -> Option<WeakBody> {
        self.source.clone().map(WeakBody)
    }
}

impl Drop for CachedGuard {
    fn drop(&mut self) {
        if let Some(body) = self.0.upgrade() {
            body.reservation.set_cached(|cached| cached - 1);
        }
    }
}

impl From<Bytes> for TrackedBody {
    /// Bytes that count already, or need not.
    fn from(bytes: Bytes) -> Self {
        Self { bytes, source: None }
    }
}

impl WeakBody {
    /// The body, if it is still referenced.
    pub fn upgrade(&self) -> Option<Bytes> {
        self.0.upgrade().map(|body| Bytes::from_owner(BufferOwner(body)))
    }

    /// Whether the body is no longer referenced.
    pub fn is_gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl AsRef<[u8]> for BufferOwner {
    fn as_ref(&self) -> &[u8] {
        &self.0.body
    }
}
