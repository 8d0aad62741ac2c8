//! Two limiters, one behind the other.

use super::memory_limiter::MemoryLimiter;
use catalog_domain::accounts::{AttemptLimit, AttemptSource, AttemptVerdict};
use catalog_domain::ports::{AttemptLimiter, StoreError};
use catalog_domain::values::Timestamp;
use std::sync::Arc;

/// Counts in this process first, and only allowed attempts at a limiter that all servers share. Attempts that the
/// shared one refuses are not counted here, but the refusal is cached for as long as it said. A source that floods this
/// server then costs the shared store no more than the limit's attempts at once and, when it has used them up, one call
/// per `Retry-After` period.
pub struct LayeredLimiter {
    local: MemoryLimiter,
    shared: Arc<dyn AttemptLimiter>,
}

impl LayeredLimiter {
    /// `shared` counts for all servers against `limit`.
    pub fn new(limit: AttemptLimit, shared: Arc<dyn AttemptLimiter>) -> Self {
        Self { local: MemoryLimiter::new(limit), shared }
    }
}

impl AttemptLimiter for LayeredLimiter {
    fn attempt(&self, source: AttemptSource, now: Timestamp) -> Result<AttemptVerdict, StoreError> {
        let local = self.local.attempt(source, now)?;
        if local != AttemptVerdict::Allowed {
            return Ok(local);
        }
        let shared = self.shared.attempt(source, now)?;
        if let AttemptVerdict::Refused { retry_after_seconds } = shared {
            self.local.undo(source, now, retry_after_seconds);
        }
        Ok(shared)
    }

    fn known_refusal(&self, source: AttemptSource, now: Timestamp) -> Option<u32> {
        self.local.known_refusal(source, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::ports::MockAttemptLimiter;
    use std::net::Ipv4Addr;

    const START: Timestamp = Timestamp::from_unix_microseconds(1_000_000_000_000_000);

    fn source() -> AttemptSource {
        AttemptSource::of(Ipv4Addr::LOCALHOST.into())
    }

    #[test]
    fn the_shared_limiter_counts_only_what_the_local_one_allows() {
        let mut shared = MockAttemptLimiter::new();
        shared.expect_attempt().times(2).returning(|_, _| Ok(AttemptVerdict::Allowed));
        let limiter = LayeredLimiter::new(AttemptLimit::per_minute(2), Arc::new(shared));
        let verdicts: Vec<_> = (0..50).map(|_| limiter.attempt(source(), START).unwrap()).collect();
        assert!(verdicts[..2].iter().all(|verdict| *verdict == AttemptVerdict::Allowed));
        let refused = AttemptVerdict::Refused { retry_after_seconds: 60 };
        assert!(verdicts[2..].iter().all(|verdict| *verdict == refused), "{verdicts:?}");
    }

    #[test]
    fn the_local_limiter_does_not_delay_a_source_beyond_the_shared_one() {
        let (refused, in_time) = (AttemptVerdict::Refused { retry_after_seconds: 7 }, START.plus_seconds(7));
        let mut shared = MockAttemptLimiter::new();
        shared.expect_attempt().withf(move |_, at| *at < in_time).times(1).return_once(move |_, _| Ok(refused));
        shared
            .expect_attempt()
            .withf(move |_, at| *at == in_time)
            .times(2)
            .returning(|_, _| Ok(AttemptVerdict::Allowed));
        let limiter = LayeredLimiter::new(AttemptLimit::per_minute(2), Arc::new(shared));
        for _ in 0..50 {
            assert_eq!(limiter.attempt(source(), START).unwrap(), refused, "and the store is called once");
        }
        for _ in 0..2 {
            assert_eq!(limiter.attempt(source(), in_time).unwrap(), AttemptVerdict::Allowed);
        }
    }

    #[test]
    fn an_attempt_that_cannot_be_counted_does_not_go_on() {
        let mut shared = MockAttemptLimiter::new();
        shared.expect_attempt().times(1).return_once(|_, _| Err(StoreError::Unavailable("gone".into())));
        let limiter = LayeredLimiter::new(AttemptLimit::per_minute(9), Arc::new(shared));
        assert!(limiter.attempt(source(), START).is_err());
    }
}
