//! `POST /auth/admin/login`.

use super::issue_token::TokenRequest;
use super::token_response::log_in;
use crate::api_error::ApiResult;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::JsonBody;
use crate::schemas::failures::{FORBIDDEN, WRONG_LOGIN};
use catalog_documents::IssuedToken;
use catalog_domain::accounts::LoginRealm;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(issue_administrator_token).open().fails_with(&[WRONG_LOGIN, FORBIDDEN])
}

/// Get an administrator's access token
///
/// Like `POST /auth/token`, for administrators only: other users get the response to a wrong password. The token is the
/// same as that of the other route: its permissions depend on the account's role at the time of each request.
#[utoipa::path(
    post,
    path = "/auth/admin/login",
    tag = "Authorization",
    request_body = TokenRequest,
    responses((status = 200, description = "A new access token.", body = IssuedToken))
)]
async fn issue_administrator_token(request: JsonBody<TokenRequest>) -> ApiResult {
    log_in(request, LoginRealm::Administrators).await
}
