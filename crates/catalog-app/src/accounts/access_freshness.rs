//! How long the accounts in memory were not compared with the store. A monotonic clock measures it: the machine's may
//! jump.

use catalog_domain::accounts::is_access_stale;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// When the accounts were last as the store has them, and how long they are believed afterwards.
#[derive(Debug)]
pub(super) struct AccessFreshness {
    began: Instant,
    /// Milliseconds from then to the last comparison.
    confirmed: AtomicU64,
    /// `None`: they are believed without an end.
    longest: Option<Duration>,
}

impl AccessFreshness {
    pub(super) fn new(longest: Option<Duration>) -> Self {
        Self { began: Instant::now(), confirmed: AtomicU64::new(0), longest }
    }

    /// They are what the store had at `at`.
    pub(super) fn confirm(&self, at: Instant) {
        let milliseconds = at.saturating_duration_since(self.began).as_millis();
        self.confirmed.fetch_max(u64::try_from(milliseconds).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// When they are believed no longer unless they are compared before.
    pub(super) fn stale_at(&self) -> Option<Instant> {
        Some(self.confirmed_at() + self.longest?)
    }

    pub(super) fn is_stale(&self, now: Instant) -> bool {
        is_access_stale(now.saturating_duration_since(self.confirmed_at()), self.longest)
    }

    fn confirmed_at(&self) -> Instant {
        self.began + Duration::from_millis(self.confirmed.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_stale_from_the_limit_on_until_they_are_compared_again() {
        let freshness = AccessFreshness::new(Some(Duration::from_secs(5)));
        let after = |seconds| freshness.began + Duration::from_secs(seconds);
        assert!(!freshness.is_stale(after(4)) && freshness.is_stale(after(5)));
        freshness.confirm(after(4));
        freshness.confirm(after(1));
        assert!(!freshness.is_stale(after(8)) && freshness.is_stale(after(9)), "an earlier comparison changes nothing");
        assert_eq!(freshness.stale_at(), Some(after(9)));
        assert!(!AccessFreshness::new(None).is_stale(after(1_000_000)));
    }
}
