//! `DELETE /auth/keys/:id` (`docs/contract.md#keys`).

use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{OwnApiKeys, Permitted};
use crate::params::{ParameterReader, Parameters};
use crate::response;
use crate::schemas::KeyIdText;
use crate::schemas::failures::{NO_KEY, NOT_WITH_KEY};
use catalog_app::accounts::AuditActor;
use catalog_documents::Empty;
use catalog_domain::accounts::ApiKeyId;

#[derive(Debug, Hash)]
struct DeleteKey {
    /// The key; `None` for an id that no key can have.
    key: Option<ApiKeyId>,
}

impl Parameters for DeleteKey {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { key: reader.last_segment("id").and_then(|text| ApiKeyId::parse(&text)) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(delete_key).unstored().fails_with(&[NOT_WITH_KEY, NO_KEY])
}

/// Delete a key
///
/// Ends one of your keys, and the access tokens that were made from it: on this server at once, on every other one
/// within a second.
#[utoipa::path(
    delete,
    path = "/auth/keys/{id}",
    tag = "Keys",
    params(("id" = KeyIdText, Path, description = "The key's id.", example = "k3n5qa7wz2xd")),
    responses((status = 200, description = "It is deleted.", body = Empty))
)]
async fn delete_key(request: Permitted<OwnApiKeys, DeleteKey>) -> ApiResult {
    let (owner, key) = (request.caller.account.id, request.parameters.key);
    let key = key.ok_or(ApiError::KeyNotFound)?;
    let is_deleted = request.state.app.accounts.delete_key(AuditActor::Owner(owner), owner, key).await?;
    if is_deleted { response::unstored(&Empty {}) } else { Err(ApiError::KeyNotFound) }
}
