//! A JSON document in a request's body, read field by field so that an error can name the field.

use crate::api_error::ApiError;
use crate::params::ParameterReader;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use http_common::ErrorDetail;
use serde_json::{Map, Value};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// The most bytes that a body may have.
const MAXIMUM_BYTES: usize = 64 * 1024;

/// How long a client may take to send a body.
const MAXIMUM_DURATION: Duration = Duration::from_secs(10);

/// A document that was read from a body.
#[derive(Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

/// A document made of the fields of a JSON object.
pub(crate) trait JsonDocument: Sized {
    /// Takes the fields it needs. What is wrong with them is noted in `fields`; the result is then thrown away.
    fn read(fields: &mut BodyFields) -> Self;
}

/// The fields of a JSON object, and what was found wrong with them.
#[derive(Debug)]
pub(crate) struct BodyFields {
    fields: Map<String, Value>,
    problems: Vec<ErrorDetail>,
}

impl BodyFields {
    /// The text in a required field.
    pub(crate) fn required_text(&mut self, name: &str) -> String {
        let reason = match self.fields.remove(name) {
            Some(Value::String(text)) => return text,
            Some(_) => "must be a string",
            None => "is required",
        };
        self.problems.push(ErrorDetail { parameter: name.into(), reason: reason.into() });
        String::new()
    }
}

impl<T: JsonDocument + 'static> FromRequest for JsonBody<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = web::Payload::from_request(&request, payload).into_inner();
        Box::pin(async move {
            ParameterReader::of(&request).refuse_all()?;
            check_media_type(&request)?;
            let body = payload.map_err(|error| ApiError::parameter("body", error.to_string()))?;
            parse(&receive(body).await?).map(Self)
        })
    }
}

fn check_media_type(request: &HttpRequest) -> Result<(), ApiError> {
    let is_plain = request.headers().get(header::CONTENT_ENCODING).is_none_or(|encoding| encoding == "identity");
    let is_json = request.content_type().eq_ignore_ascii_case("application/json");
    if is_plain && is_json { Ok(()) } else { Err(ApiError::UnsupportedMediaType) }
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

fn parse<T: JsonDocument>(body: &[u8]) -> Result<T, ApiError> {
    let value: Value = serde_json::from_slice(body).map_err(|error| {
        ApiError::parameter("body", format!("is not JSON (line {}, column {})", error.line(), error.column()))
    })?;
    let Value::Object(fields) = value else { return Err(ApiError::parameter("body", "must be a JSON object")) };
    let mut fields = BodyFields { fields, problems: Vec::new() };
    let document = T::read(&mut fields);
    if fields.problems.is_empty() { Ok(document) } else { Err(ApiError::Validation(fields.problems)) }
}
