//! Messages that wait, and when the next attempt is due. Pure: the caller brings the time and sends.

use std::time::{Duration, Instant};

/// How long attempts take and how often they are repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The pause after the first failure; it doubles with each further one.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// How long a message may wait before it is given up.
    pub give_up_after: Duration,
    /// The longest that one attempt may take.
    pub attempt_limit: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            first_pause: Duration::from_secs(15),
            longest_pause: Duration::from_secs(10 * 60),
            give_up_after: Duration::from_secs(24 * 60 * 60),
            attempt_limit: Duration::from_secs(60),
        }
    }
}

impl RetryPolicy {
    fn longer(&self, pause: Duration) -> Duration {
        self.longest_pause.min(pause * 2)
    }
}

#[derive(Debug)]
pub(crate) struct Waiting<M> {
    pub(crate) message: M,
    queued_at: Instant,
    due: Instant,
    /// The pause after the next refusal.
    pause: Duration,
}

#[derive(Debug)]
pub(crate) enum Next<M> {
    /// Try to send this message.
    Send(Waiting<M>),
    /// Report that this one was given up.
    GiveUp(Waiting<M>),
    /// Wait until then, or for another message.
    WaitUntil(Instant),
    /// Wait for a message.
    Idle,
}

#[derive(Debug)]
pub(crate) struct Outbox<M> {
    waiting: Vec<Waiting<M>>,
    policy: RetryPolicy,
    /// No attempt before then: the server cannot be used.
    blocked_until: Option<Instant>,
    /// The pause after the server's next failure.
    server_pause: Duration,
}

impl<M> Outbox<M> {
    pub(crate) fn new(policy: RetryPolicy) -> Self {
        Self { waiting: Vec::new(), policy, blocked_until: None, server_pause: policy.first_pause }
    }

    /// How many messages wait. One that is being sent does not.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(crate) fn push(&mut self, message: M, now: Instant) {
        self.waiting.push(Waiting { message, queued_at: now, due: now, pause: self.policy.first_pause });
    }

    /// The next thing to do, the longest due message first.
    pub(crate) fn next(&mut self, now: Instant) -> Next<M> {
        let limit = self.policy.give_up_after;
        if let Some(index) = self.waiting.iter().position(|waiting| now.duration_since(waiting.queued_at) >= limit) {
            return Next::GiveUp(self.waiting.remove(index));
        }
        let earliest = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| waiting.due);
        let Some((index, due)) = earliest.map(|(index, waiting)| (index, waiting.due)) else { return Next::Idle };
        match self.blocked_until.map_or(due, |blocked| blocked.max(due)) {
            due if due <= now => Next::Send(self.waiting.remove(index)),
            due => Next::WaitUntil(due),
        }
    }

    pub(crate) fn remove(&mut self, matches: impl Fn(&M) -> bool) -> Vec<M> {
        let removed = self.waiting.extract_if(.., |waiting| matches(&waiting.message));
        removed.map(|waiting| waiting.message).collect()
    }

    pub(crate) fn hurry(&mut self, now: Instant) {
        self.blocked_until = None;
        self.waiting.iter_mut().for_each(|waiting| waiting.due = now);
    }

    /// The server accepted or refused a message, so it can be used.
    pub(crate) fn server_responded(&mut self) {
        self.blocked_until = None;
        self.server_pause = self.policy.first_pause;
    }

    /// The server cannot be used: everything waits. Returns the pause.
    pub(crate) fn server_failed(&mut self, message: Waiting<M>, now: Instant) -> Duration {
        let pause = self.server_pause;
        self.blocked_until = Some(now + pause);
        self.server_pause = self.policy.longer(pause);
        self.waiting.push(message);
        pause
    }

    /// The server refused a message for now: it is tried again, the others go on.
    pub(crate) fn put_off(&mut self, message: Waiting<M>, now: Instant) {
        let (due, pause) = (now + message.pause, self.policy.longer(message.pause));
        self.waiting.push(Waiting { due, pause, ..message });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: RetryPolicy = RetryPolicy {
        first_pause: Duration::from_secs(10),
        longest_pause: Duration::from_secs(35),
        give_up_after: Duration::from_secs(1_000),
        attempt_limit: Duration::from_secs(1),
    };

    fn outbox(messages: &[&'static str], now: Instant) -> Outbox<&'static str> {
        let mut outbox = Outbox::new(POLICY);
        messages.iter().for_each(|message| outbox.push(*message, now));
        outbox
    }

    fn to_send(outbox: &mut Outbox<&'static str>, now: Instant) -> Waiting<&'static str> {
        match outbox.next(now) {
            Next::Send(waiting) => waiting,
            other => panic!("{other:?}"),
        }
    }

    fn pause(outbox: &mut Outbox<&'static str>, now: Instant) -> u64 {
        match outbox.next(now) {
            Next::WaitUntil(due) => (due - now).as_secs(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn messages_are_sent_in_their_order() {
        let now = Instant::now();
        let mut outbox = outbox(&["a", "b"], now);
        assert_eq!((to_send(&mut outbox, now).message, to_send(&mut outbox, now).message), ("a", "b"));
        assert!(matches!(outbox.next(now), Next::Idle));
    }

    #[test]
    fn a_server_that_is_down_stops_everything_for_growing_pauses_until_it_responds() {
        let mut now = Instant::now();
        let mut outbox = outbox(&["a", "b"], now);
        for expected in [10, 20, 35, 35] {
            let failed = to_send(&mut outbox, now);
            outbox.server_failed(failed, now);
            assert_eq!(pause(&mut outbox, now), expected);
            now += Duration::from_secs(expected);
        }
        to_send(&mut outbox, now);
        outbox.server_responded();
        let failed = to_send(&mut outbox, now);
        outbox.server_failed(failed, now);
        assert_eq!(pause(&mut outbox, now), 10, "it had recovered");
    }

    #[test]
    fn a_message_that_is_put_off_delays_no_other_one_and_waits_longer_each_time() {
        let mut now = Instant::now();
        let mut outbox = outbox(&["a", "b"], now);
        for expected in [10, 20, 35] {
            let refused = to_send(&mut outbox, now);
            assert_eq!(refused.message, "a");
            outbox.put_off(refused, now);
            if expected == 10 {
                assert_eq!(to_send(&mut outbox, now).message, "b");
            }
            assert_eq!(pause(&mut outbox, now), expected);
            now += Duration::from_secs(expected);
        }
    }

    #[test]
    fn everything_can_be_made_due_at_once_and_what_is_void_removed() {
        let now = Instant::now();
        let mut outbox = outbox(&["a", "b"], now);
        let refused = to_send(&mut outbox, now);
        outbox.put_off(refused, now);
        let failed = to_send(&mut outbox, now);
        outbox.server_failed(failed, now);
        assert!(matches!(outbox.next(now), Next::WaitUntil(_)));
        outbox.hurry(now);
        assert_eq!(outbox.remove(|message| *message == "a"), ["a"]);
        assert_eq!(to_send(&mut outbox, now).message, "b");
        assert!(matches!(outbox.next(now), Next::Idle));
    }

    #[test]
    fn a_message_is_given_up_after_its_time_whatever_the_server_does() {
        let start = Instant::now();
        let mut outbox = outbox(&["a"], start);
        let failed = to_send(&mut outbox, start);
        outbox.server_failed(failed, start);
        let late = start + POLICY.give_up_after;
        outbox.push("b", late);
        assert!(matches!(outbox.next(late), Next::GiveUp(Waiting { message: "a", .. })));
        assert_eq!(outbox.len(), 1);
        assert_eq!(to_send(&mut outbox, late).message, "b");
    }
}
