//! `GET /auth/keys` (`docs/contract.md#keys`).

use crate::api_error::ApiResult;
use crate::bodies::keys;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{OwnApiKeys, Permitted};
use crate::params::NoParameters;
use crate::response;
use crate::schemas::failures::NOT_WITH_KEY;
use catalog_documents::Keys;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_keys).unstored().fails_with(&[NOT_WITH_KEY])
}

/// List your keys
///
/// Your keys, the newest first, without their secrets. Ended ones have an `expiresAt` in the past.
#[utoipa::path(
    get,
    path = "/auth/keys",
    tag = "Keys",
    responses((status = 200, description = "The keys.", body = Keys))
)]
async fn list_keys(request: Permitted<OwnApiKeys, NoParameters>) -> ApiResult {
    let found = request.state.app.accounts.keys_of(request.caller.account.id).await?.unwrap_or_default();
    response::unstored(&keys(&found))
}
