//! `POST /auth/admin/users/:id/invitation`.

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::invitation;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{ManageAccess, Permitted};
use crate::params::UserPath;
use crate::response;
use crate::schemas::UserIdText;
use crate::schemas::failures::{NO_USER, NOT_ACTIVE};
use catalog_app::accounts::InvitationError;
use catalog_documents::Invitation;
use catalog_domain::accounts::AccountStatus;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(invite_user).fails_instead_with(&[NOT_ACTIVE]).for_administrators().fails_with(&[NO_USER])
}

/// Invite a user to set a password
///
/// Makes a one-time link, valid for 72 hours, on which an approved user sets the password. An earlier link of the user
/// stops working; the user's present password works until the link is used. Give the link to the user only: anyone who
/// has it can set the password. For administrators.
#[utoipa::path(
    post,
    path = "/auth/admin/users/{id}/invitation",
    tag = "Users",
    params(("id" = UserIdText, Path, description = "The user's id.", example = "2")),
    responses((status = 200, description = "The link, shown this once.", body = Invitation))
)]
async fn invite_user(request: Permitted<ManageAccess, UserPath>) -> ApiResult {
    let user = request.parameters.user.ok_or(ApiError::UserNotFound)?;
    let made = request.state.app.accounts.invite(request.caller.account.id, user).await.map_err(explain)?;
    response::unstored(&invitation(made))
}

fn explain(error: InvitationError) -> ApiError {
    match error {
        InvitationError::UnknownAccount => ApiError::UserNotFound,
        InvitationError::NotActive(AccountStatus::Pending) => {
            ApiError::parameter("id", "names a user who is pending: send isActive true to the user instead")
        }
        InvitationError::NotActive(_) => {
            ApiError::parameter("id", "names a disabled user: let the user in again first")
        }
        InvitationError::Failure(failure) => failure.into(),
    }
}
