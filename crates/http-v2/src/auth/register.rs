//! `POST /auth/registration`.

use crate::api_error::ApiResult;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{BodyFields, JsonBody, JsonDocument};
use crate::response;
use actix_web::http::StatusCode;
use catalog_documents::Registration;
use catalog_domain::accounts::{
    AccountProfile, AccountStatus, check_comment, check_email, check_required_text, check_text,
};
use catalog_domain::pricing::{PriceLevel, Role};
use serde::Serialize;
use utoipa::ToSchema;

/// A request for access.
#[derive(Serialize, ToSchema)]
pub(crate) struct RegistrationRequest {
    /// The address, which becomes the login: ASCII, an international domain in its `xn--` form.
    #[schema(
        format = Email,
        example = "buyer@shop.example",
        max_length = 254,
        pattern = r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]+$"
    )]
    email: String,
    /// The person's name, in any script, without invisible or look-alike characters.
    #[schema(
        example = "Ann Buyer",
        min_length = 1,
        max_length = 200,
        pattern = r"^[^\x00-\x1F\x7F]*[^\s\x00-\x1F\x7F][^\x00-\x1F\x7F]*$"
    )]
    name: String,
    #[schema(
        example = "Shop Ltd",
        min_length = 1,
        max_length = 200,
        pattern = r"^[^\x00-\x1F\x7F]*[^\s\x00-\x1F\x7F][^\x00-\x1F\x7F]*$"
    )]
    company: String,
    #[schema(example = "+1 555 0100", max_length = 200, pattern = r"^[^\x00-\x1F\x7F]*$")]
    phone: Option<String>,
    /// A message to the administrators.
    #[schema(example = "We met at the fair.", max_length = 2000, pattern = r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F]*$")]
    comment: Option<String>,
}

impl JsonDocument for RegistrationRequest {
    fn read(fields: &mut BodyFields) -> Self {
        Self {
            email: fields.checked_text("email", check_email),
            name: fields.checked_text("name", check_required_text),
            company: fields.checked_text("company", check_required_text),
            phone: fields.optional_text("phone", check_text),
            comment: fields.optional_text("comment", check_comment),
        }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(register).open()
}

/// Request access
///
/// Makes an account that waits for an administrator's approval. It has no password: the approval makes a link on which
/// the user sets one. A `password` in the body is ignored. The response is the same when the address has an account
/// already, which then stays as it is but for a count that administrators see. A body with any wrong field makes no
/// account, and is not counted against the limit of 10 registrations a minute per client address. The number of pending
/// accounts is limited (10,000 unless configured otherwise); beyond that the oldest are deleted, and may register
/// again.
#[utoipa::path(
    post,
    path = "/auth/registration",
    tag = "Authorization",
    request_body = RegistrationRequest,
    responses((status = 202, description = "Taken note of.", body = Registration))
)]
async fn register(request: JsonBody<RegistrationRequest>) -> ApiResult {
    let JsonBody { document: RegistrationRequest { email, name, company, phone, comment }, state, source } = request;
    let profile = AccountProfile {
        email,
        name,
        company,
        phone,
        comment,
        role: Role::User,
        status: AccountStatus::Pending,
        price_level: PriceLevel::retail(),
        configurator_access: false,
        language: None,
    };
    state.app.accounts.register(source, profile).await?;
    response::no_store(StatusCode::ACCEPTED, &Registration { status: AccountStatus::Pending.name().to_owned() })
}
