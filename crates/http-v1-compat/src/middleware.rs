//! The middleware of every v1 endpoint: errors become responses, every response announces the deprecation of v1, its
//! end and its successor, and every request is logged and counted, so that an operator sees which clients have yet to
//! migrate.

use crate::settings::{DEPRECATED_SINCE, V1Settings};
use crate::v1_error::V1Error;
use crate::v1_request::CallOf;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse};
use catalog_app::v1_usage::V1UsageCounter;
use catalog_domain::ports::V1Caller;
use http_common::HttpState;
use http_common::request::request_id;
use http_common::response::{InterfaceError, present_errors};
use std::sync::Arc;

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

#[derive(Debug)]
pub(crate) struct V1Route {
    pattern: &'static str,
    headers: Vec<(HeaderName, HeaderValue)>,
    usage: Arc<V1UsageCounter>,
}

impl V1Route {
    pub(crate) fn new(pattern: &'static str, successor: &'static str, settings: &V1Settings) -> Self {
        let deprecation = HeaderValue::from_str(&format!("@{}", DEPRECATED_SINCE.unix_seconds())).ok();
        let link = HeaderValue::from_str(&format!("<{successor}>; rel=\"successor-version\"")).ok();
        let headers = [(DEPRECATION, deprecation), (SUNSET, settings.sunset_header()), (header::LINK, link)];
        let headers = headers.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        Self { pattern, headers, usage: Arc::clone(&settings.usage) }
    }
}

/// Middleware around every endpoint.
pub(crate) async fn v1_middleware(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    route: Arc<V1Route>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let mut response = present_errors::<V1Error>(request, next).await?;
    add_headers(response.headers_mut(), &route);
    record_call(response.request(), &route);
    Ok(response)
}

impl InterfaceError for V1Error {
    /// The framework refuses nothing that our extractors read, so a refusal of its own is a bug.
    fn of_framework(error: &Error) -> Self {
        Self::internal(error.to_string())
    }

    fn respond(&self, request: &HttpRequest) -> HttpResponse {
        self.log();
        self.response(Some(&request_id(request)))
    }
}

fn add_headers(headers: &mut HeaderMap, route: &V1Route) {
    for (name, value) in &route.headers {
        headers.insert(name.clone(), value.clone());
    }
    headers.insert(header::VARY, HeaderValue::from_static("Authorization, Accept-Encoding"));
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}

/// Logs and counts which account called which route; without an account when the caller was refused.
fn record_call(request: &HttpRequest, route: &V1Route) {
    let account = request.extensions().get::<CallOf>().map(|call| call.0);
    let user = account.map(|id| id.0);
    tracing::info!(target: "v1", route = route.pattern, user, "deprecated route called");
    if let Ok(state) = HttpState::of(request) {
        let caller = account.map_or(V1Caller::Nobody, V1Caller::Account);
        route.usage.count(caller, route.pattern, state.app.now());
    }
}
