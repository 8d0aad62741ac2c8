//! `GET /auth/check`.

use crate::bodies::AccountBody;
use crate::schemas::ServiceErrors;
use crate::v1_envelope::success;
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::{HttpResponse, web};
use http_common::params::NoParameters;
use http_common::{HttpState, RequestError};

/// Check the access token
///
/// The user record of the token, without the password.
#[utoipa::path(
    get,
    path = "/auth/check",
    tag = "Authorization",
    security(("accessToken" = [])),
    responses(
        (status = 200, description = "The user.", body = AccountBody<'_>),
        ServiceErrors,
    )
)]
pub(crate) async fn check_legacy_token(
    request: V1Request<NoParameters>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, V1Error> {
    // The additional fields of this route are in the store only.
    let account = state.app.accounts.find(request.caller.account.id).await?.ok_or(RequestError::NoValidToken)?;
    success(&AccountBody::from(&account))
}
