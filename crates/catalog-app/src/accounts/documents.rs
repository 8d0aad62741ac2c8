//! Accounts and keys as documents.

use crate::text::iso_time;
use catalog_documents::{Key, UserAccount};
use catalog_domain::accounts::{Account, ApiKey};

/// An account without its password, not even hashed.
pub fn user_account(account: &Account) -> UserAccount {
    let profile = &account.profile;
    UserAccount {
        id: account.id.to_string(),
        email: profile.email.clone(),
        name: profile.name.clone(),
        company: profile.company.clone(),
        role: profile.role.name().to_owned(),
        status: profile.status.name().to_owned(),
        is_active: account.is_active(),
        price_level: profile.price_level.name().to_owned(),
        configurator_access: profile.configurator_access,
        has_password: account.password_hash.is_some(),
        registration_attempts: account.registration_attempts,
        password_requested_at: account.password_requested_at.map(iso_time),
        invitation_expires_at: account.invitation_expires_at.map(iso_time),
    }
}

/// A key without its secret.
pub fn key(key: &ApiKey) -> Key {
    Key {
        id: key.id.to_string(),
        name: key.name.to_string(),
        right: key.right.name().to_owned(),
        created_at: iso_time(key.created_at),
        expires_at: key.expires_at.map(iso_time),
        last_used_at: key.last_used_at.map(iso_time),
    }
}
