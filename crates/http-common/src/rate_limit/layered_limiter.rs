//! Two limiters, one behind the other.

use catalog_domain::attempts::{AttemptSource, AttemptVerdict};
use catalog_domain::ports::{AttemptLimiter, StoreError};
use catalog_domain::timestamp::Timestamp;
use std::sync::Arc;

/// Asks a cheap limiter of this process first, and one that all servers share only about what that lets through. A
/// source that floods this server then costs the shared store no more than the limit's attempts per window.
pub struct LayeredLimiter {
    near: Arc<dyn AttemptLimiter>,
    far: Arc<dyn AttemptLimiter>,
}

impl LayeredLimiter {
    /// `near` is asked before `far`.
    #[must_use]
    pub fn new(near: Arc<dyn AttemptLimiter>, far: Arc<dyn AttemptLimiter>) -> Self {
        Self { near, far }
    }
}

impl AttemptLimiter for LayeredLimiter {
    fn attempt(&self, source: AttemptSource, now: Timestamp) -> Result<AttemptVerdict, StoreError> {
        match self.near.attempt(source, now)? {
            AttemptVerdict::Allowed => self.far.attempt(source, now),
            refused @ AttemptVerdict::Refused { .. } => Ok(refused),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_limit::MemoryLimiter;
    use catalog_domain::attempts::AttemptLimit;
    use catalog_domain::ports::MockAttemptLimiter;
    use std::net::Ipv4Addr;

    #[test]
    fn the_shared_limiter_hears_only_of_what_the_near_one_lets_through() {
        let mut far = MockAttemptLimiter::new();
        far.expect_attempt().times(2).returning(|_, _| Ok(AttemptVerdict::Allowed));
        let limiter = LayeredLimiter::new(Arc::new(MemoryLimiter::new(AttemptLimit::per_minute(2))), Arc::new(far));
        let source = AttemptSource::of(Ipv4Addr::LOCALHOST.into());
        let now = Timestamp::from_unix_microseconds(0);
        let verdicts: Vec<_> = (0..50).map(|_| limiter.attempt(source, now).unwrap()).collect();
        assert!(verdicts[..2].iter().all(|verdict| *verdict == AttemptVerdict::Allowed));
        let refused = AttemptVerdict::Refused { retry_after_seconds: 60 };
        assert!(verdicts[2..].iter().all(|verdict| *verdict == refused), "{verdicts:?}");
    }

    #[test]
    fn an_attempt_that_others_have_used_up_or_that_cannot_be_counted_does_not_go_on() {
        let refused = AttemptVerdict::Refused { retry_after_seconds: 7 };
        let mut far = MockAttemptLimiter::new();
        far.expect_attempt().times(1).return_once(move |_, _| Ok(refused));
        far.expect_attempt().times(1).return_once(|_, _| Err(StoreError::Unavailable("gone".into())));
        let limiter = LayeredLimiter::new(Arc::new(MemoryLimiter::new(AttemptLimit::per_minute(9))), Arc::new(far));
        let source = AttemptSource::of(Ipv4Addr::LOCALHOST.into());
        let now = Timestamp::from_unix_microseconds(0);
        assert_eq!(limiter.attempt(source, now).unwrap(), refused);
        assert!(limiter.attempt(source, now).is_err());
    }
}
