//! What became of the mail about an account, as administrators read it.

use catalog_app::App;
use catalog_domain::accounts::Account;
use catalog_domain::ports::{MailDelivery, MailState};
use catalog_domain::values::Timestamp;
use localization::Message;
use std::time::Duration;

/// The last message to a person.
pub(crate) struct ShownMail {
    delivery: MailDelivery,
    now: Timestamp,
}

impl ShownMail {
    /// The last message about `account` that this server has queued since its start.
    pub(crate) fn of(account: &Account, app: &App) -> Option<Self> {
        Some(Self { delivery: app.accounts.last_delivery(&account.profile.email)?, now: app.now() })
    }

    /// What it is about, since when, and where it is: HTML.
    pub(crate) fn summary(&self) -> Message {
        let MailDelivery { kind, age, state } = &self.delivery;
        let state = match state {
            MailState::Accepted => Message::new("mail-accepted"),
            MailState::Waiting(None) => Message::new("mail-is-waiting"),
            MailState::Waiting(Some(failure)) => {
                let since = self.before(failure.age);
                Message::new("mail-is-refused").with("since", since).with("reason", &failure.reason)
            }
            MailState::GivenUp(reason) => Message::new("mail-given-up").with("reason", reason),
        };
        Message::new("mail-queued").with("about", about(kind)).with("at", self.before(*age)).with("state", state)
    }

    fn before(&self, age: Duration) -> Timestamp {
        self.now.plus_seconds(-i64::try_from(age.as_secs()).unwrap_or_default())
    }

    pub(crate) fn waits(&self) -> bool {
        matches!(self.delivery.state, MailState::Waiting(_))
    }

    /// Whether sending it again makes sense.
    pub(crate) fn is_missing(&self) -> bool {
        self.delivery.state != MailState::Accepted
    }

    /// The mark of an account in lists, until its message is delivered.
    pub(crate) fn mark(&self) -> Option<&'static str> {
        match self.delivery.state {
            MailState::Accepted => None,
            MailState::Waiting(_) => Some("mail-waits"),
            MailState::GivenUp(_) => Some("mail-failed"),
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
