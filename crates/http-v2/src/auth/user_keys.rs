//! `GET /auth/admin/users/:id/keys`, `DELETE /auth/admin/users/:id/keys/:keyId`: administrators end keys of others.

use crate::api_error::ApiError;
use crate::bodies::keys;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{ManageAccess, Permitted};
use crate::params::{UserKeyPath, UserPath};
use crate::response;
use crate::schemas::failures::{NO_ADMINISTRATOR, NO_KEY, NO_USER, NOT_WITH_KEY};
use crate::schemas::{KeyIdText, UserIdText};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use catalog_app::accounts::AuditActor;
use catalog_documents::{Empty, Keys};
use http_common::HttpState;

pub(super) fn endpoints() -> [Endpoint; 2] {
    [
        endpoint!(list_user_keys).unstored().fails_with(&[NO_ADMINISTRATOR, NOT_WITH_KEY, NO_USER]),
        endpoint!(delete_user_key).unstored().fails_with(&[NO_ADMINISTRATOR, NOT_WITH_KEY, NO_KEY]),
    ]
}

/// List a user's keys
///
/// The keys of a user, the newest first, without their secrets. For administrators, with an access token that a
/// password was given for.
#[utoipa::path(
    get,
    path = "/auth/admin/users/{id}/keys",
    tag = "Users",
    params(("id" = UserIdText, Path, description = "The user's id.", example = "2")),
    responses((status = 200, description = "The keys.", body = Keys))
)]
async fn list_user_keys(
    asked: Permitted<ManageAccess, UserPath>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let user = asked.request.parameters.user.ok_or(ApiError::UserNotFound)?;
    let found = state.app.accounts.keys_of(user).await?.ok_or(ApiError::UserNotFound)?;
    response::no_store(StatusCode::OK, &keys(&found))
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
async fn delete_user_key(
    asked: Permitted<ManageAccess, UserKeyPath>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let (user, key) = (asked.request.parameters.user, asked.request.parameters.key);
    let (user, key) = (user.ok_or(ApiError::KeyNotFound)?, key.ok_or(ApiError::KeyNotFound)?);
    let by = AuditActor::Administrator(asked.request.caller.account.id);
    let is_deleted = state.app.accounts.delete_key(by, user, key).await?;
    if is_deleted { response::no_store(StatusCode::OK, &Empty {}) } else { Err(ApiError::KeyNotFound) }
}
