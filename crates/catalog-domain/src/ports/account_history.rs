//! The record of what happened to accounts, for administrators.

use super::store_error::StoreError;
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;
use std::fmt;

/// The latest sign-ins that a store records of an account.
pub const RECORDED_SIGN_INS: u32 = 10;

/// The latest other events that a store records of an account.
pub const RECORDED_ACCOUNT_EVENTS: u32 = 100;

/// The actor of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventAuthor {
    /// An administrator.
    Administrator(AccountId),
    /// A command that was run beside the store.
    CommandLine,
    /// The person of the account.
    Owner,
    /// The person of the account, from this network address.
    Person(Box<str>),
}

const BY_ACCOUNT: &str = "account ";
const BY_COMMAND: &str = "command line";
const BY_OWNER: &str = "the person";
const BY_PERSON: &str = "from ";

impl EventAuthor {
    /// The author of that text, as `Display` writes it; `None` for any other text.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            BY_COMMAND => return Some(Self::CommandLine),
            BY_OWNER => return Some(Self::Owner),
            _ => {}
        }
        match text.strip_prefix(BY_ACCOUNT) {
            Some(id) => Some(Self::Administrator(AccountId(id.parse().ok()?))),
            None => text.strip_prefix(BY_PERSON).map(|source| Self::Person(source.into())),
        }
    }
}

impl fmt::Display for EventAuthor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Administrator(id) => write!(formatter, "{BY_ACCOUNT}{id}"),
            Self::CommandLine => formatter.write_str(BY_COMMAND),
            Self::Owner => formatter.write_str(BY_OWNER),
            Self::Person(source) => write!(formatter, "{BY_PERSON}{source}"),
        }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountEventKind {
    /// The right password was given, for a token or a session.
    SignedIn,
    /// A password was set by an invitation.
    PasswordSet,
    /// A password was set in another way.
    PasswordChanged,
    /// An invitation was made.
    InvitationMade,
    /// The account was made without a registration.
    AccountMade,
    /// A field of the profile was changed.
    Changed(FieldChange),
}

/// A changed field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The field, as the audit log names it.
    pub field: Box<str>,
    /// Its value before.
    pub from: Box<str>,
    /// Its value after.
    pub to: Box<str>,
}

/// One event of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountEvent {
    /// The account.
    pub account: AccountId,
    /// When it happened.
    pub at: Timestamp,
    /// Its actor.
    pub by: EventAuthor,
    /// What it was.
    pub kind: AccountEventKind,
}

/// Records events of accounts. The audit log has all of them and more; this record is bounded for each account, so that
/// neither time nor a client that signs in all day makes it grow.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait AccountHistory: Send + Sync {
    /// Adds `events` in their order, and forgets what is beyond [`RECORDED_SIGN_INS`] and [`RECORDED_ACCOUNT_EVENTS`]
    /// of their accounts. No account revision is made: servers do not cache events.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written; none of them is recorded then.
    fn record_events(&self, events: &[AccountEvent]) -> Result<(), StoreError>;

    /// The recorded events of an account, the latest first.
    fn account_events(&self, account: AccountId) -> Result<Vec<AccountEvent>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_author_is_read_back_from_its_text() {
        for (author, text) in [
            (EventAuthor::Administrator(AccountId(7)), "account 7"),
            (EventAuthor::CommandLine, "command line"),
            (EventAuthor::Owner, "the person"),
            (EventAuthor::Person("2001:db8::/64".into()), "from 2001:db8::/64"),
        ] {
            assert_eq!(author.to_string(), text);
            assert_eq!(EventAuthor::from_text(text), Some(author));
        }
        for unknown in ["", "account x", "somebody"] {
            assert_eq!(EventAuthor::from_text(unknown), None, "{unknown}");
        }
    }
}
