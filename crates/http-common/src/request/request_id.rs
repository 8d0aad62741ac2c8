//! Every request has an id: the client's when it is valid, else that of the trace it belongs to, else a generated one.
//! Errors and log lines carry it, and log lines the trace.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use catalog_domain::accounts::contains_key;
use std::sync::Arc;
use tracing::Instrument;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header by which a request belongs to a trace (<https://www.w3.org/TR/trace-context/>).
const TRACE_PARENT: HeaderName = HeaderName::from_static("traceparent");

const MAXIMUM_LENGTH: usize = 128;

/// The id of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// The id's text: visible ASCII.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn from_header(value: &HeaderValue) -> Option<Self> {
        let text = value.to_str().ok()?;
        let is_sane = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:+/=".contains(&byte);
        // It is logged and returned, so a key in the wrong header is no id.
        let fits = !text.is_empty()
            && text.len() <= MAXIMUM_LENGTH
            && text.bytes().all(is_sane)
            && !contains_key(text.as_bytes());
        fits.then(|| Self(text.into()))
    }

    /// A new id.
    pub fn make() -> Self {
        Self((&*uuid::Uuid::new_v4().hyphenated().encode_lower(&mut [0; uuid::fmt::Hyphenated::LENGTH])).into())
    }
}

/// The id of the trace in a `traceparent`: `00-<32 digits>-<16 digits>-<2 digits>`, hexadecimal. Later versions may
/// have more fields.
fn trace_id(value: &HeaderValue) -> Option<&str> {
    let mut fields = value.to_str().ok()?.split('-');
    let (version, trace, parent, flags) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let lengths = [(version, 2), (trace, 32), (parent, 16), (flags, 2)];
    let is_well_formed = lengths.iter().all(|(text, length)| text.len() == *length && text.bytes().all(is_hex));
    let is_known = version != "ff" && (version != "00" || fields.next().is_none());
    let is_zero = |text: &str| text.bytes().all(|byte| byte == b'0');
    (is_well_formed && is_known && !is_zero(trace) && !is_zero(parent)).then_some(trace)
}

/// The id of `request`; a new one when the middleware has not set it.
pub fn request_id(request: &HttpRequest) -> RequestId {
    request.extensions().get::<RequestId>().cloned().unwrap_or_else(RequestId::make)
}

/// Middleware (for `from_fn`): assigns the id, puts it into the log span of the request, and returns it in
/// `X-Request-Id`.
pub async fn stamp_request_id(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let trace = request.headers().get(TRACE_PARENT).and_then(trace_id);
    let given = request.headers().get(REQUEST_ID).and_then(RequestId::from_header);
    let id = given.or_else(|| trace.map(|trace| RequestId(trace.into()))).unwrap_or_else(RequestId::make);
    let span = tracing::info_span!("request", id = %id.as_str(), trace);
    request.extensions_mut().insert(id.clone());
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
    fn a_trace_is_taken_from_a_well_formed_header_only() {
        let trace = "0af7651916cd43dd8448eb211c80319c";
        for (text, expected) in [
            (format!("00-{trace}-b7ad6b7169203331-01"), Some(trace)),
            (format!("cc-{trace}-b7ad6b7169203331-01-what-comes-later"), Some(trace)),
            (format!("00-{trace}-b7ad6b7169203331-01-more"), None),
            (format!("ff-{trace}-b7ad6b7169203331-01"), None),
            (format!("00-{trace}-b7ad6b7169203331"), None),
            (format!("00-{trace}-0000000000000000-01"), None),
            (format!("00-{}-b7ad6b7169203331-01", "0".repeat(32)), None),
            (format!("00-{}-b7ad6b7169203331-01", trace.to_uppercase()), None),
            (format!("00-{}-b7ad6b7169203331-01", &trace[1..]), None),
            (String::new(), None),
        ] {
            assert_eq!(trace_id(&HeaderValue::from_str(&text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn only_a_sane_id_is_taken_from_a_client() {
        for (text, taken) in [
            ("abc-123", true),
            ("0af7651916cd43dd8448eb211c80319c", true),
            ("", false),
            ("a b", false),
            ("<script>", false),
            ("\"", false),
            ("cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s", false),
        ] {
            assert_eq!(RequestId::from_header(&HeaderValue::from_str(text).unwrap()).is_some(), taken, "{text:?}");
        }
        assert!(RequestId::from_header(&HeaderValue::from_str(&"x".repeat(129)).unwrap()).is_none());
        assert!(RequestId::from_header(&HeaderValue::from_bytes(b"\xff").unwrap()).is_none());
    }
}
