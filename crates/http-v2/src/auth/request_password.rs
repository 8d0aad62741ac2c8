//! `POST /auth/password/forgotten`.

use crate::api_error::ApiResult;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{BodyFields, JsonBody, JsonDocument};
use crate::response;
use actix_web::http::StatusCode;
use catalog_documents::PasswordRequested;
use serde::Serialize;
use utoipa::ToSchema;

/// The account whose password was forgotten.
#[derive(Serialize, ToSchema)]
pub(crate) struct ForgottenPassword {
    /// The address of the account, in any case.
    #[schema(example = "buyer@shop.example")]
    email: String,
}

impl JsonDocument for ForgottenPassword {
    fn read(fields: &mut BodyFields) -> Self {
        Self { email: fields.required_text("email") }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(request_password).open()
}

/// Request a new password
///
/// Mails a link to the user, if the server sends mail, or notifies the administrators, who can then make one. The
/// response is the same for every address, whether or not an approved user has it, and the password stays as it is. The
/// route has its own limit of 10 requests a minute per client address.
#[utoipa::path(
    post,
    path = "/auth/password/forgotten",
    tag = "Authorization",
    request_body = ForgottenPassword,
    responses((status = 202, description = "Taken note of.", body = PasswordRequested))
)]
async fn request_password(request: JsonBody<ForgottenPassword>) -> ApiResult {
    request.state.app.accounts.request_password(request.source, request.document.email).await?;
    response::no_store(StatusCode::ACCEPTED, &PasswordRequested { status: "requested".to_owned() })
}
