//! Accounts as administrators see them, and the answer to a registration.

use super::as_text;
use catalog_domain::account::{Account, AccountStatus};
use catalog_domain::identifiers::AccountId;
use serde::Serialize;
use utoipa::ToSchema;

/// A user's account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserAccount)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserAccountBody<'a> {
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String, example = "7")]
    id: AccountId,
    /// The login.
    #[schema(example = "buyer@shop.example")]
    email: &'a str,
    #[schema(example = "Ann Buyer")]
    name: &'a str,
    #[schema(example = "Shop Ltd")]
    company: &'a str,
    /// `user` or `admin`.
    #[schema(example = "user")]
    role: &'static str,
    /// `pending`, `active` or `disabled`.
    #[schema(example = "pending")]
    status: &'static str,
    /// Whether the status is `active`.
    is_active: bool,
    /// The price level of the personal prices.
    #[schema(example = "Опт")]
    price_level: &'a str,
    /// Whether configurators are shown.
    configurator_access: bool,
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
        }
    }
}

/// Users' accounts by id.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserAccounts)]
pub(crate) struct UserAccountListBody<'a> {
    items: Vec<UserAccountBody<'a>>,
}

impl<'a> UserAccountListBody<'a> {
    /// All of `accounts`, in their order.
    pub(crate) fn new(accounts: &'a [Account]) -> Self {
        Self { items: accounts.iter().map(UserAccountBody::from).collect() }
    }
}

/// The answer to a request for access.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Registration)]
pub(crate) struct RegistrationBody {
    /// Always `pending`: an administrator has to approve the account.
    #[schema(example = "pending")]
    status: &'static str,
}

impl RegistrationBody {
    /// The answer, whether or not an account was made.
    pub(crate) fn pending() -> Self {
        Self { status: AccountStatus::Pending.name() }
    }
}
