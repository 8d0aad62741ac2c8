//! Accounts, which have the right to use the interface (`docs/contract.md#account-states`).

use crate::accounts::key::CallerApiKey;
use crate::accounts::key_text::ApiKeyId;
use crate::pricing::price_level::PriceLevel;
use crate::pricing::viewer::{Role, Viewer};
use crate::values::identifiers::AccountId;
use crate::values::language::Language;
use crate::values::timestamp::Timestamp;
use std::fmt;

crate::named! {
    /// The state of an account. Only an active account may log in.
    pub enum AccountStatus {
        /// Registered and waiting for an administrator.
        Pending = "pending",
        /// Approved.
        Active = "active",
        /// Switched off by an administrator.
        Disabled = "disabled",
    }
}

/// A hashed password. It can be stored and verified, never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a hash in the hasher's own text form.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The hash for the store and the hasher.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PasswordHash(hidden)")
    }
}

/// An account as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The internal id; in bodies it is a string.
    pub id: AccountId,
    /// Everything that can be chosen or changed.
    pub profile: AccountProfile,
    /// The password, hashed; `None` until the person has set one.
    pub password_hash: Option<PasswordHash>,
    /// Grows whenever earlier tokens must stop working (the password changed, the account was disabled).
    pub token_generation: i64,
    /// How often access was requested again for this address after it had an account.
    pub registration_attempts: i64,
    /// When a new password was last requested; `None` once an invitation was made or a password set since.
    pub password_requested_at: Option<Timestamp>,
    /// Until when the account's invitation is valid; `None` when there is none.
    pub invitation_expires_at: Option<Timestamp>,
    /// When the account was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// The part of an account that its owner or an administrator chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountProfile {
    /// The login, stored as given and compared without case.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// The company.
    pub company: String,
    /// A telephone number.
    pub phone: Option<String>,
    /// The comment of the request for access.
    pub comment: Option<String>,
    /// What the account may do.
    pub role: Role,
    /// The state.
    pub status: AccountStatus,
    /// The price level; `Розн` when none was given.
    pub price_level: PriceLevel,
    /// Whether configurators are shown.
    pub configurator_access: bool,
    /// The language that the person has chosen; `None` when none was chosen yet.
    pub language: Option<Language>,
}

/// An account to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// The profile.
    pub profile: AccountProfile,
    /// The password, hashed; `None` when it will be set by an invitation.
    pub password_hash: Option<PasswordHash>,
    /// When it is made.
    pub created_at: Timestamp,
}

impl Account {
    /// Whether the account may use the interface now.
    pub fn is_active(&self) -> bool {
        self.profile.status == AccountStatus::Active
    }

    /// Whether its invitation can be used at `now`.
    pub fn has_live_invitation(&self, now: Timestamp) -> bool {
        self.invitation_expires_at.is_some_and(|expires_at| expires_at > now)
    }
}

/// The part of an account that authorization and responses need. Servers cache it, so it has neither the password nor
/// the fields that only administrators read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallerAccount {
    /// The internal id.
    pub id: AccountId,
    /// The login, as given.
    pub email: Box<str>,
    /// The company.
    pub company: Box<str>,
    /// What the account may do.
    pub role: Role,
    /// The state.
    pub status: AccountStatus,
    /// The price level.
    pub price_level: PriceLevel,
    /// Whether configurators are shown.
    pub configurator_access: bool,
    /// See [`AccountProfile::language`].
    pub language: Option<Language>,
    /// Whether a password was set.
    pub has_password: bool,
    /// See [`Account::token_generation`].
    pub token_generation: i64,
    /// Its keys by id, ended ones as well.
    pub keys: Box<[CallerApiKey]>,
}

impl CallerAccount {
    /// Whether the account may use the interface now.
    pub fn is_active(&self) -> bool {
        self.status == AccountStatus::Active
    }

    /// Whether tokens or keys of the account may exist: it was approved, and it has a password or keys. Only such
    /// accounts are cached. Disabled accounts are among them, so that their tokens are refused without reading the
    /// store.
    pub fn may_have_tokens(&self) -> bool {
        (self.has_password || !self.keys.is_empty()) && self.status != AccountStatus::Pending
    }

    /// Its key with that id; `None` when it has none.
    pub fn key(&self, id: ApiKeyId) -> Option<&CallerApiKey> {
        self.keys.iter().find(|key| key.id == id)
    }

    /// How this account sees the catalog.
    pub fn viewer(&self) -> Viewer {
        Viewer { role: self.role, price_level: self.price_level.clone(), configurator_access: self.configurator_access }
    }
}

/// The account without its keys, which are stored apart.
impl From<&Account> for CallerAccount {
    fn from(account: &Account) -> Self {
        let profile = &account.profile;
        Self {
            id: account.id,
            email: profile.email.as_str().into(),
            company: profile.company.as_str().into(),
            role: profile.role,
            status: profile.status,
            price_level: profile.price_level.clone(),
            configurator_access: profile.configurator_access,
            language: profile.language,
            has_password: account.password_hash.is_some(),
            token_generation: account.token_generation,
            keys: Box::default(),
        }
    }
}

/// The form in which logins are compared: Unicode lower case, surrounding whitespace removed.
pub fn login_key(email: &str) -> String {
    email.trim().to_lowercase()
}
