//! `GET /auth/check`.

use crate::bodies::AccountBody;
use crate::v1_envelope::success;
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;
use http_common::RequestError;
use http_common::params::NoParameters;

/// Check the access token
///
/// The user record of the token, without the password.
#[utoipa::path(
    get,
    path = "/auth/check",
    tag = "Authorization",
    responses((status = 200, description = "The user.", body = AccountBody<'_>))
)]
pub(crate) async fn check_legacy_token(request: V1Request<NoParameters>) -> V1Result {
    // The additional fields of this route are in the store only.
    let account =
        request.state.app.accounts.find(request.caller.account.id).await?.ok_or(RequestError::NoValidToken)?;
    success(&AccountBody::from(&account))
}
