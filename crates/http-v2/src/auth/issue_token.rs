//! `POST /auth/token`.

use super::token_response::log_in;
use crate::api_error::ApiResult;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{BodyFields, JsonBody, JsonDocument};
use crate::schemas::failures::{FORBIDDEN, WRONG_LOGIN};
use catalog_documents::IssuedToken;
use catalog_domain::accounts::LoginRealm;
use serde::Serialize;
use utoipa::ToSchema;

/// A login with its password.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenRequest {
    /// The e-mail address of the account, in any case.
    #[schema(example = "buyer@shop.example")]
    pub(super) login: String,
    #[schema(format = Password, example = "correct horse battery")]
    pub(super) password: String,
}

impl JsonDocument for TokenRequest {
    fn read(fields: &mut BodyFields) -> Self {
        Self { login: fields.required_text("login"), password: fields.required_text("password") }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(issue_token).open().fails_with(&[WRONG_LOGIN, FORBIDDEN])
}

/// Get an access token
///
/// Checks the login and password of an approved user. The token is valid for 24 hours unless configured otherwise: see
/// `expiresAt` and `expiresIn`. Each password check counts against a limit per client address, 10 a minute unless
/// configured otherwise, shared by all routes that check passwords. A malformed body is not counted.
#[utoipa::path(
    post,
    path = "/auth/token",
    tag = "Authorization",
    request_body = TokenRequest,
    responses((status = 200, description = "A new access token.", body = IssuedToken))
)]
async fn issue_token(request: JsonBody<TokenRequest>) -> ApiResult {
    log_in(request, LoginRealm::Everybody).await
}
