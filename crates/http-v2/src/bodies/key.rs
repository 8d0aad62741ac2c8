//! Keys (`docs/contract.md#keys`).

use super::times::{as_iso_time, as_optional_iso_time};
use crate::schemas::{KeyIdText, KeyRightName};
use catalog_domain::accounts::{AccountKey, KeyText};
use catalog_domain::values::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// A key without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Key)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyBody {
    /// The part of the key that is no secret.
    #[schema(value_type = KeyIdText)]
    id: String,
    #[schema(example = "Mirror in Riga")]
    name: String,
    /// What it may do, within what its account may.
    #[schema(value_type = KeyRightName)]
    right: &'static str,
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it ends; null: never.
    #[serde(serialize_with = "as_optional_iso_time")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    expires_at: Option<Timestamp>,
    /// When it was last used, to a minute; null: never.
    #[serde(serialize_with = "as_optional_iso_time")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    last_used_at: Option<Timestamp>,
}

impl From<&AccountKey> for KeyBody {
    fn from(key: &AccountKey) -> Self {
        Self {
            id: key.id.to_string(),
            name: key.name.to_string(),
            right: key.right.name(),
            created_at: key.created_at,
            expires_at: key.expires_at,
            last_used_at: key.last_used_at,
        }
    }
}

/// A key that was just made. Never printed.
#[derive(Serialize, ToSchema)]
#[schema(as = MadeKey)]
pub(crate) struct MadeKeyBody {
    #[serde(flatten)]
    about: KeyBody,
    /// The key itself, for `Authorization: Bearer <key>`. It is shown this once.
    #[schema(format = Password, example = "cat_k3n5qa7wz2xd_...")]
    key: String,
}

impl MadeKeyBody {
    pub(crate) fn new(key: &AccountKey, text: &KeyText) -> Self {
        Self { about: KeyBody::from(key), key: text.expose().to_owned() }
    }
}

/// The keys of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Keys)]
pub(crate) struct KeyListBody {
    /// The newest first.
    items: Vec<KeyBody>,
}

impl From<&[AccountKey]> for KeyListBody {
    fn from(keys: &[AccountKey]) -> Self {
        Self { items: keys.iter().map(KeyBody::from).collect() }
    }
}

/// Nothing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Empty)]
pub(crate) struct EmptyBody {}
