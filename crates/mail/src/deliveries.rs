//! What became of the latest messages, by recipient. In memory only, as the messages are.

use catalog_domain::ports::{MailDelivery, MailFailure, MailState};
use std::collections::{HashSet, VecDeque};
use std::time::Instant;

/// Messages that are remembered: more than can wait, so that none that waits is forgotten. One takes about 200 bytes.
const LIMIT: usize = 2_000;

#[derive(Debug)]
struct Remembered {
    number: u64,
    recipient: String,
    kind: &'static str,
    queued_at: Instant,
    state: Outcome,
}

#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// It waits; with the reason and time of its own refusal, if it was refused.
    Waiting(Option<(String, Instant)>),
    /// The mail server has accepted it.
    Accepted,
    GivenUp(String),
}

/// The latest messages, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Deliveries {
    remembered: VecDeque<Remembered>,
    next: u64,
}

impl Deliveries {
    /// Remembers a message that was queued, and returns its number.
    pub(crate) fn queued(&mut self, recipient: &str, kind: &'static str, now: Instant) -> u64 {
        if self.remembered.len() >= LIMIT {
            let settled = self.remembered.iter().position(|message| !message.state.is_waiting());
            self.remembered.remove(settled.unwrap_or_default());
        }
        let number = self.next;
        self.next += 1;
        let (recipient, state) = (recipient.to_owned(), Outcome::Waiting(None));
        self.remembered.push_back(Remembered { number, recipient, kind, queued_at: now, state });
        number
    }

    pub(crate) fn set(&mut self, number: u64, state: Outcome) {
        if let Some(message) = self.remembered.iter_mut().find(|message| message.number == number) {
            message.state = state;
        }
    }

    /// Forgets a message that was replaced before it was sent.
    pub(crate) fn forget(&mut self, number: u64) {
        self.remembered.retain(|message| message.number != number);
    }

    pub(crate) fn forget_recipient(&mut self, recipient: &str) {
        self.remembered.retain(|message| message.recipient != recipient);
    }

    /// The recipients whose latest message of any other kind than those was not accepted by the mail server.
    pub(crate) fn undelivered(&self, except: &[&str]) -> Vec<String> {
        let (mut seen, latest_first) = (HashSet::new(), self.remembered.iter().rev());
        latest_first
            .filter(|message| !except.contains(&message.kind) && seen.insert(&message.recipient))
            .filter(|message| !matches!(message.state, Outcome::Accepted))
            .map(|message| message.recipient.clone())
            .collect()
    }

    /// What is known of the messages to `recipient`, the latest first. `server_failure` says why, and since when, no
    /// message at all can be sent.
    pub(crate) fn of(
        &self,
        recipient: &str,
        server_failure: Option<&(String, Instant)>,
        now: Instant,
    ) -> Vec<MailDelivery> {
        let sent_to = self.remembered.iter().rev().filter(|message| message.recipient == recipient);
        sent_to
            .map(|message| MailDelivery {
                kind: message.kind,
                age: now.saturating_duration_since(message.queued_at),
                state: message.state.shown(server_failure, now),
            })
            .collect()
    }
}

impl Outcome {
    fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting(_))
    }

    fn shown(&self, server_failure: Option<&(String, Instant)>, now: Instant) -> MailState {
        match self {
            Self::Waiting(refusal) => MailState::Waiting(server_failure.or(refusal.as_ref()).map(|(reason, since)| {
                MailFailure { reason: reason.clone(), age: now.saturating_duration_since(*since) }
            })),
            Self::Accepted => MailState::Accepted,
            Self::GivenUp(reason) => MailState::GivenUp(reason.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_message_is_remembered_until_many_later_ones_are_settled_and_never_while_it_waits() {
        let (mut deliveries, start) = (Deliveries::default(), Instant::now());
        deliveries.queued("ann@a.example", "invitation", start);
        for number in 0..2 * LIMIT {
            let settled = deliveries.queued(&format!("{number}@a.example"), "invitation", start);
            deliveries.set(settled, Outcome::Accepted);
        }
        assert_eq!(deliveries.remembered.len(), LIMIT);
        assert_eq!(deliveries.of("0@a.example", None, start), []);
        assert_eq!(deliveries.undelivered(&["notice"]), ["ann@a.example"]);
        deliveries.queued("bob@a.example", "notice", start);
        assert_eq!(deliveries.undelivered(&["notice"]), ["ann@a.example"]);
        let again = deliveries.queued("bob@a.example", "invitation", start);
        assert_eq!(deliveries.undelivered(&["notice"]), ["bob@a.example", "ann@a.example"]);
        deliveries.set(again, Outcome::Accepted);
        assert_eq!(deliveries.undelivered(&["notice"]), ["ann@a.example"]);
        let (down, later) = (("down".to_owned(), start), start + Duration::from_secs(5));
        let failure = MailFailure { reason: "down".into(), age: Duration::from_secs(5) };
        let [waiting] = &deliveries.of("ann@a.example", Some(&down), later)[..] else { panic!("not one") };
        assert_eq!((&waiting.state, waiting.age), (&MailState::Waiting(Some(failure)), Duration::from_secs(5)));
    }
}
