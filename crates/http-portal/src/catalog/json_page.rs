//! The JSON of the request that a page shows: exactly what the API responds to this person.

use super::api_request::{CatalogRequest, RequestView};
use super::fragment::expensive_page;
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::body::to_bytes_limited;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::callers::Caller;
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

/// The page below each page of the catalog.
pub(super) async fn show_json(asked: CatalogRequest) -> PageResult {
    let signed_in = &asked.signed_in;
    // What the page is made of counts beside it.
    let _json = signed_in.work().acquire_outer(MOST_JSON_BYTES).await?;
    let response = signed_in.have_api_respond(&asked.request, asked.api.target()).await?;
    let status = response.status();
    let text = match to_bytes_limited(response.into_body(), MOST_JSON_BYTES).await {
        Ok(body) => {
            let body = body.map_err(|error| PortalError::internal(error.to_string()))?;
            Some(String::from_utf8_lossy(&body).into_owned())
        }
        Err(_exceeded) => None,
    };
    let layout = Layout::signed_in("json-title", NavItem::Catalog, signed_in);
    expensive_page(signed_in, JsonPage { layout, request: asked.api.view(), status, text }).await
}

impl SignedIn {
    /// What the API responds to this person at `target`; `request` is that of the portal.
    pub(crate) async fn have_api_respond(
        &self,
        request: &HttpRequest,
        target: String,
    ) -> Result<HttpResponse, PortalError> {
        let responder = request.app_data::<Data<ApiResponder>>();
        let ApiResponder(respond) = ***responder.ok_or_else(|| PortalError::internal("the app has no API"))?;
        let (request, caller) = (request.clone(), self.caller());
        Ok(respond(ApiTarget { request, caller, target }).await)
    }
}
