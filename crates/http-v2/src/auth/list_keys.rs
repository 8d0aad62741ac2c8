//! `GET /auth/keys` (`docs/contract.md#keys`).

use crate::api_error::ApiError;
use crate::bodies::keys;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{OwnApiKeys, Permitted};
use crate::params::NoParameters;
use crate::response;
use crate::schemas::failures::NOT_WITH_KEY;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use catalog_documents::Keys;
use http_common::HttpState;

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
async fn list_keys(
    asked: Permitted<OwnApiKeys, NoParameters>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let found = state.app.accounts.keys_of(asked.request.caller.account.id).await?.unwrap_or_default();
    response::no_store(StatusCode::OK, &keys(&found))
}
