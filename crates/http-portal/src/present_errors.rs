//! Turns errors into pages: the status, its header, and one log line for failures of the service.

use crate::catalog::links::{CatalogPage, address, and_parameter};
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::{PortalError, PublicPage};
use crate::public::SIGN_IN;
use crate::session::{SignedIn, Visitor};
use actix_web::http::{StatusCode, header};
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use http_common::json::ErrorDetail;
use http_common::request::{RequestId, request_id};
use http_common::response::InterfaceError;
use localization::Message;

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    layout: Layout,
    text: Message,
    wait_seconds: Option<u32>,
}

impl InterfaceError for PortalError {
    fn of_framework(error: &Error) -> Self {
        match error.as_response_error().status_code() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::PayloadTooLarge,
            StatusCode::NOT_FOUND => Self::NotFound("error-page-not-found"),
            status if status.is_client_error() => Self::bad_request("error-request-unreadable"),
            _ => Self::internal(error.to_string()),
        }
    }

    fn respond(&self, request: &HttpRequest) -> HttpResponse {
        self.log();
        match self {
            Self::SignInNeeded { next, is_unsaved } => sign_in(next, *is_unsaved, request),
            Self::BadParameters(problems) => match request.extensions().get::<SignedIn>().cloned() {
                Some(signed_in) => bad_parameters(&signed_in, problems, request),
                None => render(self, None, request),
            },
            _ => render(self, Some(&request_id(request)), request),
        }
    }
}

#[derive(Template)]
#[template(path = "catalog/bad_parameters.html")]
struct BadParameters<'a> {
    layout: Layout,
    problems: &'a [ErrorDetail],
    /// The page without parameters.
    back: &'a str,
    /// What was searched for.
    typed: Option<String>,
}

/// Says what is wrong, each problem with the parameter's name. The text of a search can be changed there.
fn bad_parameters(signed_in: &SignedIn, problems: &[ErrorDetail], request: &HttpRequest) -> HttpResponse {
    let layout = Layout::signed_in("error-wrong-parameters", NavItem::Catalog, signed_in);
    let back = request.path();
    let typed = if back == CatalogPage::Search.path() { text_of_search(request.query_string()) } else { None };
    signed_in.page_with(StatusCode::BAD_REQUEST, &BadParameters { layout, problems, back, typed })
}

fn text_of_search(query: &str) -> Option<String> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).ok()?;
    pairs.into_iter().find(|(name, _)| name == "q").map(|(_, text)| text)
}

/// Sends the browser to the sign-in page. A script's request gets a header instead, which makes it leave the page.
fn sign_in(next: &str, is_unsaved: bool, request: &HttpRequest) -> HttpResponse {
    let query = and_parameter("", "next", next);
    let query = if is_unsaved { and_parameter(&query, "unsaved", true) } else { query };
    let address = address(SIGN_IN, &query);
    let is_script = request.headers().contains_key("hx-request");
    let mut response = if is_script { HttpResponse::Unauthorized() } else { HttpResponse::SeeOther() };
    let name = if is_script { "hx-redirect" } else { "location" };
    response.insert_header((name, address)).insert_header((header::CACHE_CONTROL, "no-store")).finish()
}

/// A person who is signed in keeps the navigation, unless the server has failed and knows too little.
fn render(error: &PortalError, request_id: Option<&RequestId>, request: &HttpRequest) -> HttpResponse {
    let PublicPage { status, heading, text, header, wait_seconds } = error.public(request_id);
    let signed_in = request.extensions().get::<SignedIn>().cloned();
    let mut response = match signed_in.filter(|_| status.is_client_error()) {
        Some(signed_in) => {
            let layout = Layout { current: None, ..Layout::signed_in(heading, NavItem::Catalog, &signed_in) };
            signed_in.page_with(status, &ErrorPage { layout, text, wait_seconds })
        }
        None => match Visitor::of(request) {
            Ok(visitor) => {
                let layout = Layout::public(heading, &visitor);
                visitor.page(status, &ErrorPage { layout, text, wait_seconds })
            }
            Err(_) => HttpResponse::new(status),
        },
    };
    if let Some((name, value)) = header
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
