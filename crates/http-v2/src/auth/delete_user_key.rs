//! `DELETE /auth/admin/users/:id/keys/:keyId`: administrators end keys of others.

use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{ManageAccess, Permitted};
use crate::params::{ParameterReader, Parameters, UserPath};
use crate::response;
use crate::schemas::failures::NO_KEY;
use crate::schemas::{KeyIdText, UserIdText};
use catalog_app::accounts::AuditActor;
use catalog_documents::Empty;
use catalog_domain::accounts::ApiKeyId;
use catalog_domain::values::AccountId;

#[derive(Debug, Hash)]
struct DeleteUserKey {
    /// The user; `None` for an id that no user can have.
    user: Option<AccountId>,
    /// The key; `None` for an id that no key can have.
    key: Option<ApiKeyId>,
}

impl Parameters for DeleteUserKey {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let UserPath { user } = UserPath::read(reader);
        Self { user, key: reader.last_segment("id").and_then(|text| ApiKeyId::parse(&text)) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(delete_user_key).unstored().for_administrators().fails_with(&[NO_KEY])
}

/// Delete a user's key
///
/// Ends a key of a user, as `DELETE /auth/keys/{id}` does. For administrators, with an access token that a password was
/// given for.
#[utoipa::path(
    delete,
    path = "/auth/admin/users/{id}/keys/{keyId}",
    tag = "Users",
    params(
        ("id" = UserIdText, Path, description = "The user's id.", example = "2"),
        ("keyId" = KeyIdText, Path, description = "The key's id.", example = "k3n5qa7wz2xd"),
    ),
    responses((status = 200, description = "It is deleted.", body = Empty))
)]
async fn delete_user_key(request: Permitted<ManageAccess, DeleteUserKey>) -> ApiResult {
    let (user, key) = (request.parameters.user, request.parameters.key);
    let (user, key) = (user.ok_or(ApiError::KeyNotFound)?, key.ok_or(ApiError::KeyNotFound)?);
    let by = AuditActor::Administrator(request.caller.account.id);
    let is_deleted = request.state.app.accounts.delete_key(by, user, key).await?;
    if is_deleted { response::unstored(&Empty {}) } else { Err(ApiError::KeyNotFound) }
}
