//! Tokens and users (`docs/contract.md#account-routes`).

#[cfg(feature = "schemas")]
use crate::schemas::*;
use serde::{Deserialize, Serialize};

/// A new access token.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct IssuedToken {
    /// The access token, for `Authorization: Bearer <token>`.
    pub token: String,
    /// Always `Bearer`.
    #[cfg_attr(feature = "schemas", schema(value_type = TokenTypeName, inline))]
    pub token_type: String,
    /// When the token stops being valid.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub expires_at: String,
    /// Seconds until then.
    #[cfg_attr(feature = "schemas", schema(example = 86400))]
    pub expires_in: i64,
}

/// About an access token or a key.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenData {
    /// Always `Bearer`.
    #[cfg_attr(feature = "schemas", schema(value_type = TokenTypeName, inline))]
    pub token_type: String,
    /// When it stops being valid; null for a key that never does.
    #[cfg_attr(feature = "schemas", schema(format = DateTime, required))]
    pub expires_at: Option<String>,
    /// Seconds until then.
    #[cfg_attr(feature = "schemas", schema(example = 86400, required))]
    pub expires_in: Option<i64>,
}

/// The caller and the caller's token.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct TokenCheck {
    pub user: User,
    pub token: TokenData,
}

/// A user.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct User {
    #[cfg_attr(feature = "schemas", schema(value_type = UserIdText))]
    pub id: String,
    #[cfg_attr(feature = "schemas", schema(format = Email, example = "buyer@shop.example"))]
    pub email: String,
    #[cfg_attr(feature = "schemas", schema(example = "Shop Ltd"))]
    pub company: String,
    #[cfg_attr(feature = "schemas", schema(value_type = RoleName))]
    pub role: String,
    pub is_active: bool,
    /// The price level of the personal prices.
    #[cfg_attr(feature = "schemas", schema(example = "Опт"))]
    pub price_level: String,
}
