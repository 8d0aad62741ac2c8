//! Mail: handed over at once and delivered later, or not at all. Nothing waits for it.

use std::fmt;
use std::time::Duration;

/// A message in plain text to one address.
#[derive(Clone, PartialEq, Eq)]
pub struct MailMessage {
    /// What it is about, for the log: a name from the code.
    pub kind: &'static str,
    /// The address.
    pub recipient: String,
    /// The subject, in one line.
    pub subject: String,
    /// Whether earlier messages with this set that wait for the recipient are void: their links work no longer.
    pub replaces_earlier: bool,
    /// The text, with `\n` at the end of each line. It may contain a secret link: never logged or stored.
    pub text: String,
}

impl fmt::Debug for MailMessage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MailMessage").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// What has become of a message so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailOutcome {
    /// It waits to be delivered.
    Queued,
    /// The service sends no mail.
    NotSetUp,
    /// It was refused: too many messages wait.
    Full,
    /// It was refused: mail cannot be sent to this address.
    BadAddress,
}

impl MailOutcome {
    /// Whether the message is on its way.
    pub fn is_queued(self) -> bool {
        self == Self::Queued
    }
}

/// What is known of a message that was queued since the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailDelivery {
    /// That of [`MailMessage::kind`].
    pub kind: &'static str,
    /// How long ago it was queued.
    pub age: Duration,
    /// Where it is.
    pub state: MailState,
}

/// Where a message is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailState {
    /// It waits; `None` before the first attempt.
    Waiting(Option<MailFailure>),
    /// The mail server has accepted it.
    Accepted,
    /// It was dropped, for this reason.
    GivenUp(String),
}

/// Why a message still waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFailure {
    /// The reason, without the mail server's own words: they may quote a secret link.
    pub reason: String,
    /// How long it has been so.
    pub age: Duration,
}

/// How many messages wait, and what became of the others since the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailStatus {
    /// Messages that wait, the one that is being sent included.
    pub waiting: usize,
    /// The most of them; 0 when no mail is sent.
    pub limit: usize,
    /// Messages that the mail server has accepted.
    pub sent: u64,
    /// Messages that were given up.
    pub failed: u64,
    /// Messages that were refused unread: too many waited, or their address was unusable.
    pub refused: u64,
    /// Attempts that failed and are repeated.
    pub retries: u64,
}

/// Sends mail.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait Mailer: Send + Sync {
    /// Queues a message. Neither blocks nor waits for a mail server.
    fn send(&self, message: MailMessage) -> MailOutcome;

    /// What became of the latest messages to `recipient` since the start, the latest first; empty when there were none
    /// or so many others that they are forgotten.
    fn deliveries(&self, recipient: &str) -> Vec<MailDelivery>;

    /// Whose latest message, leaving out those of the kinds `except`, waits or did not leave, of those that
    /// [`Mailer::deliveries`] knows; in no order.
    fn undelivered(&self, except: &'static [&'static str]) -> Vec<String>;

    /// Drops the messages to `recipient` that wait, and forgets what became of the others. One that is being sent is.
    fn forget(&self, recipient: &str);

    /// Makes everything that waits due now, whatever pause it is in. Neither blocks nor waits for a mail server.
    fn retry_now(&self);

    /// How mail is doing.
    fn status(&self) -> MailStatus;
}
