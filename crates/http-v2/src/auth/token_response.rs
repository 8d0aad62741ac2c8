//! The response of both routes that issue tokens.

use super::issue_token::TokenRequest;
use crate::api_error::ApiResult;
use crate::bodies::issued_token;
use crate::extract::JsonBody;
use crate::response;
use catalog_domain::accounts::{LoginAttempt, LoginOutcome, LoginRealm, grant_for};

/// Issues a new token for a login, or returns why not.
pub(super) async fn log_in(request: JsonBody<TokenRequest>, realm: LoginRealm) -> ApiResult {
    let JsonBody { document: TokenRequest { login, password }, state, source } = request;
    match state.app.accounts.check_login(source, LoginAttempt { login, password, realm }).await? {
        LoginOutcome::Accepted(account) => {
            let token = state.app.callers.issue_token(grant_for(&account))?;
            response::unstored(&issued_token(token))
        }
        LoginOutcome::Refused(refusal) => Err(refusal.public().into()),
    }
}
