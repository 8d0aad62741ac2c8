//! `POST /auth/token`.

use super::token_response::log_in;
use crate::api_error::ApiError;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{BodyFields, JsonBody, JsonDocument};
use crate::schemas::failures::{FORBIDDEN, WRONG_LOGIN};
use actix_web::{HttpRequest, HttpResponse, web};
use catalog_documents::IssuedToken;
use catalog_domain::accounts::{LoginAttempt, LoginRealm};
use http_common::HttpState;
use serde::Serialize;
use utoipa::ToSchema;

/// A login with its password.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenRequest {
    /// The e-mail address of the account, in any case.
    #[schema(example = "buyer@shop.example")]
    login: String,
    #[schema(format = Password, example = "correct horse battery")]
    password: String,
}

impl TokenRequest {
    pub(super) fn at(self, realm: LoginRealm) -> LoginAttempt {
        LoginAttempt { login: self.login, password: self.password, realm }
    }
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
async fn issue_token(
    body: JsonBody<TokenRequest>,
    request: HttpRequest,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    log_in(body.0.at(LoginRealm::Everybody), &request, &state).await
}
