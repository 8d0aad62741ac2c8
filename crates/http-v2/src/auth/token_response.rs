//! The response of both routes that issue tokens.

use crate::api_error::ApiError;
use crate::bodies::issued_token;
use crate::response;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use catalog_domain::accounts::{LoginAttempt, LoginOutcome, grant_for};
use http_common::HttpState;

/// Issues a new token for `attempt`, or returns why not.
pub(super) async fn log_in(
    attempt: LoginAttempt,
    request: &HttpRequest,
    state: &HttpState,
) -> Result<HttpResponse, ApiError> {
    match state.app.accounts.check_login(state.source_of(request), attempt).await? {
        LoginOutcome::Accepted(account) => {
            let token = state.app.callers.issue_token(grant_for(&account))?;
            response::no_store(StatusCode::OK, &issued_token(token))
        }
        LoginOutcome::Refused(refusal) => Err(refusal.public().into()),
    }
}
