//! Keys: how programs get in without a password (`docs/contract.md#keys`).
//!
//! A key can do what its right and its account may, decided at each request by [`may`]. It is no token: a new password
//! does not end it, and disabling its account does so only until the account is enabled again.

use crate::accounts::key_text::{ApiKeyHash, ApiKeyId, contains_key};
use crate::accounts::rules::{AccountRuleError, check_required_text};
use crate::pricing::viewer::Role;
use crate::values::identifiers::AccountId;
use crate::values::language::Language;
use crate::values::timestamp::Timestamp;

/// The most keys of an account that have not ended.
pub const MOST_KEYS: usize = 10;

/// The most ended keys of an account that are stored; older ones are forgotten when a key is made.
pub const MOST_ENDED_KEYS: usize = 90;

/// How long a key is valid unless its owner says otherwise, in days.
pub const DEFAULT_KEY_DAYS: u32 = 365;

/// The longest that a key with an end is valid, in days.
pub const MAXIMUM_KEY_DAYS: u32 = 3_650;

/// A key ends soon within as many days. Its owner is mailed then, once.
pub const KEY_ENDS_SOON_DAYS: u32 = 30;

/// The most bytes of the address that a download link leads to: every server has all of them in memory.
pub const MAXIMUM_LINKED_BYTES: usize = 2_000;

const MAXIMUM_NAME_CHARACTERS: usize = 100;

crate::named! {
    /// What a key may do, within what its account may.
    pub enum ApiKeyRight {
        /// Read what the account reads.
        Read = "read",
        /// Import as well.
        Import = "import",
        /// What an administrator's token may, except for what leads to passwords or keys.
        Admin = "admin",
        /// Download one price list, and nothing else: the key is part of an address, not of a request to the interface.
        Download = "download",
    }
}

impl ApiKeyRight {
    /// The rights of keys for the interface.
    pub const OF_INTERFACE: [Self; 3] = [Self::Read, Self::Import, Self::Admin];

    /// The same of a key for the interface.
    pub fn of_interface(name: &str) -> Option<Self> {
        Self::from_name(name).filter(|right| *right != Self::Download)
    }

    /// Whether accounts with `role` may make keys with this right.
    pub fn is_for(self, role: Role) -> bool {
        matches!(self, Self::Read | Self::Download) || role == Role::Administrator
    }
}

/// A key as stored. Its secret is not: only a hash of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The part of the key that is no secret.
    pub id: ApiKeyId,
    /// Whose it is.
    pub account: AccountId,
    /// What its owner calls it.
    pub name: Box<str>,
    /// What it may do.
    pub right: ApiKeyRight,
    /// The hash of the whole key.
    pub hash: ApiKeyHash,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ends; `None`: never.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, to a minute; `None`: never.
    pub last_used_at: Option<Timestamp>,
    /// Path and query of the price list of a [`ApiKeyRight::Download`]; no other key has one.
    pub address: Option<Box<str>>,
}

impl ApiKey {
    /// Whether it has ended at `now`.
    pub fn has_ended(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }

    /// Whether it has not ended at `now`, and will within [`KEY_ENDS_SOON_DAYS`].
    pub fn ends_soon(&self, now: Timestamp) -> bool {
        CallerApiKey::from(self).ends_soon(now)
    }
}

/// A key that ends soon, and whom to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndingApiKey {
    /// The key.
    pub id: ApiKeyId,
    /// The address of its owner.
    pub email: Box<str>,
    /// The language that its owner has chosen.
    pub language: Option<Language>,
    /// When it ends.
    pub expires_at: Timestamp,
}

/// The part of a key that authorization needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallerApiKey {
    /// See [`ApiKey::id`].
    pub id: ApiKeyId,
    /// See [`ApiKey::right`].
    pub right: ApiKeyRight,
    /// See [`ApiKey::hash`].
    pub hash: ApiKeyHash,
    /// See [`ApiKey::created_at`].
    pub created_at: Timestamp,
    /// See [`ApiKey::expires_at`].
    pub expires_at: Option<Timestamp>,
    /// See [`ApiKey::address`].
    pub address: Option<Box<str>>,
}

impl CallerApiKey {
    /// Whether it has ended at `now`.
    pub fn has_ended(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }

    /// Whether it has not ended at `now`, and will within [`KEY_ENDS_SOON_DAYS`].
    pub fn ends_soon(&self, now: Timestamp) -> bool {
        !self.has_ended(now) && self.has_ended(now.plus_days(KEY_ENDS_SOON_DAYS))
    }

    /// Whether its owner and administrators are to know at `now` that it ends soon: unless it was made to last no
    /// longer than that.
    pub fn has_news_of_end(&self, now: Timestamp) -> bool {
        self.ends_soon(now) && !self.ends_soon(self.created_at)
    }
}

impl From<&ApiKey> for CallerApiKey {
    fn from(key: &ApiKey) -> Self {
        let (hash, address) = (key.hash.clone(), key.address.clone());
        let (created_at, expires_at) = (key.created_at, key.expires_at);
        Self { id: key.id, right: key.right, hash, created_at, expires_at, address }
    }
}

/// Why a text cannot be the name of a key. The text continues after the field's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApiKeyNameError {
    /// Blank.
    #[error(transparent)]
    Text(AccountRuleError),
    /// Too long, or with invisible or confusable characters: the rule of texts, with another length.
    #[error("must have at most 100 characters, none of them a control, invisible or look-alike character")]
    TooLong,
    /// Somebody took the wrong field: names are shown.
    #[error("must not contain a key")]
    Key,
}

/// Checks the name of a new key, without the blanks around it.
///
/// # Errors
/// [`ApiKeyNameError`] says what is wrong with it.
pub fn check_key_name(name: &str) -> Result<(), ApiKeyNameError> {
    let name = name.trim();
    if contains_key(name.as_bytes()) {
        return Err(ApiKeyNameError::Key);
    }
    check_required_text(name).map_err(|error| match error {
        AccountRuleError::Blank => ApiKeyNameError::Text(error),
        _ => ApiKeyNameError::TooLong,
    })?;
    if name.chars().count() > MAXIMUM_NAME_CHARACTERS { Err(ApiKeyNameError::TooLong) } else { Ok(()) }
}

/// What not every caller may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Make, list and delete one's own keys.
    OwnApiKeys,
    /// Read the accounts.
    ReadAccounts,
    /// Change an account in ways that lead to no password and no key.
    ChangeAccounts,
    /// Change what leads to passwords or keys: roles, invitations, and the keys of others.
    ManageAccess,
    /// Import.
    Import,
}

/// Why a caller may not do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OperationRefusal {
    /// The account is not an administrator's.
    #[error("administrators only")]
    AdministratorsOnly,
    /// The account may, but with none of its keys.
    #[error("not with this key")]
    NotWithThisKey,
    /// The account may, but not with a key of that right.
    #[error("the key has the right {has:?} instead of {needs:?}")]
    RightOfKey {
        /// The right of the key.
        has: ApiKeyRight,
        /// The least right that suffices.
        needs: ApiKeyRight,
    },
}

/// Whether an account with `role` may do `operation` with a key that has `right`, or with a token for which nobody used
/// a key (`None`).
///
/// # Errors
/// [`OperationRefusal`] says why not.
pub fn may(operation: Operation, role: Role, right: Option<ApiKeyRight>) -> Result<(), OperationRefusal> {
    use Operation::{ChangeAccounts, Import, ManageAccess, OwnApiKeys, ReadAccounts};
    if operation != OwnApiKeys && role != Role::Administrator {
        return Err(OperationRefusal::AdministratorsOnly);
    }
    let lacks = |has, needs| Err(OperationRefusal::RightOfKey { has, needs });
    match (operation, right) {
        (_, Some(ApiKeyRight::Download)) | (OwnApiKeys | ManageAccess, Some(_)) => {
            Err(OperationRefusal::NotWithThisKey)
        }
        (ChangeAccounts, Some(has @ (ApiKeyRight::Read | ApiKeyRight::Import))) => lacks(has, ApiKeyRight::Admin),
        (Import, Some(has @ ApiKeyRight::Read)) => lacks(has, ApiKeyRight::Import),
        (_, None) | (ReadAccounts | ChangeAccounts | Import, Some(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests;
