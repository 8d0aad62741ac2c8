//! How long and how often a server that cannot answer is asked again.

use crate::progress::tell;
use std::time::{Duration, Instant};

/// The pause after a first failure; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause that we choose.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// The longest pause that a server may ask for.
const LONGEST_ASKED_PAUSE: Duration = Duration::from_secs(120);

/// The attempts at one request.
#[derive(Debug)]
pub(crate) struct Patience {
    deadline: Instant,
    next: Duration,
}

impl Patience {
    /// Patience that ends after `limit`.
    pub(crate) fn new(limit: Duration) -> Self {
        Self { deadline: Instant::now() + limit, next: FIRST_PAUSE }
    }

    /// Waits before the next attempt: as long as the server asked for, else a little longer each time. `false` when
    /// there is no patience left.
    pub(crate) fn pause(&mut self, why: &str, asked: Option<Duration>) -> bool {
        let Some(pause) = self.next_pause(asked, Instant::now()) else { return false };
        tell(&format!("{why}; trying again in {:.1} s", pause.as_secs_f64()));
        std::thread::sleep(pause);
        true
    }

    fn next_pause(&mut self, asked: Option<Duration>, now: Instant) -> Option<Duration> {
        let own = self.next;
        self.next = (own * 2).min(LONGEST_PAUSE);
        let pause = asked.map_or(own, |asked| asked.min(LONGEST_ASKED_PAUSE));
        (now + pause <= self.deadline).then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_bound_and_end_with_the_patience() {
        let mut patience = Patience::new(Duration::from_secs(60));
        let start = Instant::now();
        let pauses: Vec<_> = (0..8).map(|_| patience.next_pause(None, start).unwrap().as_millis()).collect();
        assert_eq!(pauses, [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
        let asked = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(patience.next_pause(asked(30), start), asked(30));
        assert_eq!(patience.next_pause(asked(0), start), asked(0));
        assert_eq!(patience.next_pause(asked(90), start), None, "longer than the patience lasts");
        assert_eq!(patience.next_pause(None, start + Duration::from_secs(61)), None);
    }
}
