//! The envelope of v1, and its responses.

use crate::v1_error::{V1Error, V1Result};
use actix_web::HttpResponse;
use actix_web::http::header;
use http_common::json::{Empty, Envelope};
use serde::Serialize;

/// The media type of every response.
pub(crate) const JSON: &str = "application/json";

pub(crate) const SECTION_NOT_FOUND: &str = "The section was not found in the database.";

pub(crate) const ITEM_NOT_FOUND: &str = "The item was not found in the database.";

pub(crate) fn success<D: Serialize>(data: &D) -> V1Result {
    success_with_message(data, "")
}

/// A success with human-readable text. Absence is a success in v1: `data` is empty then, and the text is the reason.
pub(crate) fn success_with_message<D: Serialize>(data: &D, message: &str) -> V1Result {
    Ok(HttpResponse::Ok().content_type(JSON).body(success_body(data, message)?))
}

pub(crate) fn success_body<D: Serialize>(data: &D, message: &str) -> Result<Vec<u8>, V1Error> {
    let envelope = Envelope { status: true, data, error: Empty {}, message: message.to_owned() };
    serde_json::to_vec(&envelope).map_err(V1Error::internal)
}

/// A success with a secret in it, with `no-store`.
pub(crate) fn secret<D: Serialize>(data: &D, message: &str) -> V1Result {
    let mut response = success_with_message(data, message)?;
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(response)
}

/// A success whose `data` is `{}`.
pub(crate) fn absent(message: &str) -> V1Result {
    success_with_message(&Empty {}, message)
}
