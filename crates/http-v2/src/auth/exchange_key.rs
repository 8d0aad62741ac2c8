//! `POST /auth/oauth/token`: an access token for a key, as OAuth 2.0 clients ask for one (RFC 6749, sections 4.4 and
//! 5). Its bodies have no envelope, and its errors are those of the RFC.

use crate::endpoint::{Endpoint, endpoint};
use crate::extract::receive_body;
use crate::params::{NoParameters, Parameters};
use crate::response::V2;
use crate::schemas::{OAuthErrorName, TokenTypeName};
use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use catalog_app::ServiceFailure;
use catalog_app::callers::AuthError;
use http_common::auth::{authorization, basic_credentials};
use http_common::pipeline::Interface;
use http_common::request::{decode_query, query_pairs};
use http_common::{HttpState, RequestError};
use serde::Serialize;
use utoipa::ToSchema;

/// The client that asks for a token.
struct Client {
    id: String,
    secret: String,
}

/// A request for a token. The client is either in the form, or in `Authorization: Basic`; its id may then be in the
/// form as well.
#[derive(Serialize, ToSchema)]
#[schema(as = OAuthTokenRequest)]
pub(crate) struct OAuthTokenRequest {
    /// Always `client_credentials`.
    #[schema(example = "client_credentials")]
    grant_type: String,
    /// The id of the key.
    #[schema(example = "k3n5qa7wz2xd", nullable = false)]
    client_id: Option<String>,
    /// The whole key.
    #[schema(format = Password, nullable = false)]
    client_secret: Option<String>,
}

/// A token for a key.
#[derive(Serialize, ToSchema)]
#[schema(as = OAuthToken)]
pub(crate) struct OAuthTokenBody {
    /// The access token.
    access_token: String,
    #[schema(value_type = TokenTypeName, inline)]
    token_type: &'static str,
    /// Seconds until it stops being valid: with its key, and at most the lifetime of every access token.
    #[schema(example = 86400)]
    expires_in: i64,
}

/// Why there is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OAuthError {
    InvalidRequest,
    UnsupportedGrantType,
    InvalidClient,
    TooMany { retry_after_seconds: u32 },
    Unavailable,
    Internal,
}

/// The body of an error.
#[derive(Serialize, ToSchema)]
#[schema(as = OAuthError)]
pub(crate) struct OAuthErrorBody {
    #[schema(value_type = OAuthErrorName, inline)]
    error: &'static str,
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(exchange_key).open().unstored().bare()
}

/// Exchange a key for an access token
///
/// The client credentials grant of OAuth 2.0 (RFC 6749, section 4.4), for clients that know it: `client_id` is the id
/// of a key, `client_secret` the whole key. The access token has the right of the key and ends with it. Other clients
/// send the key itself as `Authorization: Bearer`. Unknown, ended and deleted keys, and those of disabled accounts, are
/// all the same 401. Wrong keys count against a limit per client address, as passwords do.
#[utoipa::path(
    post,
    path = "/auth/oauth/token",
    tag = "Authorization",
    request_body(content = OAuthTokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "A new access token.", body = OAuthTokenBody,
            example = json!({"access_token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyIn0.c2lnbmF0dXJl", "token_type": "Bearer",
                "expires_in": 86_400})),
        (status = 400, description = "`invalid_request`: the form is wrong, or the client is missing or given twice. \
            `unsupported_grant_type`: another grant.", body = OAuthErrorBody, example = json!({"error": "invalid_request"})),
        (status = 401, description = "`invalid_client`: the key is wrong.", body = OAuthErrorBody,
            example = json!({"error": "invalid_client"})),
        (status = 429, description = "`temporarily_unavailable`: too many wrong keys from this address.",
            body = OAuthErrorBody, example = json!({"error": "temporarily_unavailable"})),
        (status = 500, description = "`server_error`: see the log of the server.", body = OAuthErrorBody,
            example = json!({"error": "server_error"})),
        (status = 503, description = "`temporarily_unavailable`: try again later.", body = OAuthErrorBody,
            example = json!({"error": "temporarily_unavailable"})),
    )
)]
async fn exchange_key(request: HttpRequest, payload: web::Payload, state: web::Data<HttpState>) -> HttpResponse {
    match token_for(&request, payload.into_inner(), &state).await {
        Ok(token) => respond(StatusCode::OK).json(token),
        Err(error) => refuse(error),
    }
}

async fn token_for(request: &HttpRequest, payload: Payload, state: &HttpState) -> Result<OAuthTokenBody, OAuthError> {
    let form = read_form(request, payload).await?;
    let client = match (basic_client(request)?, form.id, form.secret) {
        // The id says once more who asks, and is no second way to authenticate (RFC 6749, sections 2.3 and 3.2.1).
        (Some(client), id, None) if id.as_ref().is_none_or(|id| *id == client.id) => client,
        (None, Some(id), Some(secret)) => Client { id, secret },
        _ => return Err(OAuthError::InvalidRequest),
    };
    match form.grant_type.as_deref() {
        Some("client_credentials") => {}
        Some(_) => return Err(OAuthError::UnsupportedGrantType),
        None => return Err(OAuthError::InvalidRequest),
    }
    let token = state.app.callers.issue_key_token(&client.id, &client.secret, state.source_of(request)).await?;
    Ok(OAuthTokenBody { access_token: token.text, token_type: "Bearer", expires_in: token.lifetime_seconds })
}

struct Form {
    grant_type: Option<String>,
    id: Option<String>,
    secret: Option<String>,
}

async fn read_form(request: &HttpRequest, payload: Payload) -> Result<Form, OAuthError> {
    const WRONG: OAuthError = OAuthError::InvalidRequest;
    let is_form = request.content_type().eq_ignore_ascii_case("application/x-www-form-urlencoded");
    let parameters = NoParameters::parse(request.uri().path(), request.query_string(), V2::STRICTNESS);
    if !is_form || parameters.is_err() {
        return Err(WRONG);
    }
    let body = receive_body(request, payload).await.map_err(|_| WRONG)?;
    let body = std::str::from_utf8(&body).map_err(|_| WRONG)?;
    let (mut grant_type, mut id, mut secret) = (None, None, None);
    for (name, value) in query_pairs(body).map_err(|_| WRONG)? {
        let field = match &*decode_query(name).map_err(|_| WRONG)? {
            "grant_type" => &mut grant_type,
            "client_id" => &mut id,
            "client_secret" => &mut secret,
            // Unknown parameters are ignored (RFC 6749, section 3.2).
            _ => continue,
        };
        if field.replace(decode_query(value).map_err(|_| WRONG)?.into_owned()).is_some() {
            return Err(WRONG);
        }
    }
    Ok(Form { grant_type, id, secret })
}

/// The client in `Authorization: Basic`, whose parts are encoded as in a form (RFC 6749, section 2.3.1).
fn basic_client(request: &HttpRequest) -> Result<Option<Client>, OAuthError> {
    const WRONG: OAuthError = OAuthError::InvalidRequest;
    let Some(basic) = authorization(request).and_then(basic_credentials) else { return Ok(None) };
    let (id, secret) = basic.ok_or(WRONG)?;
    let decode = |text: &str| decode_query(text).map(std::borrow::Cow::into_owned).map_err(|_| WRONG);
    Ok(Some(Client { id: decode(&id)?, secret: decode(&secret)? }))
}

impl From<AuthError> for OAuthError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::NoValidToken | AuthError::MistypedKey | AuthError::AccessDisabled => Self::InvalidClient,
            AuthError::TooManyAttempts { retry_after_seconds } => Self::TooMany { retry_after_seconds },
            AuthError::Failure(failure) => {
                let is_temporary = !matches!(failure, ServiceFailure::Internal(_));
                RequestError::from(failure).log();
                if is_temporary { Self::Unavailable } else { Self::Internal }
            }
        }
    }
}

fn respond(status: StatusCode) -> actix_web::HttpResponseBuilder {
    let mut response = HttpResponse::build(status);
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    response
}

fn refuse(error: OAuthError) -> HttpResponse {
    let (status, name) = match error {
        OAuthError::InvalidRequest => (StatusCode::BAD_REQUEST, "invalid_request"),
        OAuthError::UnsupportedGrantType => (StatusCode::BAD_REQUEST, "unsupported_grant_type"),
        OAuthError::InvalidClient => (StatusCode::UNAUTHORIZED, "invalid_client"),
        OAuthError::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "temporarily_unavailable"),
        OAuthError::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "temporarily_unavailable"),
        OAuthError::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
    };
    let mut response = respond(status);
    match error {
        OAuthError::InvalidClient => response.insert_header((header::WWW_AUTHENTICATE, "Basic")),
        OAuthError::TooMany { retry_after_seconds } => {
            response.insert_header((header::RETRY_AFTER, retry_after_seconds.to_string()))
        }
        OAuthError::Unavailable => response.insert_header((header::RETRY_AFTER, "2")),
        _ => &mut response,
    };
    response.json(OAuthErrorBody { error: name })
}
