//! `GET /auth/check`.

use crate::old_envelope::success;
use crate::old_error::OldError;
use crate::old_params::NoParameters;
use crate::old_request::OldRequest;
use crate::old_shapes::AccountBody;
use crate::openapi::ServiceErrors;
use actix_web::{HttpResponse, web};
use http_common::{Services, try_call_store};

/// Check the access token
///
/// The user record that the token belongs to, without the password.
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
    request: OldRequest<NoParameters>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    // What this shows beyond other routes is in the store only.
    let (store, id) = (services.account_store.clone(), request.caller.account.id);
    let account = try_call_store(move || store.find(id)).await?.ok_or(OldError::NoValidToken)?;
    success(&AccountBody::from(&account))
}
