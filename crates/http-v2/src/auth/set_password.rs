//! `POST /auth/password`.

use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{BodyFields, JsonBody, JsonDocument};
use crate::response;
use crate::schemas::failures::BAD_PASSWORD;
use catalog_documents::PasswordSet;
use catalog_domain::accounts::{InvitationToken, check_password};
use serde::Serialize;
use utoipa::ToSchema;

/// The message for every unusable invitation: the actual reason would only help a guesser.
const UNUSABLE: &str = "is unknown, was used, or has expired: ask an administrator for a new link";

/// A new password, and the invitation to set it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasswordRequest {
    /// The value of `invitation=` in the link.
    #[schema(format = Password, example = "4Q0fPzpTzVfVuy0rXyGZlYJ9v2zPpXh1cW4zI0nqk8s")]
    invitation: String,
    /// At least 10 characters and at most 72 bytes.
    #[schema(format = Password, example = "correct horse battery", min_length = 10, max_length = 72)]
    password: String,
}

impl JsonDocument for PasswordRequest {
    fn read(fields: &mut BodyFields) -> Self {
        Self {
            invitation: fields.required_text("invitation"),
            password: fields.checked_text("password", check_password),
        }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(set_password).open().fails_instead_with(&[BAD_PASSWORD])
}

/// Set a password
///
/// Redeems an invitation: sets the user's password, and revokes the user's tokens. An unknown, used or expired
/// invitation is a 400 that names `invitation`, without the reason; so is one that was replaced by a newer one. Each
/// use counts against the limit that all routes that check passwords share. A body with any wrong field is not counted.
#[utoipa::path(
    post,
    path = "/auth/password",
    tag = "Authorization",
    request_body = PasswordRequest,
    responses((status = 200, description = "The password is set.", body = PasswordSet))
)]
async fn set_password(request: JsonBody<PasswordRequest>) -> ApiResult {
    let JsonBody { document: PasswordRequest { invitation, password }, state, source } = request;
    let account = state.app.accounts.redeem_invitation(source, InvitationToken::new(invitation), password).await?;
    let account = account.ok_or_else(|| ApiError::parameter("invitation", UNUSABLE))?;
    response::unstored(&PasswordSet { login: account.email.to_string() })
}
