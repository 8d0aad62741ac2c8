//! `GET /auth/v2/check`.

use crate::api_error::ApiResult;
use crate::bodies::token_check;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::NoParameters;
use crate::response::Authenticated;
use catalog_documents::TokenCheck;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(check_token)
}

/// Check the access token
///
/// Returns the user of the token or key and how long it is still valid.
#[utoipa::path(
    get,
    path = "/auth/v2/check",
    tag = "Authorization",
    responses((status = 200, description = "The token is valid.", body = TokenCheck))
)]
async fn check_token(request: Authenticated<NoParameters>) -> ApiResult {
    let caller = &request.caller;
    request.respond_plain(&token_check(&caller.account, caller.expires_at, request.state.app.now()))
}
