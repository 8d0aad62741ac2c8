//! Accounts (`docs/contract.md#account-routes`): logging in, requesting access, setting a password, and the decisions
//! of administrators.

mod change_user;
mod check_token;
mod invite_user;
mod issue_administrator_token;
mod issue_token;
mod list_users;
mod register;
mod request_password;
mod set_password;

pub(crate) use change_user::*;
pub(crate) use check_token::*;
pub(crate) use invite_user::*;
pub(crate) use issue_administrator_token::*;
pub(crate) use issue_token::*;
pub(crate) use list_users::*;
pub(crate) use register::*;
pub(crate) use request_password::*;
pub(crate) use set_password::*;

use crate::api_error::ApiError;
use crate::bodies::IssuedTokenBody;
use crate::response;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use catalog_domain::authentication::{LoginAttempt, LoginOutcome, PublicRefusal, grant_for};
use http_common::{Services, check_login};

/// Issues a new token for `attempt`, or returns why not.
async fn log_in(
    attempt: LoginAttempt,
    request: &HttpRequest,
    services: &web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    match check_login(services, services.attempts.source_of(request), attempt).await? {
        LoginOutcome::Accepted(account) => {
            let token = services.tokens.issue(grant_for(&account), services.clock.now())?;
            response::no_store(StatusCode::OK, &IssuedTokenBody::from(token))
        }
        LoginOutcome::Refused(refusal) => Err(match refusal.public() {
            PublicRefusal::WrongCredentials => ApiError::WrongCredentials,
            PublicRefusal::AccessDisabled => ApiError::AccessDisabled,
        }),
    }
}
