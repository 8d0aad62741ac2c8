//! Mail: handed over at once and delivered later, or not at all. Nothing waits for it.

use std::fmt;

/// A message in plain text to one address.
#[derive(Clone, PartialEq, Eq)]
pub struct MailMessage {
    /// What it is about, for the log: a name from the code.
    pub kind: &'static str,
    /// The address.
    pub recipient: String,
    /// The subject, in one line.
    pub subject: String,
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
    #[must_use]
    pub fn is_queued(self) -> bool {
        self == Self::Queued
    }
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

    /// How mail is doing.
    fn status(&self) -> MailStatus;
}
