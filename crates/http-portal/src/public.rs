//! Pages for everybody: what the service is, requesting access, signing in, setting a password.

mod forgotten_password;
mod home;
mod password;
mod register;
mod sign_in;

pub(crate) use password::checked_password;
pub(crate) use sign_in::page_after;

use crate::field::Field;
use crate::filters;
use crate::page::Layout;
use crate::portal_error::PortalError;
use crate::resources::form_at;
use crate::session::Visitor;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use askama::Template;
use http_common::response::present_errors;

/// Where people sign in.
pub(crate) const SIGN_IN: &str = "/portal/sign-in";

/// Registers the pages below `/portal`.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(form_at("/sign-in", sign_in::show, sign_in::submit))
        .service(form_at("/register", register::show, register::submit))
        .service(form_at("/password", password::show, password::submit))
        .service(form_at("/password/forgotten", forgotten_password::show, forgotten_password::submit));
}

/// Registers `/`.
pub(crate) fn configure_home(config: &mut ServiceConfig) {
    let home = web::resource("/").get(home::show).route(web::head().to(home::show));
    config.service(home.wrap(from_fn(present_errors::<PortalError>)));
}

#[derive(Template)]
#[template(path = "public/form.html")]
struct FormPage {
    layout: Layout,
    notice: Option<&'static str>,
    problem: Option<&'static str>,
    text: Option<&'static str>,
    action: &'static str,
    hidden: Vec<(&'static str, String)>,
    fields: Vec<Field>,
    button: &'static str,
    links: &'static [(&'static str, &'static str)],
}

impl FormPage {
    fn new(title: &'static str, visitor: &Visitor, action: &'static str, button: &'static str) -> Self {
        Self {
            layout: Layout::public(title, visitor),
            notice: None,
            problem: None,
            text: None,
            action,
            hidden: Vec::new(),
            fields: Vec::new(),
            button,
            links: &[],
        }
    }
}

/// A page that says one thing.
#[derive(Template)]
#[template(path = "public/message.html")]
struct MessagePage {
    layout: Layout,
    text: &'static str,
    links: &'static [(&'static str, &'static str)],
}

/// The page after a request that waits for somebody.
fn received(visitor: &Visitor, text: &'static str, links: &'static [(&'static str, &'static str)]) -> HttpResponse {
    visitor.page(StatusCode::OK, &MessagePage { layout: Layout::public("request-received", visitor), text, links })
}
