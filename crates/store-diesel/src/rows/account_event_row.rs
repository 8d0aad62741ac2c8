//! Rows of `account_events`.

use crate::failure::inconsistent;
use crate::schema::account_events;
use catalog_domain::ports::{AccountEvent, AccountEventKind, EventAuthor, FieldChange, StoreError};
use catalog_domain::values::{AccountId, Timestamp};
use diesel::prelude::*;

/// The kind of a sign-in, which is bounded apart from the others.
pub(crate) const SIGNED_IN: &str = "signed_in";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = account_events)]
pub(crate) struct AccountEventRow {
    account_id: i64,
    happened_at: i64,
    author: String,
    kind: String,
    field: Option<String>,
    value_before: Option<String>,
    value_after: Option<String>,
}

fn name(kind: &AccountEventKind) -> &'static str {
    match kind {
        AccountEventKind::SignedIn => SIGNED_IN,
        AccountEventKind::PasswordSet => "password_set",
        AccountEventKind::PasswordChanged => "password_changed",
        AccountEventKind::InvitationMade => "invitation_made",
        AccountEventKind::AccountMade => "account_made",
        AccountEventKind::Changed(_) => "changed",
    }
}

impl From<&AccountEvent> for AccountEventRow {
    fn from(event: &AccountEvent) -> Self {
        let change = match &event.kind {
            AccountEventKind::Changed(change) => Some(change),
            _ => None,
        };
        Self {
            account_id: event.account.0,
            happened_at: event.at.unix_microseconds(),
            author: event.by.to_string(),
            kind: name(&event.kind).to_owned(),
            field: change.map(|change| change.field.to_string()),
            value_before: change.map(|change| change.from.to_string()),
            value_after: change.map(|change| change.to.to_string()),
        }
    }
}

impl TryFrom<AccountEventRow> for AccountEvent {
    type Error = StoreError;

    fn try_from(row: AccountEventRow) -> Result<Self, StoreError> {
        let unknown = |column: &str, text: &str| inconsistent(column, format!("unknown `{text}`"));
        let simple = [
            AccountEventKind::SignedIn,
            AccountEventKind::PasswordSet,
            AccountEventKind::PasswordChanged,
            AccountEventKind::InvitationMade,
            AccountEventKind::AccountMade,
        ];
        let kind = match (row.field, row.value_before, row.value_after) {
            (Some(field), Some(from), Some(to)) => {
                Some(AccountEventKind::Changed(FieldChange { field: field.into(), from: from.into(), to: to.into() }))
            }
            _ => simple.into_iter().find(|kind| name(kind) == row.kind),
        };
        Ok(Self {
            account: AccountId(row.account_id),
            at: Timestamp::from_unix_microseconds(row.happened_at),
            by: EventAuthor::from_text(&row.author).ok_or_else(|| unknown("account_events.author", &row.author))?,
            kind: kind.ok_or_else(|| unknown("account_events.kind", &row.kind))?,
        })
    }
}
