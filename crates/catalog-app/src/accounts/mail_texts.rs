//! The texts of mails. They contain nothing that a person has typed: a message from the service cannot be used to say
//! something else to somebody.

use crate::text::iso_time;
use catalog_domain::accounts::EndingKey;
use catalog_domain::ports::MailMessage;
use catalog_domain::values::Timestamp;

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

pub(super) fn invitation(email: &str, reason: InvitationReason, link: &str, expires_at: Timestamp) -> MailMessage {
    let (kind, subject, opening) = match reason {
        InvitationReason::Approved => (
            "access_approved",
            "Your access to the catalog was approved",
            "Your request for access to the catalog was approved.\nYour login is this e-mail address.",
        ),
        InvitationReason::Invited => (
            "invitation",
            "Set your password for the catalog",
            "An administrator of the catalog invites you to set a password.\nYour login is this e-mail address.",
        ),
        InvitationReason::ForgottenPassword => (
            "forgotten_password",
            "A new password for the catalog",
            "A new password was requested for your access to the catalog.\n\
             If it was not you, ignore this message: your present password stays valid.",
        ),
    };
    let text = format!(
        "Hello,\n\n{opening}\n\nSet your password here:\n\n{link}\n\n\
         The link works once, until {}.\n\
         Anyone who has it can set the password: do not pass it on.\n",
        minute(expires_at)
    );
    MailMessage { replaces_earlier: true, ..message(email, kind, subject.to_owned(), text) }
}

pub(super) fn access_restored(email: &str, sign_in: &str) -> MailMessage {
    let text = format!("Hello,\n\nYou have access to the catalog again. Sign in with your password:\n\n{sign_in}\n");
    message(email, "access_restored", "Your access to the catalog was restored".to_owned(), text)
}

/// The notice to administrators of how many people have requested access.
pub(super) fn new_requests(email: &str, count: u64, page: &str) -> MailMessage {
    let requests = if count == 1 { "1 new request".to_owned() } else { format!("{count} new requests") };
    let text = format!(
        "Hello,\n\nThe catalog has {requests} for access. Approve or decline here:\n\n{page}\n\n\
         At most one message an hour tells you of new requests.\n"
    );
    message(email, NEW_REQUESTS, format!("{requests} for access to the catalog"), text)
}

/// The notice to the owner of a key that it ends soon. What the key is called is not repeated: somebody has typed it.
pub(super) fn key_ends(key: &EndingKey, page: &str) -> MailMessage {
    let (id, end) = (key.id, minute(key.expires_at));
    let text = format!(
        "Hello,\n\nA key of yours for the catalog ends on {end}: {id}\n\n\
         Programs that use it are refused afterwards. Make another one here, and give it to them:\n\n{page}\n"
    );
    message(&key.email, KEY_ENDS, "A key of yours for the catalog ends soon".to_owned(), text)
}

/// The moment for people: `2026-02-03 12:00 UTC`.
fn minute(moment: Timestamp) -> String {
    let text = iso_time(moment);
    format!("{} UTC", text.get(..16).unwrap_or(&text).replace('T', " "))
}

fn message(email: &str, kind: &'static str, subject: String, text: String) -> MailMessage {
    MailMessage { kind, recipient: email.to_owned(), subject, replaces_earlier: false, text }
}
