//! The events of an account, as its page lists them.

use super::{role_name, status_name};
use crate::portal_error::PortalError;
use catalog_app::App;
use catalog_app::accounts::{DECLINE_REASON, ERASED, SEEN_AS};
use catalog_domain::accounts::AccountStatus;
use catalog_domain::ports::{AccountEvent, AccountEventKind, EventAuthor, FieldChange};
use catalog_domain::pricing::Role;
use catalog_domain::values::{AccountId, Timestamp};
use localization::Message;
use std::collections::HashMap;

pub(super) struct ShownEvent {
    pub(super) at: Timestamp,
    pub(super) what: Message,
    pub(super) by: Message,
    /// The author's account, if the author was an administrator.
    pub(super) author: Option<AccountId>,
}

/// The events of `account`, the latest first, and when the person last signed in.
pub(super) async fn events_of(
    account: AccountId,
    app: &App,
) -> Result<(Vec<ShownEvent>, Option<Timestamp>), PortalError> {
    let events = app.accounts.events(account).await?;
    let author = |event: &AccountEvent| match event.by {
        EventAuthor::Administrator(id) => Some(id),
        EventAuthor::CommandLine | EventAuthor::Owner | EventAuthor::Person(_) => None,
    };
    let addresses = app.accounts.addresses_of(events.iter().filter_map(author).collect()).await?;
    let last_sign_in = events.iter().find(|event| event.kind == AccountEventKind::SignedIn).map(|event| event.at);
    Ok((events.iter().map(|event| ShownEvent::new(event, &addresses)).collect(), last_sign_in))
}

impl ShownEvent {
    fn new(event: &AccountEvent, addresses: &HashMap<AccountId, String>) -> Self {
        let what = match &event.kind {
            AccountEventKind::SignedIn => Message::new("event-signed-in"),
            AccountEventKind::PasswordSet => Message::new("event-password-set"),
            AccountEventKind::PasswordChanged => Message::new("event-password-changed"),
            AccountEventKind::InvitationMade => Message::new("event-invitation-made"),
            AccountEventKind::AccountMade => Message::new("event-account-made"),
            AccountEventKind::Changed(change) => changed(change),
        };
        let (by, author) = match &event.by {
            EventAuthor::Administrator(id) => match addresses.get(id) {
                Some(address) => (Message::plain(address.clone()), Some(*id)),
                None => (Message::new("account-deleted").with("id", id.to_string()), None),
            },
            EventAuthor::CommandLine => (Message::new("event-by-command"), None),
            EventAuthor::Owner => (Message::new("event-by-owner"), None),
            EventAuthor::Person(source) => (Message::new("event-by-source").with("source", source), None),
        };
        Self { at: event.at, what, by, author }
    }
}

fn changed(change: &FieldChange) -> Message {
    let field = match &*change.field {
        ERASED => return Message::new("event-erased"),
        SEEN_AS => return Message::new("event-seen-as"),
        "status" => Message::new("event-field-status"),
        "role" => Message::new("event-field-role"),
        "price_level" => Message::new("event-field-price-level"),
        "configurator_access" => Message::new("event-field-configurator-access"),
        "name" => Message::new("event-field-name"),
        "company" => Message::new("event-field-company"),
        "key" => Message::new("event-field-key"),
        DECLINE_REASON => Message::new("event-field-decline-reason"),
        other => Message::plain(other),
    };
    let value = |text: &str| {
        let key = match &*change.field {
            "status" => AccountStatus::from_name(text).as_ref().map(status_name),
            "role" => Role::from_name(text).as_ref().map(role_name),
            "configurator_access" => Some(if text == "yes" { "report-yes" } else { "report-no" }),
            _ => None,
        };
        key.map_or_else(|| Message::plain(text), Message::new)
    };
    if change.from.is_empty() {
        return Message::new("event-set").with("field", field).with("to", value(&change.to));
    }
    Message::new("event-changed").with("field", field).with("from", value(&change.from)).with("to", value(&change.to))
}
