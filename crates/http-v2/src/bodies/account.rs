//! Tokens and users (`docs/contract.md#account-routes`).

use super::times::{as_iso_time, as_optional_iso_time};
use crate::schemas::{RoleName, TokenTypeName, UserIdText};
use catalog_domain::accounts::CallerAccount;
use catalog_domain::ports::IssuedToken;
use catalog_domain::values::{AccountId, Timestamp};
use http_common::json::as_text;
use serde::Serialize;
use utoipa::ToSchema;

/// How tokens and keys are sent.
const TOKEN_TYPE: &str = "Bearer";

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
        let IssuedToken { text, expires_at, lifetime_seconds } = token;
        Self { token: text, token_type: TOKEN_TYPE, expires_at, expires_in: lifetime_seconds }
    }
}

/// About an access token or a key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenData)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenBody {
    /// Always `Bearer`.
    #[schema(value_type = TokenTypeName, inline)]
    token_type: &'static str,
    /// When it stops being valid; null for a key that never does.
    #[serde(serialize_with = "as_optional_iso_time")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    expires_at: Option<Timestamp>,
    /// Seconds until then.
    #[schema(example = 86400, required)]
    expires_in: Option<i64>,
}

/// The caller and the caller's token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenCheck)]
pub(crate) struct TokenCheckBody<'a> {
    user: UserBody<'a>,
    token: TokenBody,
}

impl<'a> TokenCheckBody<'a> {
    /// `account` at `now` with its token or key, which ends then; `None`: never.
    pub(crate) fn new(account: &'a CallerAccount, expires_at: Option<Timestamp>, now: Timestamp) -> Self {
        let seconds_until = |end: Timestamp| end.unix_seconds().saturating_sub(now.unix_seconds()).max(0);
        let token = TokenBody { token_type: TOKEN_TYPE, expires_at, expires_in: expires_at.map(seconds_until) };
        Self { user: UserBody::from(account), token }
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
