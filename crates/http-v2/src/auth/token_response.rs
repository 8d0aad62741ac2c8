//! The response of both routes that issue tokens.

use crate::api_error::ApiError;
use crate::bodies::IssuedTokenBody;
use crate::response;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use catalog_domain::accounts::{LoginAttempt, LoginOutcome, grant_for};
use http_common::Services;
use http_common::auth::check_login;

/// Issues a new token for `attempt`, or returns why not.
pub(super) async fn log_in(
    attempt: LoginAttempt,
    request: &HttpRequest,
    services: &web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    match check_login(services, services.attempts.source_of(request), attempt).await? {
        LoginOutcome::Accepted(account) => {
            let token = services.tokens.issue(grant_for(&account), services.clock.now())?;
            response::no_store(StatusCode::OK, &IssuedTokenBody::from(token))
        }
        LoginOutcome::Refused(refusal) => Err(refusal.public().into()),
    }
}
