//! Attempts counted in this process, in bounded memory.

use super::recent_sources::RecentSources;
use catalog_domain::accounts::{AttemptHistory, AttemptLimit, AttemptSource, AttemptVerdict};
use catalog_domain::ports::{AttemptLimiter, StoreError};
use catalog_domain::values::Timestamp;
use parking_lot::Mutex;

/// Counts attempts in memory. When more sources than its capacity come within a minute or two, it evicts the least
/// recently seen ones: an attacker with that many addresses gains little from the few attempts that this gives back.
#[derive(Debug)]
pub struct MemoryLimiter {
    limit: AttemptLimit,
    sources: Mutex<RecentSources<SourceState>>,
}

#[derive(Debug, Default)]
struct SourceState {
    history: AttemptHistory,
    /// Until when the shared limiter refuses it.
    refused_until: Option<Timestamp>,
}

impl MemoryLimiter {
    /// How many sources are held: about 30 MB at the usual limit, and never more than 130 MB.
    pub(crate) const CAPACITY: usize = 100_000;

    /// An empty limiter.
    pub fn new(limit: AttemptLimit) -> Self {
        Self::with_capacity(limit, Self::CAPACITY)
    }

    /// A limiter that holds at most `capacity` sources, and at least two.
    pub fn with_capacity(limit: AttemptLimit, capacity: usize) -> Self {
        // Nothing counts for longer than a window and a slice of it.
        let generation_seconds = i64::from(limit.window_seconds) * 2;
        Self { limit, sources: Mutex::new(RecentSources::new(capacity, generation_seconds)) }
    }

    /// Removes the attempt of `source` at `at`, which was allowed here and refused by the shared limiter, and refuses
    /// further attempts for that many seconds without counting them.
    pub(super) fn undo(&self, source: AttemptSource, at: Timestamp, retry_after_seconds: u32) {
        let mut sources = self.sources.lock();
        let known = sources.value_of(source, at);
        self.limit.undo(&mut known.history, at);
        let until = at.plus_seconds(retry_after_seconds.into());
        known.refused_until = Some(known.refused_until.map_or(until, |earlier| earlier.max(until)));
    }
}

impl AttemptLimiter for MemoryLimiter {
    fn attempt(&self, source: AttemptSource, now: Timestamp) -> Result<AttemptVerdict, StoreError> {
        let mut sources = self.sources.lock();
        let known = sources.value_of(source, now);
        if let Some(retry_after_seconds) = known.refused_until.and_then(|until| self.limit.seconds_until(until, now)) {
            return Ok(AttemptVerdict::Refused { retry_after_seconds });
        }
        known.refused_until = None;
        Ok(self.limit.attempt(&mut known.history, now))
    }

    fn known_refusal(&self, source: AttemptSource, now: Timestamp) -> Option<u32> {
        let mut sources = self.sources.lock();
        let known = sources.value_of(source, now);
        let by_shared = known.refused_until.and_then(|until| self.limit.seconds_until(until, now));
        by_shared.or_else(|| self.limit.refusal(&known.history, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const START: Timestamp = Timestamp::from_unix_microseconds(1_000_000_000_000_000);

    fn source(number: u32) -> AttemptSource {
        AttemptSource::of(Ipv4Addr::from_bits(number).into())
    }

    fn is_allowed(limiter: &MemoryLimiter, number: u32, seconds: i64) -> bool {
        limiter.attempt(source(number), START.plus_seconds(seconds)).unwrap() == AttemptVerdict::Allowed
    }

    #[test]
    fn each_source_has_attempts_of_its_own_and_gets_each_back_a_window_later() {
        let limiter = MemoryLimiter::new(AttemptLimit::per_minute(2));
        for (case, number, seconds, allowed) in [
            ("first", 1, 0, true),
            ("second", 1, 1, true),
            ("third", 1, 2, false),
            ("another source", 2, 2, true),
            ("a minute is not over", 1, 59, false),
            ("since the first it is", 1, 60, true),
            ("the other source goes on in its own", 2, 60, true),
            ("and has no third", 2, 61, false),
            ("a minute since the second is over, too", 1, 61, true),
            ("and that was all", 1, 61, false),
        ] {
            assert_eq!(is_allowed(&limiter, number, seconds), allowed, "{case}");
        }
    }

    #[test]
    fn sources_beyond_the_capacity_are_evicted() {
        let limiter = MemoryLimiter::with_capacity(AttemptLimit::per_minute(1), 4);
        for number in 0..1_000 {
            assert!(is_allowed(&limiter, number, 0), "{number}");
        }
        assert!(!is_allowed(&limiter, 999, 0), "the newest is known");
        assert!(is_allowed(&limiter, 1, 0), "an old one is not");
    }

    #[test]
    fn shared_refusals_are_not_counted_and_apply_for_their_whole_period() {
        let limiter = MemoryLimiter::new(AttemptLimit::per_minute(1));
        assert!(is_allowed(&limiter, 1, 0));
        limiter.undo(source(1), START, 7);
        let refused = AttemptVerdict::Refused { retry_after_seconds: 5 };
        assert_eq!(limiter.attempt(source(1), START.plus_seconds(2)).unwrap(), refused);
        assert!(is_allowed(&limiter, 1, 7), "after the required wait");
        assert!(!is_allowed(&limiter, 1, 66), "this one was not taken back");
        limiter.undo(source(1), START.plus_seconds(100), 60);
        assert!(is_allowed(&limiter, 1, -900), "a clock that was set back locks nobody out");
    }

    #[test]
    fn of_many_attempts_at_once_no_more_than_the_limit_go_on() {
        let limiter = MemoryLimiter::new(AttemptLimit::per_minute(10));
        let allowed = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let count = (0..100).filter(|_| is_allowed(&limiter, 1, 0)).count();
                    allowed.fetch_add(count, Ordering::Relaxed);
                });
            }
        });
        assert_eq!(allowed.into_inner(), 10);
    }
}
