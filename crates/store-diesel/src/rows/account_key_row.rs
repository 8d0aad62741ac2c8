//! Rows of `account_keys`.

use crate::failure::inconsistent;
use crate::schema::ApiKeyRow;
use catalog_domain::accounts::{ApiKey, ApiKeyHash, ApiKeyId, ApiKeyRight};
use catalog_domain::ports::StoreError;
use catalog_domain::values::{AccountId, Timestamp};

impl From<&ApiKey> for ApiKeyRow {
    fn from(key: &ApiKey) -> Self {
        Self {
            id: key.id.to_string(),
            account_id: key.account.0,
            name: key.name.to_string(),
            access_right: key.right.name().to_owned(),
            hash: key.hash.as_str().to_owned(),
            created_at: key.created_at.unix_microseconds(),
            expires_at: key.expires_at.map(Timestamp::unix_microseconds),
            last_used_at: key.last_used_at.map(Timestamp::unix_microseconds),
            end_told_at: None,
            address: key.address.as_deref().map(str::to_owned),
        }
    }
}

impl TryFrom<ApiKeyRow> for ApiKey {
    type Error = StoreError;

    fn try_from(row: ApiKeyRow) -> Result<Self, StoreError> {
        let unknown = |column: &str| inconsistent(format!("account_keys.{column} of {}", row.id), "unknown");
        Ok(Self {
            id: ApiKeyId::parse(&row.id).ok_or_else(|| unknown("id"))?,
            account: AccountId(row.account_id),
            right: ApiKeyRight::from_name(&row.access_right).ok_or_else(|| unknown("access_right"))?,
            name: row.name.into(),
            hash: ApiKeyHash::new(row.hash),
            created_at: Timestamp::from_unix_microseconds(row.created_at),
            expires_at: row.expires_at.map(Timestamp::from_unix_microseconds),
            last_used_at: row.last_used_at.map(Timestamp::from_unix_microseconds),
            address: row.address.map(Into::into),
        })
    }
}
