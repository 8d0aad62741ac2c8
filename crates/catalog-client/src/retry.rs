//! When a request is repeated, and how long the pauses are.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often and how long a request is repeated; the defaults suit a service that restarts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Attempts in all.
    pub attempts: u32,
    /// No pause begins that would end later than this after the first attempt.
    pub time_limit: Duration,
    /// The same while no request of the client has had a response yet: its address may be wrong.
    pub unanswered_limit: Duration,
    /// The first pause; each further one is twice as long.
    pub first_pause: Duration,
    /// The longest pause of our own choice.
    pub longest_pause: Duration,
    /// A longer `Retry-After` ends the attempts with the error.
    pub longest_retry_after: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            attempts: 6,
            time_limit: Duration::from_secs(300),
            unanswered_limit: Duration::from_secs(30),
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(30),
            longest_retry_after: Duration::from_secs(120),
        }
    }
}

impl RetryPolicy {
    /// Repeats a request for so long, however often. Pauses are short, so that it is soon noticed that the service is
    /// back.
    pub fn lasting(time_limit: Duration) -> Self {
        let (first_pause, longest_pause) = (Duration::from_millis(100), Duration::from_secs(5));
        Self { attempts: u32::MAX, time_limit, first_pause, longest_pause, ..Self::default() }
    }
}

/// A pause before the next attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryNotice {
    /// What failed.
    pub reason: String,
    /// How long the pause is.
    pub pause: Duration,
}

/// Reports a pause.
pub type OnRetry = Arc<dyn Fn(&RetryNotice) + Send + Sync>;

/// Whether a status says "later": busy, restarting, or a proxy without a server behind it.
pub(crate) fn is_transient(status: u16) -> bool {
    matches!(status, 429 | 502 | 503 | 504)
}

pub(crate) struct Attempts<'a> {
    policy: &'a RetryPolicy,
    /// Whether a request of the client has had a response.
    is_answered: &'a AtomicBool,
    started: Instant,
    made: u32,
}

impl<'a> Attempts<'a> {
    /// The first attempt begins now.
    pub(crate) fn new(policy: &'a RetryPolicy, is_answered: &'a AtomicBool) -> Self {
        Self { policy, is_answered, started: Instant::now(), made: 0 }
    }

    /// How long to wait after a failed attempt; `None` when there should be no other.
    pub(crate) fn next_pause(&mut self, retry_after: Option<Duration>) -> Option<Duration> {
        // Half of the pause is random, so that clients which failed together do not return together.
        let random = RandomState::new().hash_one(self.made) as u32;
        self.pause_at(retry_after, self.started.elapsed(), f64::from(random) / f64::from(u32::MAX))
    }

    fn pause_at(&mut self, retry_after: Option<Duration>, elapsed: Duration, random: f64) -> Option<Duration> {
        let policy = self.policy;
        self.made += 1;
        let requested = retry_after.unwrap_or_default();
        if self.made >= policy.attempts || requested > policy.longest_retry_after {
            return None;
        }
        let doubled = policy.first_pause.saturating_mul(1 << (self.made - 1).min(20));
        let own = doubled.min(policy.longest_pause).mul_f64(0.5 + random / 2.0);
        let pause = own.max(requested);
        let is_answered = self.is_answered.load(Ordering::Relaxed);
        let limit = if is_answered { policy.time_limit } else { policy.time_limit.min(policy.unanswered_limit) };
        (elapsed + pause <= limit).then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    static ANSWERED: AtomicBool = AtomicBool::new(true);

    #[test]
    fn a_service_that_has_never_responded_is_given_up_sooner() {
        let policy = RetryPolicy::default();
        for (is_answered, elapsed, goes_on) in
            [(false, 29, true), (false, 30, false), (true, 30, true), (true, 300, false)]
        {
            let is_answered = AtomicBool::new(is_answered);
            let pause = Attempts::new(&policy, &is_answered).pause_at(None, elapsed * SECOND, 1.0);
            assert_eq!(pause.is_some(), goes_on, "{elapsed}");
        }
    }

    #[test]
    fn pauses_double_up_to_a_bound_until_the_attempts_are_used_up() {
        let policy = RetryPolicy { longest_pause: 3 * SECOND, ..RetryPolicy::default() };
        let mut attempts = Attempts::new(&policy, &ANSWERED);
        let pauses: Vec<_> = (0..6).map(|_| attempts.pause_at(None, SECOND, 1.0)).collect();
        let expected = [500, 1_000, 2_000, 3_000, 3_000].map(|ms| Some(Duration::from_millis(ms)));
        assert_eq!(pauses[..5], expected);
        assert_eq!(pauses[5], None);
    }

    #[test]
    fn half_of_a_pause_is_random_and_the_service_may_ask_for_more() {
        let policy = RetryPolicy::default();
        for (retry_after, elapsed, random, expected) in [
            (None, 0, 0.0, Some(Duration::from_millis(250))),
            (None, 0, 1.0, Some(Duration::from_millis(500))),
            (Some(7), 0, 1.0, Some(7 * SECOND)),
            (Some(0), 0, 1.0, Some(Duration::from_millis(500))),
            (Some(120), 0, 1.0, Some(120 * SECOND)),
            (Some(121), 0, 1.0, None),
            (Some(120), 200, 1.0, None),
            (None, 300, 1.0, None),
        ] {
            let retry_after = retry_after.map(Duration::from_secs);
            let pause = Attempts::new(&policy, &ANSWERED).pause_at(retry_after, Duration::from_secs(elapsed), random);
            assert_eq!(pause, expected, "{retry_after:?} {elapsed}");
        }
    }
}
