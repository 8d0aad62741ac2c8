//! How long and how often an unavailable server is retried.

use crate::progress::print_line;
use std::time::{Duration, Instant};

/// The pause after a first failure; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause that we choose.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// The longest pause that a server may request.
const MAX_REQUESTED_PAUSE: Duration = Duration::from_secs(120);

/// The attempts at one request.
#[derive(Debug)]
pub(crate) struct RetryPolicy {
    deadline: Instant,
    next: Duration,
}

impl RetryPolicy {
    /// A policy that ends after `limit`.
    pub(crate) fn new(limit: Duration) -> Self {
        Self { deadline: Instant::now() + limit, next: FIRST_PAUSE }
    }

    /// Waits before the next attempt: as long as the server requested, else a little longer each time. `false` when the
    /// time is over.
    pub(crate) fn pause(&mut self, why: &str, requested: Option<Duration>) -> bool {
        let Some(pause) = self.next_pause(requested, Instant::now()) else { return false };
        print_line(&format!("{why}; trying again in {:.1} s", pause.as_secs_f64()));
        std::thread::sleep(pause);
        true
    }

    fn next_pause(&mut self, requested: Option<Duration>, now: Instant) -> Option<Duration> {
        let own = self.next;
        self.next = (own * 2).min(LONGEST_PAUSE);
        let pause = requested.map_or(own, |requested| requested.min(MAX_REQUESTED_PAUSE));
        (now + pause <= self.deadline).then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_bound_and_end_with_the_patience() {
        let mut retry_policy = RetryPolicy::new(Duration::from_secs(60));
        let start = Instant::now();
        let pauses: Vec<_> = (0..8).map(|_| retry_policy.next_pause(None, start).unwrap().as_millis()).collect();
        assert_eq!(pauses, [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
        let requested = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(retry_policy.next_pause(requested(30), start), requested(30));
        assert_eq!(retry_policy.next_pause(requested(0), start), requested(0));
        assert_eq!(retry_policy.next_pause(requested(90), start), None, "longer than the patience lasts");
        assert_eq!(retry_policy.next_pause(None, start + Duration::from_secs(61)), None);
    }
}
