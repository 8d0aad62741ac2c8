//! Whether memory agrees with the store, and the counters of refreshing.

use crate::histogram::Histogram;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Records when the memory last agreed with the store.
#[derive(Debug)]
pub struct RefreshHealth {
    origin: Instant,
    /// Milliseconds from `origin` to the last agreement, plus one; 0 before the first.
    confirmed: AtomicU64,
    max_age: Duration,
    /// Why the opened store is gone; `None` while it is there.
    lost: Mutex<Option<String>>,
    failures: AtomicU64,
    loads: Histogram,
}

/// Why the server is not ready.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// Nothing was loaded yet.
    #[error("the catalog is not loaded yet")]
    Loading,
    /// The store could not be polled or loaded for longer than allowed.
    #[error("the catalog could not be refreshed for {} seconds", .0.as_secs())]
    Stale(Duration),
    /// The opened store is gone; this is not temporary, so there is no grace period.
    #[error("{0}")]
    Lost(String),
}

impl RefreshHealth {
    /// `max_age` is the allowed age of the last agreement.
    pub fn new(max_age: Duration) -> Self {
        Self {
            origin: Instant::now(),
            confirmed: AtomicU64::new(0),
            max_age,
            lost: Mutex::new(None),
            failures: AtomicU64::new(0),
            loads: Histogram::default(),
        }
    }

    /// Records that memory agreed with the store at `moment`.
    pub fn confirm(&self, moment: Instant) {
        let since_origin = moment.saturating_duration_since(self.origin).as_millis();
        self.confirmed.store(u64::try_from(since_origin).unwrap_or(u64::MAX - 1) + 1, Ordering::Release);
        *self.lost.lock() = None;
    }

    /// Records that the store is gone, until the next agreement.
    pub fn lose(&self, reason: String) {
        *self.lost.lock() = Some(reason);
    }

    /// How long ago, as of `now`, memory and store last agreed; `None` before they first did.
    pub fn age(&self, now: Instant) -> Option<Duration> {
        let confirmed = self.confirmed.load(Ordering::Acquire).checked_sub(1)?;
        Some(now.saturating_duration_since(self.origin + Duration::from_millis(confirmed)))
    }

    /// Records a failed poll.
    pub fn note_failure(&self) {
        self.failures.fetch_add(1, Ordering::Relaxed);
    }

    /// Failed polls of the store.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// The duration of loading a revision.
    pub fn loads(&self) -> &Histogram {
        &self.loads
    }

    /// Whether the server is ready for requests, as of `now`.
    ///
    /// # Errors
    /// [`NotReady`] with the reason.
    pub fn check(&self, now: Instant) -> Result<(), NotReady> {
        let age = self.age(now).ok_or(NotReady::Loading)?;
        if let Some(reason) = self.lost.lock().clone() {
            return Err(NotReady::Lost(reason));
        }
        if age > self.max_age { Err(NotReady::Stale(age)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readiness_begins_with_the_first_agreement_and_lasts_as_long_as_patience() {
        let max_age = Duration::from_secs(3);
        let refresh_health = RefreshHealth::new(max_age);
        let start = refresh_health.origin;
        assert_eq!(refresh_health.check(start), Err(NotReady::Loading));
        refresh_health.confirm(start);
        for (age, expected) in [
            (Duration::ZERO, Ok(())),
            (max_age, Ok(())),
            (Duration::from_secs(4), Err(NotReady::Stale(Duration::from_secs(4)))),
        ] {
            assert_eq!(refresh_health.check(start + age), expected, "{age:?}");
        }
        refresh_health.confirm(start + Duration::from_secs(9));
        assert_eq!(refresh_health.check(start + Duration::from_secs(10)), Ok(()));
        refresh_health.lose("moved away".to_owned());
        let lost = Err(NotReady::Lost("moved away".to_owned()));
        assert_eq!(refresh_health.check(start + Duration::from_secs(10)), lost, "at once");
        refresh_health.confirm(start + Duration::from_secs(10));
        assert_eq!(refresh_health.check(start + Duration::from_secs(10)), Ok(()));
    }
}
