//! Turns errors into pages: the status, its header, and one log line for failures of the service.

use crate::page::{Layout, page_with};
use crate::portal_error::PortalError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use http_common::request::{RequestId, request_id};

/// A page that says what went wrong.
#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    layout: Layout,
    text: String,
}

/// Middleware (for `from_fn`) around every page: every failure becomes a page, also when the framework and not a
/// handler refused the request.
pub(crate) async fn present_errors(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?;
    let Some(error) = response.response().error() else { return Ok(response.map_into_boxed_body()) };
    let presented = match error.as_error::<PortalError>() {
        Some(error) => respond(error, response.request()),
        None => respond(&framework_error(error), response.request()),
    };
    Ok(response.into_response(presented))
}

fn respond(error: &PortalError, request: &HttpRequest) -> HttpResponse {
    error.log();
    match error {
        PortalError::SignInNeeded { next } => sign_in(next, request),
        _ => render(error, Some(&request_id(request))),
    }
}

/// Sends the browser to the sign-in page. A script's request gets a header instead, which makes it leave the page.
fn sign_in(next: &str, request: &HttpRequest) -> HttpResponse {
    let query = serde_urlencoded::to_string([("next", next)]).unwrap_or_default();
    let address = format!("/portal/sign-in?{query}");
    let is_script = request.headers().contains_key("hx-request");
    let mut response = if is_script { HttpResponse::Unauthorized() } else { HttpResponse::SeeOther() };
    let name = if is_script { "hx-redirect" } else { "location" };
    response.insert_header((name, address)).insert_header((header::CACHE_CONTROL, "no-store")).finish()
}

fn framework_error(error: &Error) -> PortalError {
    match error.as_response_error().status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => PortalError::PayloadTooLarge,
        StatusCode::NOT_FOUND => PortalError::NotFound("There is no such page."),
        status if status.is_client_error() => PortalError::BadRequest("The request cannot be read.".into()),
        _ => PortalError::internal(error.to_string()),
    }
}

fn render(error: &PortalError, request_id: Option<&RequestId>) -> HttpResponse {
    let public = error.public(request_id);
    let error_page = ErrorPage { layout: Layout::public(public.name), text: public.message };
    let mut response = page_with(public.status, &error_page);
    if let Some((name, value)) = public.header
        && let Ok(value) = value.parse()
    {
        response.headers_mut().insert(name, value);
    }
    response
}

impl ResponseError for PortalError {
    fn status_code(&self) -> StatusCode {
        self.public(None).status
    }

    fn error_response(&self) -> HttpResponse {
        // The middleware replaces it.
        HttpResponse::new(self.status_code())
    }
}
