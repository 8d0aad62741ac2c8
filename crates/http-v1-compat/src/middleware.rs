//! The middleware of every v1 endpoint: errors become responses, every response announces the deprecation of v1 and its
//! successor, and every call is logged, so that an operator sees which clients have yet to migrate.

use crate::v1_error::V1Error;
use crate::v1_request::CallOf;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use http_common::request::request_id;

/// When v1 became deprecated (RFC 9745): 2026-11-01T00:00:00Z.
const DEPRECATED_SINCE: HeaderValue = HeaderValue::from_static("@1793491200");

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");

/// Middleware around every endpoint. `successor` is the path in v2 that replaces the route.
pub(crate) async fn v1_middleware(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    successor: &'static str,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?;
    let mut response = match response.response().error() {
        None => response.map_into_boxed_body(),
        Some(error) => {
            let presented = render_error(error, response.request());
            response.into_response(presented)
        }
    };
    add_deprecation(response.headers_mut(), successor);
    log_call(response.request());
    Ok(response)
}

/// The response for a failure of the endpoint. The framework refuses nothing that our extractors read, so a refusal of
/// its own is a bug.
fn render_error(error: &Error, request: &HttpRequest) -> actix_web::HttpResponse {
    let id = request_id(request);
    let foreign;
    let error = match error.as_error::<V1Error>() {
        Some(error) => error,
        None => {
            foreign = V1Error::internal(error.to_string());
            &foreign
        }
    };
    error.log();
    error.response(Some(&id))
}

fn add_deprecation(headers: &mut HeaderMap, successor: &'static str) {
    headers.insert(DEPRECATION, DEPRECATED_SINCE);
    if let Ok(link) = HeaderValue::from_str(&format!("<{successor}>; rel=\"successor-version\"")) {
        headers.insert(header::LINK, link);
    }
    headers.insert(header::VARY, HeaderValue::from_static("Authorization, Accept-Encoding"));
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}

/// Logs which account called which route; without an account when the caller was refused.
fn log_call(request: &HttpRequest) {
    let route = request.match_pattern().unwrap_or_default();
    let user = request.extensions().get::<CallOf>().map(|call| call.0.0);
    tracing::info!(target: "v1", route, user, "deprecated route called");
}
