//! A JSON document in a request's body (`docs/contract.md#request-bodies`).

use super::body_fields::{BodyFields, JsonDocument};
use crate::api_error::ApiError;
use crate::params::{NoParameters, Parameters};
use crate::response::V2;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use catalog_domain::accounts::AttemptSource;
use http_common::HttpState;
use http_common::pipeline::Interface;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

const MAXIMUM_BYTES: usize = 64 * 1024;

const MAXIMUM_DURATION: Duration = Duration::from_secs(10);

/// A document that was read from the body of a request of anybody, without parameters.
pub(crate) struct JsonBody<T> {
    pub(crate) document: T,
    pub(crate) state: web::Data<HttpState>,
    pub(crate) source: AttemptSource,
}

impl<T: JsonDocument + 'static> FromRequest for JsonBody<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            NoParameters::parse(request.uri().path(), request.query_string(), V2::STRICTNESS).map_err(V2::refuse)?;
            let (document, state) = (read_document(&request, payload).await?, HttpState::of(&request)?.clone());
            Ok(Self { document, source: state.source_of(&request), state })
        })
    }
}

/// Reads the document in the body of `request`.
///
/// # Errors
/// [`ApiError`] when the body is not declared as JSON, too large, too slow, or not such a document.
pub(crate) async fn read_document<T: JsonDocument>(request: &HttpRequest, payload: Payload) -> Result<T, ApiError> {
    check_media_type(request)?;
    BodyFields::parse(&receive_body(request, payload).await?)
}

/// The body of `request`, bounded in size and in time.
///
/// # Errors
/// [`ApiError`] when it is too large, or too slow.
pub(crate) async fn receive_body(request: &HttpRequest, mut payload: Payload) -> Result<web::Bytes, ApiError> {
    check_declared_length(request)?;
    let payload = web::Payload::from_request(request, &mut payload).into_inner();
    receive(payload.map_err(|error| ApiError::parameter("body", error.to_string()))?).await
}

/// # Errors
/// [`ApiError`] when the body of `request` is not declared as uncompressed JSON.
pub(crate) fn check_media_type(request: &HttpRequest) -> Result<(), ApiError> {
    let is_plain = request.headers().get(header::CONTENT_ENCODING).is_none_or(|encoding| encoding == "identity");
    let is_json = request.content_type().eq_ignore_ascii_case("application/json");
    if is_plain && is_json { Ok(()) } else { Err(ApiError::UnsupportedMediaType) }
}

/// A body that is declared as too large is refused before it is received, so that no client waits or sends in vain.
fn check_declared_length(request: &HttpRequest) -> Result<(), ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > MAXIMUM_BYTES as u64) {
        Err(ApiError::PayloadTooLarge)
    } else {
        Ok(())
    }
}

/// All bytes of the body, bounded in number and in time.
async fn receive(payload: web::Payload) -> Result<web::Bytes, ApiError> {
    let received = tokio::time::timeout(MAXIMUM_DURATION, payload.to_bytes_limited(MAXIMUM_BYTES)).await;
    match received {
        Err(_) => Err(ApiError::parameter("body", "was not received within 10 seconds")),
        Ok(Err(_)) => Err(ApiError::PayloadTooLarge),
        Ok(Ok(Err(_))) => Err(ApiError::parameter("body", "was not received completely")),
        Ok(Ok(Ok(bytes))) => Ok(bytes),
    }
}
