//! The JSON of the request that a page shows: exactly what the API responds to this person.

use super::api_request::{ApiRequest, RequestView};
use super::fragment::expensive_page;
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::body::to_bytes_limited;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::callers::Caller;
use http_common::HttpState;
use std::future::Future;
use std::pin::Pin;

/// The most JSON that a page shows: more is read by programs.
const MOST_JSON_BYTES: usize = 1 << 20;

/// Has the API respond. Adapters do not know each other, so the server brings them together.
#[derive(Debug, Clone, Copy)]
pub struct ApiResponder(pub fn(ApiTarget) -> Pin<Box<dyn Future<Output = HttpResponse>>>);

/// What the API is to respond to.
#[derive(Debug)]
pub struct ApiTarget {
    /// The request that the portal responds to: errors carry its id.
    pub request: HttpRequest,
    /// The caller.
    pub caller: Caller,
    /// Path and query of a GET request to the API.
    pub target: String,
}

#[derive(Template)]
#[template(path = "catalog/json.html")]
struct JsonPage {
    layout: Layout,
    request: RequestView,
    status: StatusCode,
    /// `None`: more than a page shows.
    text: Option<String>,
}

/// `GET /portal/catalog/json`.
pub(crate) async fn show_tree_json(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let api = ApiRequest::of_tree(&request);
    show(request, signed_in, state, api).await
}

/// `GET /portal/catalog/sections/:id/json`.
pub(crate) async fn show_section_json(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let api = ApiRequest::of_section(&request);
    show(request, signed_in, state, api).await
}

/// `GET /portal/products/:stockNumber/json`.
pub(crate) async fn show_product_json(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let api = ApiRequest::of_product(&request, &signed_in.viewer());
    show(request, signed_in, state, api).await
}

pub(crate) async fn show_changes_json(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let api = ApiRequest::of_changes(&request, &state);
    show(request, signed_in, state, api).await
}

pub(crate) async fn show_search_json(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let api = ApiRequest::of_search(&request);
    show(request, signed_in, state, api).await
}

async fn show(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
    api: ApiRequest,
) -> Result<HttpResponse, PortalError> {
    let responder = request.app_data::<Data<ApiResponder>>();
    let ApiResponder(respond) = ***responder.ok_or_else(|| PortalError::internal("the app has no API"))?;
    // What the page is made of counts beside it.
    let _json = state.app.work.of(signed_in.requester()).acquire_outer(MOST_JSON_BYTES).await?;
    let asked = ApiTarget { request: request.clone(), caller: signed_in.caller(), target: api.target() };
    let response = respond(asked).await;
    let status = response.status();
    let text = match to_bytes_limited(response.into_body(), MOST_JSON_BYTES).await {
        Ok(body) => {
            let body = body.map_err(|error| PortalError::internal(error.to_string()))?;
            Some(String::from_utf8_lossy(&body).into_owned())
        }
        Err(_exceeded) => None,
    };
    let layout = Layout::signed_in("json-title", NavItem::Catalog, &signed_in);
    let json_page = JsonPage { layout, request: RequestView::new(&request, &api), status, text };
    expensive_page(&state, &signed_in, StatusCode::OK, json_page).await
}
