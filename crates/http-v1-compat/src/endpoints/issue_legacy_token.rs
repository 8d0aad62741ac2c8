//! `GET /auth/token/:login`.

use crate::bodies::{TokenBody, validity_text};
use crate::v1_envelope::secret;
use crate::v1_error::V1Result;
use crate::v1_request::{CallOf, V1, after_bearer};
use actix_web::{HttpMessage, HttpRequest, web};
use catalog_domain::accounts::{LoginAttempt, LoginOutcome, LoginRealm, grant_for};
use http_common::auth::authorization;
use http_common::params::{ParameterReader, Parameters};
use http_common::pipeline::Interface;
use http_common::{HttpState, RequestError};

const LOGIN_SEGMENT: usize = 3;

/// The login. Never printed: people type passwords into the wrong field.
#[derive(Hash)]
struct Login(String);

impl Parameters for Login {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self(reader.segment("login", LOGIN_SEGMENT).unwrap_or_default().into_owned())
    }
}

/// Get an access token
///
/// The password is sent as `Authorization: Bearer <PASSWORD>`. The end of the token's validity is in `message`. Each
/// password check counts against the limit per client address, shared by all routes that check passwords.
#[utoipa::path(
    get,
    path = "/auth/token/{login}",
    tag = "Authorization",
    security(("password" = [])),
    params(
        ("login" = String, Path, description = "The e-mail address of the account, percent-encoded.",
            example = "buyer@shop.example"),
    ),
    responses((status = 200, description = "A new access token.", body = TokenBody))
)]
pub(crate) async fn issue_legacy_token(request: HttpRequest, state: web::Data<HttpState>) -> V1Result {
    let login = Login::parse(request.uri().path(), request.query_string(), V1::STRICTNESS);
    let Login(login) = login.map_err(V1::refuse)?;
    let password = authorization(&request).and_then(after_bearer).ok_or(RequestError::WrongCredentials)?.to_owned();
    let attempt = LoginAttempt { login, password, realm: LoginRealm::Everybody };
    match state.app.accounts.check_login(state.source_of(&request), attempt).await? {
        LoginOutcome::Accepted(account) => {
            request.extensions_mut().insert(CallOf(account.id));
            let token = state.app.callers.issue_token(grant_for(&account))?;
            let message = validity_text(token.expires_at);
            secret(&TokenBody::from(token), &message)
        }
        LoginOutcome::Refused(refusal) => Err(refusal.public().into()),
    }
}
