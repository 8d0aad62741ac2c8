//! The texts of mails. They contain nothing that a person has typed, but for an administrator's reason to decline: a
//! message from the service cannot be used to say something else to somebody.

use catalog_domain::accounts::{AccountProfile, EndingApiKey};
use catalog_domain::ports::MailMessage;
use catalog_domain::values::{Language, Timestamp};
use localization::{Locale, Message, ToMessage};
use std::borrow::Cow;
use std::iter;

pub(super) const NEW_REQUESTS: &str = "new_requests";
pub(super) const KEY_ENDS: &str = "key_ends";

/// Why a person gets a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationReason {
    /// Access was approved, or given again to somebody who never set a password.
    Approved,
    /// An administrator made a new link.
    Invited,
    /// The person asked for a new password.
    ForgottenPassword,
}

/// Whom a mail is to, and how that person reads. Nothing tells the server of their clock, so times are in UTC.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recipient<'a> {
    pub(super) email: &'a str,
    pub(super) language: Option<Language>,
}

impl<'a> Recipient<'a> {
    pub(super) fn of(profile: &'a AccountProfile) -> Self {
        Self { email: &profile.email, language: profile.language }
    }

    fn locale(self) -> Locale {
        Locale::in_utc(self.language.unwrap_or_default())
    }

    fn message(self, kind: &'static str, subject: impl ToMessage, paragraphs: &[Cow<'_, str>]) -> MailMessage {
        let hello = self.locale().text("mail-hello");
        let text = iter::once(&hello).chain(paragraphs).map(|each| format!("{each}\n")).collect::<Vec<_>>().join("\n");
        MailMessage {
            kind,
            recipient: self.email.to_owned(),
            subject: self.locale().text(subject).into_owned(),
            replaces_earlier: false,
            text,
        }
    }
}

pub(super) fn invitation(
    to: Recipient<'_>,
    reason: InvitationReason,
    link: &str,
    expires_at: Timestamp,
) -> MailMessage {
    let (kind, subject, opening) = match reason {
        InvitationReason::Approved => ("access_approved", "mail-approved", "mail-approved-text"),
        InvitationReason::Invited => ("invitation", "mail-invited", "mail-invited-text"),
        InvitationReason::ForgottenPassword => ("forgotten_password", "mail-forgotten", "mail-forgotten-text"),
    };
    let locale = to.locale();
    let until = locale.text(Message::new("mail-link-until").with("end", expires_at));
    let paragraphs = [locale.text(opening), locale.text("mail-set-password"), link.into(), until];
    MailMessage { replaces_earlier: true, ..to.message(kind, subject, &paragraphs) }
}

pub(super) fn access_restored(to: Recipient<'_>, sign_in: &str) -> MailMessage {
    let paragraphs = [to.locale().text("mail-restored-text"), sign_in.into()];
    to.message("access_restored", "mail-restored", &paragraphs)
}

pub(super) fn declined(to: Recipient<'_>, reason: &str) -> MailMessage {
    let locale = to.locale();
    let paragraphs = [locale.text("mail-declined-text"), locale.text("mail-declined-reason"), reason.into()];
    to.message("request_declined", "mail-declined", &paragraphs)
}

/// The notice to administrators of how many people have requested access.
pub(super) fn new_requests(to: Recipient<'_>, count: u64, page: &str) -> MailMessage {
    let (locale, counted) = (to.locale(), |key| Message::new(key).with("count", count));
    let paragraphs = [locale.text(counted("mail-requests-text")), page.into(), locale.text("mail-requests-hourly")];
    to.message(NEW_REQUESTS, counted("mail-requests"), &paragraphs)
}

/// The notice to the owner of a key that it ends soon. What the key is called is not repeated: somebody has typed it.
pub(super) fn key_ends(key: &EndingApiKey, page: &str) -> MailMessage {
    let to = Recipient { email: &key.email, language: key.language };
    let text = Message::new("mail-key-ends-text").with("end", key.expires_at).with("id", key.id.as_str());
    let locale = to.locale();
    to.message(KEY_ENDS, "mail-key-ends", &[locale.text(text), locale.text("mail-key-ends-renew"), page.into()])
}
