//! `DELETE /auth/admin/users/:id`.

use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{ChangeAccounts, Permitted};
use crate::params::UserPath;
use crate::response;
use crate::schemas::UserIdText;
use crate::schemas::failures::{NO_USER, NOT_ERASABLE};
use catalog_documents::Empty;
use catalog_domain::accounts::ErasureRefusal;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(erase_user).unstored().for_administrators().fails_with(&[NO_USER, NOT_ERASABLE])
}

/// Erase a user
///
/// Ends the user's access and forgets the person for good: name, company, e-mail, telephone, comment, password, keys,
/// links, sessions and events go, and imports that have not begun are cancelled. The id stays, as `erased account` and
/// the id, where imports name the user. It may be repeated. For administrators; a key with the right `admin` may, too.
#[utoipa::path(
    delete,
    path = "/auth/admin/users/{id}",
    tag = "Users",
    params(("id" = UserIdText, Path, description = "The user's id.", example = "2")),
    responses((status = 200, description = "The user is erased.", body = Empty))
)]
async fn erase_user(request: Permitted<ChangeAccounts, UserPath>) -> ApiResult {
    let user = request.parameters.user.ok_or(ApiError::UserNotFound)?;
    match request.state.app.accounts.erase(request.caller.account.id, user).await? {
        Ok(()) => response::unstored(&Empty {}),
        Err(ErasureRefusal::UnknownAccount) => Err(ApiError::UserNotFound),
        Err(refusal) => Err(ApiError::NotErasable(refusal)),
    }
}
