//! Accounts as administrators see them, invitations, and the responses to requests for access and passwords.

use crate::pages::Pagination;
#[cfg(feature = "schemas")]
use crate::schemas::*;
use serde::{Deserialize, Serialize};

/// A user's account.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UserAccount {
    #[cfg_attr(feature = "schemas", schema(value_type = UserIdText))]
    pub id: String,
    /// The login, an e-mail address; `erased account` and the id, once the account is erased.
    #[cfg_attr(feature = "schemas", schema(example = "buyer@shop.example"))]
    pub email: String,
    #[cfg_attr(feature = "schemas", schema(example = "Ann Buyer"))]
    pub name: String,
    #[cfg_attr(feature = "schemas", schema(example = "Shop Ltd"))]
    pub company: String,
    #[cfg_attr(feature = "schemas", schema(value_type = RoleName))]
    pub role: String,
    #[cfg_attr(feature = "schemas", schema(value_type = AccountStatusName))]
    pub status: String,
    /// Whether the status is `active`.
    pub is_active: bool,
    /// The price level of the personal prices.
    #[cfg_attr(feature = "schemas", schema(example = "Опт"))]
    pub price_level: String,
    /// Whether configurators are shown.
    pub configurator_access: bool,
    /// Whether a password was set. Without one the user cannot sign in yet.
    pub has_password: bool,
    /// How often access was requested again with this address since the account was made.
    #[cfg_attr(feature = "schemas", schema(minimum = 0, example = 0))]
    pub registration_attempts: i64,
    /// When a new password was requested; null once an invitation was made, or a password set, since.
    #[cfg_attr(feature = "schemas", schema(format = DateTime, required))]
    pub password_requested_at: Option<String>,
    /// Until when the user's invitation is valid; null when there is none. It may be in the past.
    #[cfg_attr(feature = "schemas", schema(format = DateTime, required))]
    pub invitation_expires_at: Option<String>,
}

/// A user's account after a change.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ChangedUser {
    #[serde(flatten)]
    pub user: UserAccount,
    /// The invitation that was made because the user was enabled and has no password; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub invitation: Option<Invitation>,
}

/// An invitation to set a password.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// The link for the user. It begins with the service's public address, or with `/` where none is configured. The
    /// value of `invitation=` is the one for `POST /auth/password`.
    #[cfg_attr(
        feature = "schemas",
        schema(
            format = "uri-reference",
            example = "https://shop.example/portal/password?invitation=4Q0fPzpTzVfVuy0rXyGZlYJ9v2zPpXh1cW4zI0nqk8s"
        )
    )]
    pub link: String,
    /// When it stops being valid.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub expires_at: String,
    /// Whether the link is also on its way to the user's address by mail. Give it to the user otherwise.
    pub mailed: bool,
}

/// A page of users' accounts by id.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct UserAccounts {
    pub items: Vec<UserAccount>,
    pub meta: UserAccountListMeta,
}

/// About a page of users.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct UserAccountListMeta {
    pub pagination: Pagination,
}

/// The response to a request for access.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Registration {
    /// Always `pending`: an administrator has to approve the account.
    #[cfg_attr(feature = "schemas", schema(value_type = PendingName, inline))]
    pub status: String,
}

/// The response to a request for a new password.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct PasswordRequested {
    /// Always `requested`.
    #[cfg_attr(feature = "schemas", schema(value_type = RequestedName, inline))]
    pub status: String,
}

/// The account whose password was set.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct PasswordSet {
    /// The login to use.
    #[cfg_attr(feature = "schemas", schema(format = Email, example = "buyer@shop.example"))]
    pub login: String,
}
