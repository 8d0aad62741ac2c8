//! Attempts counted in this process, in bounded memory.

use catalog_domain::attempts::{AttemptLimit, AttemptSource, AttemptVerdict, AttemptWindow};
use catalog_domain::ports::{AttemptLimiter, StoreError};
use catalog_domain::timestamp::Timestamp;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// Counts attempts in memory. When more sources than it can keep have open windows, it forgets the oldest window: an
/// attacker with that many addresses does not need the few attempts that this gives back.
#[derive(Debug)]
pub struct MemoryLimiter {
    limit: AttemptLimit,
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    windows: HashMap<AttemptSource, AttemptWindow>,
    /// Windows in the order in which they opened, which is the order in which they end. Each window in `windows` has one
    /// entry here; an entry whose window has been replaced is left over and is dropped when its turn comes.
    openings: VecDeque<(AttemptSource, Timestamp)>,
}

impl MemoryLimiter {
    /// How many sources are kept: about 10 MB.
    pub const CAPACITY: usize = 100_000;

    /// A limiter that has counted nothing yet.
    #[must_use]
    pub fn new(limit: AttemptLimit) -> Self {
        Self::with_capacity(limit, Self::CAPACITY)
    }

    /// A limiter that keeps at most `capacity` sources, and at least one.
    #[must_use]
    pub fn with_capacity(limit: AttemptLimit, capacity: usize) -> Self {
        Self { limit, capacity: capacity.max(1), state: Mutex::default() }
    }
}

impl AttemptLimiter for MemoryLimiter {
    fn attempt(&self, source: AttemptSource, now: Timestamp) -> Result<AttemptVerdict, StoreError> {
        // The counts stay sound wherever another thread stopped.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let known = state.windows.get(&source).copied();
        let (window, verdict) = self.limit.count(known, now);
        if known.is_none_or(|known| known.opened_at != window.opened_at || !self.limit.is_open(known, now)) {
            state.make_room(&self.limit, self.capacity, now);
            state.openings.push_back((source, window.opened_at));
        }
        state.windows.insert(source, window);
        Ok(verdict)
    }
}

impl State {
    /// Drops the windows that are over and, while there are still too many, the oldest.
    fn make_room(&mut self, limit: &AttemptLimit, capacity: usize, now: Timestamp) {
        while let Some((source, opened_at)) = self.openings.front().copied() {
            let is_over = !limit.is_open(AttemptWindow { opened_at, attempts: 1 }, now);
            if !is_over && self.openings.len() < capacity {
                return;
            }
            self.openings.pop_front();
            if self.windows.get(&source).is_some_and(|window| window.opened_at == opened_at) {
                self.windows.remove(&source);
            }
        }
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
    fn each_source_has_attempts_of_its_own_and_gets_new_ones_after_the_window() {
        let limiter = MemoryLimiter::new(AttemptLimit::per_minute(2));
        for (case, number, seconds, allowed) in [
            ("first", 1, 0, true),
            ("second", 1, 1, true),
            ("third", 1, 2, false),
            ("another source", 2, 2, true),
            ("still the window", 1, 59, false),
            ("a new window", 1, 60, true),
            ("the other source goes on in its own", 2, 61, true),
            ("which ends later", 2, 61, false),
            ("and the first has one more", 1, 61, true),
        ] {
            assert_eq!(is_allowed(&limiter, number, seconds), allowed, "{case}");
        }
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_window_is_forgotten_first() {
        let limiter = MemoryLimiter::with_capacity(AttemptLimit::per_minute(1), 3);
        for number in 0..1_000 {
            assert!(is_allowed(&limiter, number, 0), "{number}");
            let state = limiter.state.lock().unwrap();
            assert!(state.windows.len() <= 3 && state.openings.len() <= 3);
        }
        assert!(!is_allowed(&limiter, 999, 0), "the newest is known");
        assert!(!is_allowed(&limiter, 997, 0), "so is the third newest");
        assert!(is_allowed(&limiter, 996, 0), "the fourth newest is forgotten");
    }

    #[test]
    fn windows_that_are_over_are_dropped_also_when_the_clock_jumps() {
        let limiter = MemoryLimiter::new(AttemptLimit::per_minute(1));
        for (number, seconds) in [(1, 0), (2, 30), (3, 200), (4, 100), (4, -500), (5, 700)] {
            assert!(is_allowed(&limiter, number, seconds), "source {number} at {seconds}");
        }
        let state = limiter.state.lock().unwrap();
        assert_eq!((state.windows.len(), state.openings.len()), (1, 1));
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
