//! The most requests a second, for all threads together.

use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A pause that ends so little after another one is the same, and too short to speak of beside none.
const SAME_PAUSE: Duration = Duration::from_secs(1);

/// Spaces requests evenly, and pauses all of them when a system says so.
#[derive(Debug)]
pub(crate) struct RateLimit {
    interval: Duration,
    next: Mutex<Instant>,
}

impl RateLimit {
    /// At most `rate` requests a second; without one, as many as come.
    pub(crate) fn new(rate: Option<NonZeroU32>) -> Self {
        let interval = rate.map_or(Duration::ZERO, |rate| Duration::from_secs(1) / rate.get());
        Self { interval, next: Mutex::new(Instant::now()) }
    }

    pub(crate) fn wait(&self) {
        std::thread::sleep(self.reserve(Instant::now()));
    }

    /// Lets no request begin for a while. Whether that was news: threads that are refused together ask for the same.
    pub(crate) fn hold_back(&self, pause: Duration) -> bool {
        self.postpone(Instant::now() + pause)
    }

    /// Takes the next turn and returns how far off it is.
    fn reserve(&self, now: Instant) -> Duration {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = now.max(*next);
        *next = turn + self.interval;
        turn - now
    }

    fn postpone(&self, until: Instant) -> bool {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = until > *next + SAME_PAUSE;
        *next = until.max(*next);
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_spaced_evenly_and_none_is_saved_up() {
        let limit = RateLimit::new(NonZeroU32::new(4));
        let start = Instant::now() + Duration::from_secs(1);
        let turns = [0, 0, 0].map(|_| limit.reserve(start).as_millis());
        assert_eq!(turns, [0, 250, 500]);
        let later = start + Duration::from_secs(10);
        assert_eq!([limit.reserve(later), limit.reserve(later)], [Duration::ZERO, Duration::from_millis(250)]);
    }

    #[test]
    fn a_request_to_wait_holds_back_every_thread() {
        let limit = RateLimit::new(None);
        let start = Instant::now() + Duration::from_secs(1);
        assert!(limit.postpone(start + Duration::from_secs(5)));
        assert!(!limit.postpone(start + Duration::from_millis(5_900)), "the same pause");
        assert!(!limit.postpone(start + Duration::from_secs(5)));
        assert_eq!(limit.reserve(start), Duration::from_millis(5_900));
        assert_eq!(limit.reserve(start + Duration::from_secs(6)), Duration::ZERO);
    }
}
