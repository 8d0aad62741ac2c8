//! The table of an account's keys: for its owner and for administrators.

use crate::portal_error::PortalError;
use catalog_app::accounts::AuditActor;
use catalog_domain::accounts::{ApiKey, ApiKeyId, ApiKeyRight};
use catalog_domain::values::{AccountId, Timestamp};
use http_common::HttpState;

/// A row. The template is `account/key_table.html`.
pub(crate) struct ShownApiKey {
    pub(crate) key: ApiKey,
    pub(crate) has_ended: bool,
    pub(crate) ends_soon: bool,
}

pub(crate) fn right_name(right: &ApiKeyRight) -> &'static str {
    match right {
        ApiKeyRight::Read => "keys-right-read",
        ApiKeyRight::Import => "keys-right-import",
        ApiKeyRight::Admin => "keys-right-admin",
        ApiKeyRight::Download => "keys-right-download",
    }
}

pub(crate) fn shown_keys(keys: Vec<ApiKey>, now: Timestamp) -> Vec<ShownApiKey> {
    let shown = |key: ApiKey| ShownApiKey { has_ended: key.has_ended(now), ends_soon: key.ends_soon(now), key };
    keys.into_iter().map(shown).collect()
}

/// Ends the key of `account` with that id, or says that there is none.
pub(crate) async fn revoke_key(
    by: AuditActor,
    account: AccountId,
    id: &str,
    state: &HttpState,
) -> Result<(), PortalError> {
    let is_deleted = match ApiKeyId::parse(id) {
        Some(key) => state.app.accounts.delete_key(by, account, key).await?,
        None => false,
    };
    if is_deleted { Ok(()) } else { Err(PortalError::NotFound("error-key-not-found")) }
}
