//! The user record, without the password.

use catalog_app::text::iso_time;
use catalog_domain::accounts::Account;
use serde::Serialize;
use utoipa::ToSchema;

/// The account that the token belongs to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LegacyUser)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccountBody<'a> {
    #[schema(example = "7")]
    id: String,
    /// The same as `email`.
    #[schema(example = "buyer@shop.example")]
    login: &'a str,
    #[schema(example = "buyer@shop.example")]
    email: &'a str,
    #[schema(example = "Ann Example")]
    name: &'a str,
    #[schema(example = "Example Ltd")]
    company: &'a str,
    #[schema(required)]
    phone: Option<&'a str>,
    /// `user` or `admin`.
    #[schema(example = "user")]
    role: &'static str,
    is_active: bool,
    #[schema(example = "Опт")]
    price_level: &'a str,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

impl<'a> From<&'a Account> for AccountBody<'a> {
    fn from(account: &'a Account) -> Self {
        let profile = &account.profile;
        Self {
            id: account.id.to_string(),
            login: &profile.email,
            email: &profile.email,
            name: &profile.name,
            company: &profile.company,
            phone: profile.phone.as_deref(),
            role: profile.role.name(),
            is_active: account.is_active(),
            price_level: profile.price_level.name(),
            created_at: iso_time(account.created_at),
            updated_at: iso_time(account.updated_at),
        }
    }
}
