//! The mail of accounts: to a person whose access changed, and to administrators when access was requested.
//!
//! The texts are in `mail_texts`. The hooks are `make_invitation`, `change`, `request_password` and `register`:
//! each queues a message and goes on.

use super::account_directory::AccountDirectory;
use super::mail_texts::Recipient;
use super::{Accounts, mail_texts};
use crate::service_failure::{ServiceFailure, causes};
use catalog_domain::accounts::{EndingApiKey, InvitationLinks};
use catalog_domain::ports::{MailDelivery, MailMessage, MailOutcome, MailStatus, Mailer};
use catalog_domain::values::Timestamp;
use parking_lot::Mutex;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

pub use super::mail_texts::InvitationReason;

/// The shortest time between two mails about new requests, in seconds.
const REQUESTS_PAUSE_SECONDS: i64 = 60 * 60;
/// The kinds of messages that are not about the account of their recipient.
static NOTICES: [&str; 2] = [mail_texts::NEW_REQUESTS, mail_texts::KEY_ENDS];
/// How often [`Accounts::mail_notices_hourly`] looks for new requests. The mail does not begin with the request itself:
/// its work must not show whether an address was new.
const LOOK_INTERVAL: Duration = Duration::from_secs(60);
const LOOKS_AN_HOUR: u32 = 60;

/// Sends the mail of accounts, if mail is set up.
pub struct AccountMail {
    mailer: Option<Arc<dyn Mailer>>,
    links: InvitationLinks,
    new_requests: Mutex<NewRequests>,
}

/// Requests for access that administrators were not notified of yet.
#[derive(Debug, Default)]
struct NewRequests {
    count: u64,
    last_mail: Option<Timestamp>,
}

impl AccountMail {
    /// Sends by `mailer`, with links that begin as `links` do; `None` sends nothing.
    pub fn new(mailer: Option<Arc<dyn Mailer>>, links: InvitationLinks) -> Self {
        Self { mailer, links, new_requests: Mutex::default() }
    }

    /// How mail is doing.
    pub fn status(&self) -> MailStatus {
        self.mailer.as_ref().map(|mailer| mailer.status()).unwrap_or_default()
    }

    /// Drops what waits for `email`, and what is known of earlier messages to it.
    pub(super) fn forget(&self, email: &str) {
        if let Some(mailer) = &self.mailer {
            mailer.forget(email);
        }
    }

    fn is_set_up(&self) -> bool {
        self.mailer.is_some()
    }

    fn last_delivery(&self, email: &str) -> Option<MailDelivery> {
        let deliveries = self.mailer.as_ref()?.deliveries(email);
        deliveries.into_iter().find(|delivery| !NOTICES.contains(&delivery.kind))
    }

    fn retry_now(&self) {
        if let Some(mailer) = &self.mailer {
            mailer.retry_now();
        }
    }

    pub(super) fn has_room(&self) -> bool {
        self.room() > 0
    }

    pub(super) fn send_invitation(
        &self,
        to: Recipient<'_>,
        reason: InvitationReason,
        link: &str,
        expires_at: Timestamp,
    ) -> MailOutcome {
        self.send(|| mail_texts::invitation(to, reason, link, expires_at))
    }

    /// Mails that an account with a password may sign in again.
    pub(super) fn send_access_restored(&self, to: Recipient<'_>) -> MailOutcome {
        self.send(|| mail_texts::access_restored(to, &self.links.page("/portal/sign-in")))
    }

    pub(super) fn send_declined(&self, to: Recipient<'_>, reason: &str) -> MailOutcome {
        self.send(|| mail_texts::declined(to, reason))
    }

    fn send_key_ends(&self, key: &EndingApiKey) -> MailOutcome {
        self.send(|| mail_texts::key_ends(key, &self.links.page("/portal/keys")))
    }

    pub(super) fn count_request(&self) {
        if self.mailer.is_some() {
            self.new_requests.lock().count += 1;
        }
    }

    /// Mails the number of new requests to the administrators who can sign in, if there are any and the last such mail
    /// was an hour ago.
    fn send_new_requests(&self, accounts: &AccountDirectory, now: Timestamp) {
        let Some(count) = self.new_requests.lock().take_due(now) else { return };
        let page = self.links.page("/portal/admin/requests");
        for account in accounts.administrators() {
            let to = Recipient { email: &account.email, language: account.language };
            self.send(|| mail_texts::new_requests(to, count, &page));
        }
    }

    /// How many more messages may wait.
    fn room(&self) -> usize {
        let status = self.status();
        status.limit.saturating_sub(status.waiting)
    }

    fn send(&self, message: impl FnOnce() -> MailMessage) -> MailOutcome {
        self.mailer.as_ref().map_or(MailOutcome::NotSetUp, |mailer| mailer.send(message()))
    }
}

impl NewRequests {
    /// The requests to mail about at `now`; they count as mailed.
    fn take_due(&mut self, now: Timestamp) -> Option<u64> {
        let is_too_soon = self.last_mail.is_some_and(|last| now < last.plus_seconds(REQUESTS_PAUSE_SECONDS));
        if self.count == 0 || is_too_soon {
            return None;
        }
        self.last_mail = Some(now);
        Some(std::mem::take(&mut self.count))
    }
}

impl Accounts {
    /// Mails administrators about new requests, and owners about keys that end soon, at most once an hour, for as long
    /// as it is polled.
    pub async fn mail_notices_hourly(self) {
        loop {
            for _ in 0..LOOKS_AN_HOUR {
                tokio::time::sleep(LOOK_INTERVAL).await;
                self.mail_new_requests();
            }
            if let Err(error) = self.mail_ending_keys().await {
                tracing::warn!(cause = causes(&error), "owners of keys that end soon could not be notified");
            }
        }
    }

    /// Mails the owners of keys that end soon, each once, as far as the mail has room.
    pub async fn mail_ending_keys(&self) -> Result<(), ServiceFailure> {
        if !self.has_mail() {
            return Ok(());
        }
        let (now, most) = (self.0.clock.now(), self.0.mail.room());
        for key in self.at_store(move |ports| ports.keys.take_ending_keys(now, most)).await? {
            self.0.mail.send_key_ends(&key);
        }
        Ok(())
    }

    /// Whether mail is set up.
    pub fn has_mail(&self) -> bool {
        self.0.mail.is_set_up()
    }

    /// What became of the last message about an account, by its address; `None` when this server has queued none since
    /// its start.
    pub fn last_delivery(&self, email: &str) -> Option<MailDelivery> {
        self.0.mail.last_delivery(email)
    }

    /// The addresses whose last message about their account waits or did not leave, since this server started.
    pub fn undelivered(&self) -> HashSet<String> {
        let undelivered = self.0.mail.mailer.as_ref().map(|mailer| mailer.undelivered(&NOTICES));
        undelivered.into_iter().flatten().collect()
    }

    /// Tries at once to send the mail that waits.
    pub fn retry_mail(&self) {
        self.0.mail.retry_now();
    }

    /// Mails administrators about new requests, if there are any and the last such mail was an hour ago.
    pub fn mail_new_requests(&self) {
        self.0.mail.send_new_requests(&self.0.directory, self.0.clock.now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_requests_are_due_at_once_and_then_once_an_hour() {
        let start = Timestamp::from_unix_microseconds(0);
        let mut requests = NewRequests::default();
        assert_eq!(requests.take_due(start), None, "there are none");
        for (seconds, new, due) in [
            (1, 1, Some(1)),
            (2, 0, None),
            (3, 2, None),
            (3_600, 1, None),
            (3_601, 0, Some(3)),
            (99_999, 0, None),
            (99_999, 1, Some(1)),
        ] {
            requests.count += new;
            assert_eq!(requests.take_due(start.plus_seconds(seconds)), due, "after {seconds} s");
        }
    }
}
