//! The port: a bounded queue, and the thread that empties it.

use crate::deliveries::{Deliveries, Outcome};
use crate::delivery::{Failure, Outgoing, deliver};
use crate::outbox::{Next, Outbox, RetryPolicy, Waiting};
use crate::smtp_server::{MailSender, SmtpServer};
use catalog_domain::ports::{MailDelivery, MailMessage, MailOutcome, MailStatus, Mailer};
use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use parking_lot::{Mutex, MutexGuard};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Notify;

/// Messages that wait. One takes about 2 KiB.
const LIMIT: usize = 1_000;

/// Sends mail by a thread that ends soon after this is dropped.
#[derive(Debug)]
pub struct SmtpMailer {
    sender: MailSender,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    outbox: Outbox<Outgoing>,
    is_sending: bool,
    is_stopped: bool,
    /// Why a server cannot be used, as it was logged last, and since when.
    server_failure: Option<(String, Instant)>,
    deliveries: Deliveries,
    counts: MailStatus,
}

impl SmtpMailer {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn start(server: SmtpServer, sender: MailSender, policy: RetryPolicy) -> io::Result<Self> {
        let counts = MailStatus { limit: LIMIT, ..MailStatus::default() };
        let outbox = Outbox::new(policy);
        let (server_failure, deliveries) = (None, Deliveries::default());
        let state = State { outbox, is_sending: false, is_stopped: false, server_failure, deliveries, counts };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Notify::new() });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let worked_on = Arc::clone(&shared);
        let work = move || {
            // A message on which something panicked is lost, the others are not.
            while catch_unwind(AssertUnwindSafe(|| runtime.block_on(empty_outbox(&worked_on, &server, &policy))))
                .is_err()
            {
                tracing::error!("sending a mail panicked");
                worked_on.lock().counts.failed += 1;
            }
        };
        std::thread::Builder::new().name("mail".into()).spawn(work)?;
        Ok(Self { sender, shared })
    }
}

/// The message as it is sent; `None` when mail cannot be sent to its recipient.
pub(crate) fn outgoing(sender: &MailSender, message: &MailMessage) -> Option<Outgoing> {
    let recipient: Address = message.recipient.parse().ok()?;
    // No answering machine replies to it.
    let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
    let built = lettre::Message::builder()
        .from(sender.mailbox.clone())
        .to(recipient.into())
        .subject(sender.subject(&message.subject))
        .message_id(None)
        .header(ContentType::TEXT_PLAIN)
        .raw_header(HeaderValue::new(automatic, "auto-generated".into()))
        .body(message.text.clone())
        .ok()?;
    Some(Outgoing {
        number: 0,
        recipient: message.recipient.clone(),
        is_replaced: message.replaces_earlier,
        kind: message.kind,
        envelope: built.envelope().clone(),
        bytes: built.formatted(),
    })
}

impl Mailer for SmtpMailer {
    fn send(&self, message: MailMessage) -> MailOutcome {
        let outgoing = outgoing(&self.sender, &message);
        let mut state = self.shared.lock();
        if message.replaces_earlier {
            state.remove_replaced(&message.recipient);
        }
        let now = Instant::now();
        let number = state.deliveries.queued(&message.recipient, message.kind, now);
        let (outcome, reason) = match outgoing {
            None => (MailOutcome::BadAddress, "mail cannot be sent to this address"),
            Some(_) if state.status().waiting >= LIMIT => (MailOutcome::Full, "too many messages were waiting"),
            Some(outgoing) => {
                state.outbox.push(Outgoing { number, ..outgoing }, now);
                self.shared.changed.notify_one();
                return MailOutcome::Queued;
            }
        };
        state.counts.refused += 1;
        state.deliveries.set(number, Outcome::GivenUp(reason.to_owned()));
        drop(state);
        tracing::warn!(kind = message.kind, ?outcome, "a mail was refused");
        outcome
    }

    fn deliveries(&self, recipient: &str) -> Vec<MailDelivery> {
        let state = self.shared.lock();
        state.deliveries.of(recipient, state.server_failure.as_ref(), Instant::now())
    }

    fn undelivered(&self, except: &'static [&'static str]) -> Vec<String> {
        self.shared.lock().deliveries.undelivered(except)
    }

    fn forget(&self, recipient: &str) {
        let mut state = self.shared.lock();
        state.outbox.remove(|message| message.recipient == recipient);
        state.deliveries.forget_recipient(recipient);
    }

    fn retry_now(&self) {
        self.shared.lock().outbox.hurry(Instant::now());
        self.shared.changed.notify_one();
    }

    fn status(&self) -> MailStatus {
        self.shared.lock().status()
    }
}

impl Drop for SmtpMailer {
    fn drop(&mut self) {
        self.shared.lock().is_stopped = true;
        self.shared.changed.notify_one();
    }
}

impl State {
    fn status(&self) -> MailStatus {
        MailStatus { waiting: self.outbox.len() + usize::from(self.is_sending), ..self.counts }
    }

    /// Drops the messages to `recipient` whose links a new message makes void.
    fn remove_replaced(&mut self, recipient: &str) {
        let removed = self.outbox.remove(|message| message.is_replaced && message.recipient == recipient);
        removed.iter().for_each(|message| self.deliveries.forget(message.number));
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change of the state is complete before anything can panic.
        self.state.lock()
    }

    /// The next thing to do; `None` when there is nothing to do any more.
    fn next(&self) -> Option<Next<Outgoing>> {
        let mut state = self.lock();
        if state.is_stopped {
            return None;
        }
        let next = state.outbox.next(Instant::now());
        state.is_sending = matches!(next, Next::Send(_));
        Some(next)
    }

    fn finish(&self, message: Waiting<Outgoing>, outcome: Result<(), Failure>) {
        let now = Instant::now();
        let mut state = self.lock();
        state.is_sending = false;
        if !matches!(outcome, Err(Failure::Server(_))) {
            state.outbox.server_responded();
            if state.server_failure.take().is_some() {
                tracing::info!("the mail server can be used again");
            }
        }
        let (kind, number) = (message.message.kind, message.message.number);
        match outcome {
            Ok(()) => {
                state.counts.sent += 1;
                state.deliveries.set(number, Outcome::Accepted);
                tracing::info!(kind, "a mail was sent");
            }
            Err(Failure::ForGood(reason)) => {
                state.counts.failed += 1;
                tracing::warn!(kind, reason, "a mail was given up");
                state.deliveries.set(number, Outcome::GivenUp(reason));
            }
            Err(Failure::ForNow(reason)) => {
                state.counts.retries += 1;
                state.outbox.put_off(message, now);
                tracing::info!(kind, reason, "a mail was refused for now");
                state.deliveries.set(number, Outcome::Waiting(Some((reason, now))));
            }
            Err(Failure::Server(reason)) => {
                state.counts.retries += 1;
                let pause = state.outbox.server_failed(message, now);
                let known = state.server_failure.take();
                if known.as_ref().is_none_or(|(known, _)| *known != reason) {
                    tracing::warn!(reason, next_attempt = ?pause, "the mail server cannot be used; mail waits");
                }
                state.server_failure = Some((reason, known.map_or(now, |(_, since)| since)));
            }
        }
    }

    fn give_up(&self, message: &Waiting<Outgoing>) {
        let (mut state, reason) = (self.lock(), "it waited too long");
        state.counts.failed += 1;
        state.deliveries.set(message.message.number, Outcome::GivenUp(reason.to_owned()));
        drop(state);
        tracing::warn!(kind = message.message.kind, reason, "a mail was given up");
    }
}

async fn empty_outbox(shared: &Shared, server: &SmtpServer, policy: &RetryPolicy) {
    while let Some(next) = shared.next() {
        match next {
            Next::Send(message) => {
                let attempt = tokio::time::timeout(policy.attempt_limit, deliver(server, &message.message)).await;
                let too_slow = |_| Err(Failure::Server("the mail server takes too long".into()));
                shared.finish(message, attempt.unwrap_or_else(too_slow));
            }
            Next::GiveUp(message) => shared.give_up(&message),
            Next::WaitUntil(due) => {
                // Woken early by a new message, which may be due before.
                let _ = tokio::time::timeout_at(due.into(), shared.changed.notified()).await;
            }
            Next::Idle => shared.changed.notified().await,
        }
    }
}
