//! Tokens and users (`docs/contract.md#account-routes`).

use super::times::as_iso_time;
use crate::schemas::{RoleName, TokenTypeName, UserIdText};
use catalog_domain::accounts::CallerAccount;
use catalog_domain::ports::{IssuedToken, VerifiedToken};
use catalog_domain::values::{AccountId, Timestamp};
use http_common::json::as_text;
use serde::Serialize;
use utoipa::ToSchema;

/// A new access token.
#[derive(Serialize, ToSchema)]
#[schema(as = IssuedToken)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IssuedTokenBody {
    /// The access token, for `Authorization: Bearer <token>`.
    token: String,
    /// Always `Bearer`.
    #[schema(value_type = TokenTypeName, inline)]
    token_type: &'static str,
    /// When the token stops being valid.
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// Seconds until then.
    #[schema(example = 86400)]
    expires_in: i64,
}

impl From<IssuedToken> for IssuedTokenBody {
    fn from(token: IssuedToken) -> Self {
        let TokenBody { token_type, expires_at, expires_in } = TokenBody::new(token.expires_at, token.lifetime_seconds);
        Self { token: token.text, token_type, expires_at, expires_in }
    }
}

/// About an access token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenData)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenBody {
    /// Always `Bearer`.
    #[schema(value_type = TokenTypeName, inline)]
    token_type: &'static str,
    /// When the token stops being valid.
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// Seconds until then.
    #[schema(example = 86400)]
    expires_in: i64,
}

impl TokenBody {
    fn new(expires_at: Timestamp, expires_in: i64) -> Self {
        Self { token_type: "Bearer", expires_at, expires_in }
    }
}

/// The caller and the caller's token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenCheck)]
pub(crate) struct TokenCheckBody<'a> {
    user: UserBody<'a>,
    token: TokenBody,
}

impl<'a> TokenCheckBody<'a> {
    /// `account` with its `token` at `now`.
    pub(crate) fn new(account: &'a CallerAccount, token: &VerifiedToken, now: Timestamp) -> Self {
        let expires_in = token.expires_at.unix_seconds().saturating_sub(now.unix_seconds()).max(0);
        Self { user: UserBody::from(account), token: TokenBody::new(token.expires_at, expires_in) }
    }
}

/// A user.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = User)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserBody<'a> {
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = UserIdText)]
    id: AccountId,
    #[schema(format = Email, example = "buyer@shop.example")]
    email: &'a str,
    #[schema(example = "Shop Ltd")]
    company: &'a str,
    #[schema(value_type = RoleName)]
    role: &'static str,
    is_active: bool,
    /// The price level of the personal prices.
    #[schema(example = "Опт")]
    price_level: &'a str,
}

impl<'a> From<&'a CallerAccount> for UserBody<'a> {
    fn from(account: &'a CallerAccount) -> Self {
        Self {
            id: account.id,
            email: &account.email,
            company: &account.company,
            role: account.role.name(),
            is_active: account.is_active(),
            price_level: account.price_level.name(),
        }
    }
}
