//! What became of the mail about an account, as administrators read it.

use catalog_domain::accounts::Account;
use catalog_domain::ports::{MailDelivery, MailState};
use catalog_domain::values::Timestamp;
use http_common::HttpState;
use localization::Message;
use std::time::Duration;

/// The last message to a person.
pub(crate) struct ShownMail {
    about: Message,
    queued_at: Timestamp,
    state: ShownState,
}

enum ShownState {
    /// The mail server has accepted it.
    Accepted,
    /// It waits: since when, and why, no attempt succeeds.
    Waiting(Option<(String, Timestamp)>),
    /// It was dropped, for this reason.
    GivenUp(String),
}

impl ShownMail {
    /// The last message about `account` that this server has queued since its start.
    pub(crate) fn of(account: &Account, state: &HttpState) -> Option<Self> {
        let delivery = state.app.accounts.last_delivery(&account.profile.email)?;
        Some(Self::new(delivery, state.app.now()))
    }

    fn new(delivery: MailDelivery, now: Timestamp) -> Self {
        let state = match delivery.state {
            MailState::Accepted => ShownState::Accepted,
            MailState::Waiting(failure) => {
                ShownState::Waiting(failure.map(|failure| (failure.reason, before(now, failure.age))))
            }
            MailState::GivenUp(reason) => ShownState::GivenUp(reason),
        };
        Self { about: about(delivery.kind), queued_at: before(now, delivery.age), state }
    }

    /// What it is about, since when, and where it is: HTML.
    pub(crate) fn summary(&self) -> Message {
        let state = match &self.state {
            ShownState::Accepted => Message::new("mail-accepted"),
            ShownState::Waiting(None) => Message::new("mail-is-waiting"),
            ShownState::Waiting(Some((reason, since))) => {
                Message::new("mail-is-refused").with("since", since).with("reason", reason)
            }
            ShownState::GivenUp(reason) => Message::new("mail-given-up").with("reason", reason),
        };
        Message::new("mail-queued").with("about", &self.about).with("at", self.queued_at).with("state", state)
    }

    /// Whether it still waits.
    pub(crate) fn waits(&self) -> bool {
        matches!(self.state, ShownState::Waiting(_))
    }

    /// Whether sending it again makes sense.
    pub(crate) fn is_missing(&self) -> bool {
        !matches!(self.state, ShownState::Accepted)
    }

    /// The mark of an account in lists, until its message is delivered.
    pub(crate) fn mark(&self) -> Option<&'static str> {
        match self.state {
            ShownState::Accepted => None,
            ShownState::Waiting(_) => Some("mail-waits"),
            ShownState::GivenUp(_) => Some("mail-failed"),
        }
    }
}

fn about(kind: &str) -> Message {
    match kind {
        "access_approved" => Message::new("mail-about-access-approved"),
        "invitation" => Message::new("mail-about-invitation"),
        "forgotten_password" => Message::new("mail-about-forgotten-password"),
        "request_declined" => Message::new("mail-about-request-declined"),
        "access_restored" => Message::new("mail-about-access-restored"),
        other => Message::plain(other),
    }
}

fn before(now: Timestamp, age: Duration) -> Timestamp {
    now.plus_seconds(-i64::try_from(age.as_secs()).unwrap_or_default())
}
