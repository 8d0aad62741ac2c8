//! When the next request to a system may begin, for all threads.

use parking_lot::Mutex;
use std::time::{Duration, Instant};

/// Spaces requests evenly, and pauses all of them when a system says so.
pub(super) struct Turns {
    interval: Duration,
    next: Mutex<Instant>,
}

impl Turns {
    pub(super) fn new(interval: Duration) -> Self {
        Self { interval, next: Mutex::new(Instant::now()) }
    }

    /// Takes the next turn and returns how far off it is.
    pub(super) fn take(&self, now: Instant) -> Duration {
        let mut next = self.next.lock();
        let turn = now.max(*next);
        *next = turn + self.interval;
        turn - now
    }

    /// Lets no request begin before. Whether that was news: threads that are refused together ask for the same.
    pub(super) fn postpone(&self, until: Instant) -> bool {
        let mut next = self.next.lock();
        let is_news = until > *next + Duration::from_secs(1);
        *next = until.max(*next);
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_spaced_evenly_none_is_saved_up_and_a_pause_is_for_every_thread() {
        let start = Instant::now();
        let turns = Turns { interval: Duration::from_millis(250), next: Mutex::new(start) };
        assert_eq!([0, 0, 0].map(|_| turns.take(start).as_millis()), [0, 250, 500]);
        assert_eq!(turns.take(start + Duration::from_secs(10)), Duration::ZERO);
        assert!(turns.postpone(start + Duration::from_secs(15)));
        assert!(!turns.postpone(start + Duration::from_millis(15_900)), "the same pause");
        assert_eq!(turns.take(start), Duration::from_millis(15_900));
    }
}
