//! Keys (`docs/contract.md#keys`).

#[cfg(feature = "schemas")]
use crate::schemas::*;
use serde::{Deserialize, Serialize};

/// A key without its secret.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Key {
    /// The part of the key that is no secret.
    #[cfg_attr(feature = "schemas", schema(value_type = KeyIdText))]
    pub id: String,
    #[cfg_attr(feature = "schemas", schema(example = "Mirror in Riga"))]
    pub name: String,
    /// What it may do, within what its account may.
    #[cfg_attr(feature = "schemas", schema(value_type = KeyRightName))]
    pub right: String,
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: String,
    /// When it ends; null: never.
    #[cfg_attr(feature = "schemas", schema(format = DateTime, required))]
    pub expires_at: Option<String>,
    /// When it was last used, to a minute; null: never.
    #[cfg_attr(feature = "schemas", schema(format = DateTime, required))]
    pub last_used_at: Option<String>,
}

/// A key that was just made. Never printed.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct MadeKey {
    #[serde(flatten)]
    pub about: Key,
    /// The key itself, for `Authorization: Bearer <key>`. It is shown this once.
    #[cfg_attr(feature = "schemas", schema(format = Password, example = "cat_k3n5qa7wz2xd_..."))]
    pub key: String,
}

/// The keys of an account.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Keys {
    /// The newest first.
    pub items: Vec<Key>,
}

/// Nothing.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Empty {}
