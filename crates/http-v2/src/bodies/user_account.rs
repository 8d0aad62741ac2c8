//! Accounts as administrators see them, invitations, and the responses to requests for access and passwords.

use super::product_page::pagination;
use super::times::{as_iso_time, as_optional_iso_time};
use crate::schemas::{AccountStatusName, PendingName, RequestedName, RoleName, UserIdText};
use catalog_app::accounts::{InvitationLink, UpdatedAccount};
use catalog_documents::Pagination;
use catalog_domain::accounts::{Account, AccountStatus, CallerAccount};
use catalog_domain::catalog::PageRequest;
use catalog_domain::ports::AccountPage;
use catalog_domain::values::{AccountId, Timestamp};
use http_common::json::as_text;
use serde::Serialize;
use utoipa::ToSchema;

/// A user's account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserAccount)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserAccountBody<'a> {
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = UserIdText)]
    id: AccountId,
    /// The login.
    #[schema(format = Email, example = "buyer@shop.example")]
    email: &'a str,
    #[schema(example = "Ann Buyer")]
    name: &'a str,
    #[schema(example = "Shop Ltd")]
    company: &'a str,
    #[schema(value_type = RoleName)]
    role: &'static str,
    #[schema(value_type = AccountStatusName)]
    status: &'static str,
    /// Whether the status is `active`.
    is_active: bool,
    /// The price level of the personal prices.
    #[schema(example = "Опт")]
    price_level: &'a str,
    /// Whether configurators are shown.
    configurator_access: bool,
    /// Whether a password was set. Without one the user cannot sign in yet.
    has_password: bool,
    /// How often access was requested again with this address since the account was made.
    #[schema(minimum = 0, example = 0)]
    registration_attempts: i64,
    /// When a new password was requested; null once an invitation was made, or a password set, since.
    #[serde(serialize_with = "as_optional_iso_time")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    password_requested_at: Option<Timestamp>,
    /// Until when the user's invitation is valid; null when there is none. It may be in the past.
    #[serde(serialize_with = "as_optional_iso_time")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    invitation_expires_at: Option<Timestamp>,
}

impl<'a> From<&'a Account> for UserAccountBody<'a> {
    fn from(account: &'a Account) -> Self {
        let profile = &account.profile;
        Self {
            id: account.id,
            email: &profile.email,
            name: &profile.name,
            company: &profile.company,
            role: profile.role.name(),
            status: profile.status.name(),
            is_active: account.is_active(),
            price_level: profile.price_level.name(),
            configurator_access: profile.configurator_access,
            has_password: account.password_hash.is_some(),
            registration_attempts: account.registration_attempts,
            password_requested_at: account.password_requested_at,
            invitation_expires_at: account.invitation_expires_at,
        }
    }
}

/// A user's account after a change.
#[derive(Serialize, ToSchema)]
#[schema(as = ChangedUser)]
pub(crate) struct ChangedUserBody<'a> {
    #[serde(flatten)]
    user: UserAccountBody<'a>,
    /// The invitation that was made because the user was enabled and has no password; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    invitation: Option<InvitationBody>,
}

impl<'a> From<&'a UpdatedAccount> for ChangedUserBody<'a> {
    fn from(updated: &'a UpdatedAccount) -> Self {
        let invitation = updated.invitation.clone().map(InvitationBody::from);
        Self { user: UserAccountBody::from(&updated.account), invitation }
    }
}

/// An invitation to set a password.
#[derive(Serialize, ToSchema)]
#[schema(as = Invitation)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvitationBody {
    /// The link for the user. It begins with the service's public address, or with `/` where none is configured. The
    /// value of `invitation=` is the one for `POST /auth/password`.
    #[schema(
        format = "uri-reference",
        example = "https://shop.example/portal/password?invitation=4Q0fPzpTzVfVuy0rXyGZlYJ9v2zPpXh1cW4zI0nqk8s"
    )]
    link: String,
    /// When it stops being valid.
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// Whether the link is also on its way to the user's address by mail. Give it to the user otherwise.
    mailed: bool,
}

impl From<InvitationLink> for InvitationBody {
    fn from(invitation: InvitationLink) -> Self {
        Self { link: invitation.link, expires_at: invitation.expires_at, mailed: invitation.mail.is_queued() }
    }
}

/// A page of users' accounts by id.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserAccounts)]
pub(crate) struct UserAccountListBody<'a> {
    items: Vec<UserAccountBody<'a>>,
    meta: UserAccountListMeta,
}

/// About a page of users.
#[derive(Debug, Serialize, ToSchema)]
struct UserAccountListMeta {
    pagination: Pagination,
}

impl<'a> UserAccountListBody<'a> {
    pub(crate) fn new(page: PageRequest, found: &'a AccountPage) -> Self {
        Self {
            items: found.accounts.iter().map(UserAccountBody::from).collect(),
            meta: UserAccountListMeta { pagination: pagination(page, found.total) },
        }
    }
}

/// The response to a request for access.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Registration)]
pub(crate) struct RegistrationBody {
    /// Always `pending`: an administrator has to approve the account.
    #[schema(value_type = PendingName, inline)]
    status: &'static str,
}

impl RegistrationBody {
    /// The response, whether or not an account was made.
    pub(crate) fn pending() -> Self {
        Self { status: AccountStatus::Pending.name() }
    }
}

/// The response to a request for a new password.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PasswordRequested)]
pub(crate) struct PasswordRequestedBody {
    /// Always `requested`.
    #[schema(value_type = RequestedName, inline)]
    status: &'static str,
}

impl PasswordRequestedBody {
    /// The response, whether or not the address is known.
    pub(crate) fn requested() -> Self {
        Self { status: "requested" }
    }
}

/// The account whose password was set.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PasswordSet)]
pub(crate) struct PasswordSetBody<'a> {
    /// The login to use.
    #[schema(format = Email, example = "buyer@shop.example")]
    login: &'a str,
}

impl<'a> From<&'a CallerAccount> for PasswordSetBody<'a> {
    fn from(account: &'a CallerAccount) -> Self {
        Self { login: &account.email }
    }
}
