//! `POST /auth/token`.

use crate::answer;
use crate::api_error::ApiError;
use crate::bodies::IssuedTokenBody;
use crate::extract::{BodyFields, JsonBody, JsonDocument};
use crate::openapi::LoginErrors;
use actix_web::{HttpResponse, web};
use catalog_domain::authentication::{LoginAttempt, LoginDoor, LoginOutcome, PublicRefusal, grant_for, log_in};
use http_common::{Empty, Envelope, Services};
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

impl JsonDocument for TokenRequest {
    fn read(fields: &mut BodyFields) -> Self {
        Self { login: fields.required_text("login"), password: fields.required_text("password") }
    }
}

/// Get an access token
///
/// Checks the login and password of an approved user. The token is valid for 24 hours unless the service is set up
/// otherwise: `expiresAt` and `expiresIn` tell.
#[utoipa::path(
    post,
    path = "/auth/token",
    tag = "Authorization",
    security(()),
    request_body = TokenRequest,
    responses(
        (status = 200, description = "A new access token.", body = inline(Envelope<IssuedTokenBody, Empty>)),
        LoginErrors,
    )
)]
pub(crate) async fn issue_token(
    body: JsonBody<TokenRequest>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let JsonBody(TokenRequest { login, password }) = body;
    let attempt = LoginAttempt { login, password, door: LoginDoor::Everybody };
    let (at_desk, desk) = (services.clone(), services.password_desk.clone());
    let checked = desk.run(move || {
        let Services { account_store, passwords, clock, .. } = &**at_desk;
        log_in(&attempt, &**account_store, &**passwords, &**clock)
    });
    match checked.await?? {
        LoginOutcome::Accepted(account) => {
            let token = services.tokens.issue(grant_for(&account), services.clock.now())?;
            answer::secret(&IssuedTokenBody::from(token))
        }
        LoginOutcome::Refused(refusal) => Err(match refusal.public() {
            PublicRefusal::WrongCredentials => ApiError::WrongCredentials,
            PublicRefusal::AccessDisabled => ApiError::AccessDisabled,
        }),
    }
}
