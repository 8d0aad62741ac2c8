//! Accounts: who may use the interface (parts 2.10 and 5).

use crate::identifiers::AccountId;
use crate::price_level::PriceLevel;
use crate::timestamp::Timestamp;
use crate::viewer::{Role, Viewer};
use std::fmt;

/// The state of an account. Only an active one gets in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccountStatus {
    /// Registered and waiting for an administrator.
    Pending,
    /// Approved.
    Active,
    /// Switched off by an administrator.
    Disabled,
}

impl AccountStatus {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Active, Self::Disabled];

    /// The name used in bodies, on the command line and in the store.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Active => "active",
            Self::Disabled => "disabled",
        }
    }

    /// The status of that name; `None` for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// A hashed password. It can be stored and verified, never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a hash in the hasher's own text form.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The hash for the store and the hasher.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PasswordHash(hidden)")
    }
}

/// An account as it stands in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The internal id; in bodies it is a string.
    pub id: AccountId,
    /// Everything that can be chosen or changed.
    pub profile: AccountProfile,
    /// The password, hashed.
    pub password_hash: PasswordHash,
    /// Grows whenever tokens issued before must stop working (the password changed, the account was disabled).
    pub token_generation: i64,
    /// When the account was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// The part of an account that its owner or an administrator chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountProfile {
    /// The login, kept as given and compared without case.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// The company.
    pub company: String,
    /// A telephone number.
    pub phone: Option<String>,
    /// What the person wrote when asking for access.
    pub comment: Option<String>,
    /// What the account may do.
    pub role: Role,
    /// The state.
    pub status: AccountStatus,
    /// The price level; `Розн` when none was given.
    pub price_level: PriceLevel,
    /// Whether configurators are shown.
    pub configurator_access: bool,
}

/// An account to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// Who it is.
    pub profile: AccountProfile,
    /// The password, hashed.
    pub password_hash: PasswordHash,
    /// When it is made.
    pub created_at: Timestamp,
}

impl Account {
    /// Whether the account may use the interface now.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.profile.status == AccountStatus::Active
    }

    /// How this account sees the catalog.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        Viewer {
            role: self.profile.role,
            price_level: self.profile.price_level.clone(),
            configurator_access: self.profile.configurator_access,
        }
    }
}

/// The form in which logins are compared: Unicode lower case, blanks around it dropped.
#[must_use]
pub fn login_key(email: &str) -> String {
    email.trim().to_lowercase()
}
