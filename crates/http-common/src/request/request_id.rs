//! Every request has an id: the client's when it is valid, else a generated one. Errors and log lines carry it.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use std::sync::Arc;
use tracing::Instrument;

/// The header that carries the id both ways.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const MAXIMUM_LENGTH: usize = 128;

/// The id of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// The id's text: visible ASCII.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn from_header(value: &HeaderValue) -> Option<Self> {
        let text = value.to_str().ok()?;
        let is_sane = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:+/=".contains(&byte);
        let fits = !text.is_empty() && text.len() <= MAXIMUM_LENGTH && text.bytes().all(is_sane);
        fits.then(|| Self(text.into()))
    }

    fn make() -> Self {
        Self((&*uuid::Uuid::new_v4().hyphenated().encode_lower(&mut [0; uuid::fmt::Hyphenated::LENGTH])).into())
    }
}

/// The id of `request`; a new one when the middleware has not set it.
#[must_use]
pub fn request_id(request: &HttpRequest) -> RequestId {
    request.extensions().get::<RequestId>().cloned().unwrap_or_else(RequestId::make)
}

/// Middleware (for `from_fn`): assigns the id, puts it into the log span of the request, and returns it in
/// `X-Request-Id`.
///
/// # Errors
/// Those of the wrapped service.
pub async fn stamp_request_id(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let id = request.headers().get(REQUEST_ID).and_then(RequestId::from_header).unwrap_or_else(RequestId::make);
    request.extensions_mut().insert(id.clone());
    let span = tracing::info_span!("request", id = %id.as_str());
    let mut response = next.call(request).instrument(span).await?;
    if let Ok(value) = HeaderValue::from_str(id.as_str()) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sane_id_is_taken_from_a_client() {
        for (text, taken) in [
            ("abc-123", true),
            ("0af7651916cd43dd8448eb211c80319c", true),
            ("", false),
            ("a b", false),
            ("<script>", false),
            ("\"", false),
        ] {
            assert_eq!(RequestId::from_header(&HeaderValue::from_str(text).unwrap()).is_some(), taken, "{text:?}");
        }
        assert!(RequestId::from_header(&HeaderValue::from_str(&"x".repeat(129)).unwrap()).is_none());
        assert!(RequestId::from_header(&HeaderValue::from_bytes(b"\xff").unwrap()).is_none());
    }
}
