//! `GET /auth/admin/users/:id/keys`.

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::keys;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{ManageAccess, Permitted};
use crate::params::UserPath;
use crate::response;
use crate::schemas::UserIdText;
use crate::schemas::failures::NO_USER;
use catalog_documents::Keys;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_user_keys).unstored().for_administrators().fails_with(&[NO_USER])
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
async fn list_user_keys(request: Permitted<ManageAccess, UserPath>) -> ApiResult {
    let user = request.parameters.user.ok_or(ApiError::UserNotFound)?;
    let found = request.state.app.accounts.keys_of(user).await?.ok_or(ApiError::UserNotFound)?;
    response::unstored(&keys(&found))
}
