//! The page that says what is wrong with the parameters of another one.

use crate::page::{Layout, NavItem, page_with};
use crate::session::SignedIn;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use http_common::json::ErrorDetail;

#[derive(Template)]
#[template(path = "catalog/bad_parameters.html")]
struct BadParameters<'a> {
    layout: Layout,
    problems: &'a [ErrorDetail],
    back: &'a str,
}

/// Says what is wrong, each problem with the parameter's name; `back` is the page without parameters.
pub(crate) fn bad_parameters(signed_in: &SignedIn, problems: &[ErrorDetail], back: &str) -> HttpResponse {
    let layout = Layout::signed_in("Wrong parameters", NavItem::Catalog, signed_in);
    page_with(StatusCode::BAD_REQUEST, &BadParameters { layout, problems, back })
}
