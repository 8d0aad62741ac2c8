//! `POST /auth/keys` (`docs/contract.md#keys`).

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::made_key;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{BodyFields, JsonDocument, OwnApiKeys, PermittedDocument};
use crate::params::NoParameters;
use crate::response;
use crate::schemas::NewKeyRightName;
use crate::schemas::failures::{NO_RIGHT, NOT_WITH_KEY, TOO_MANY_KEYS};
use actix_web::http::StatusCode;
use catalog_documents::MadeKey;
use catalog_domain::accounts::{
    ApiKeyRefusal, ApiKeyRequest, ApiKeyRight, DEFAULT_KEY_DAYS, MAXIMUM_KEY_DAYS, check_key_name,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A key to be made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewKey {
    /// What you call it. Blanks around it are dropped.
    #[schema(
        example = "Mirror in Riga",
        min_length = 1,
        max_length = 100,
        pattern = r"^[^\x00-\x1F\x7F]*[^\s\x00-\x1F\x7F][^\x00-\x1F\x7F]*$"
    )]
    name: String,
    /// What the key may do, within what your account may: `read` (default) reads, `import` imports as well, `admin`
    /// does what administrators do, except for what leads to passwords or keys. The last two are for administrators.
    #[schema(value_type = Option<NewKeyRightName>, inline, nullable = false, default = "read")]
    right: Option<&'static str>,
    /// After how many days it ends; null: never.
    #[schema(minimum = 1, maximum = 3650, default = 365)]
    expires_in_days: Option<u32>,
}

impl JsonDocument for ApiKeyRequest {
    fn read(fields: &mut BodyFields) -> Self {
        Self {
            name: fields.checked_text("name", check_key_name),
            right: fields
                .optional_named("right", ApiKeyRight::of_interface, "must be read, import or admin")
                .unwrap_or(ApiKeyRight::Read),
            days: fields.nullable_number("expiresInDays", 1..=MAXIMUM_KEY_DAYS).unwrap_or(Some(DEFAULT_KEY_DAYS)),
            address: None,
        }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(make_key).unstored().fails_with(&[NOT_WITH_KEY, NO_RIGHT, TOO_MANY_KEYS])
}

/// Make a key
///
/// Makes a key for a program: it is sent as `Authorization: Bearer` wherever an access token is, or exchanged for one
/// with `POST /auth/oauth/token`. `key` is shown this once. An account has at most 10 keys that have not ended. Keys
/// cannot make keys: this takes an access token that a password was given for.
#[utoipa::path(
    post,
    path = "/auth/keys",
    tag = "Keys",
    request_body = NewKey,
    responses((status = 201, description = "The new key.", body = MadeKey))
)]
async fn make_key(asked: PermittedDocument<OwnApiKeys, NoParameters, ApiKeyRequest>) -> ApiResult {
    let PermittedDocument { request, document } = asked;
    let made = request.state.app.accounts.make_key(&request.caller.account, document).await?;
    let (key, text) = made.map_err(|refusal| match refusal {
        ApiKeyRefusal::Right => ApiError::RightNotAllowed,
        ApiKeyRefusal::TooMany => ApiError::TooManyKeys,
        // It was disabled a moment ago.
        ApiKeyRefusal::NotActive => http_common::RequestError::AccessDisabled.into(),
    })?;
    response::no_store(StatusCode::CREATED, &made_key(&key, &text))
}
