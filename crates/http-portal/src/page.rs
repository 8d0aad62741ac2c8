//! Pages: the frame around them, and their headers.

use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use askama::Template;
use std::borrow::Cow;

/// What a page may do: use the portal's own scripts and styles, send forms to it, and show photos from wherever
/// products have them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Every page's headers. Browsers send `Origin: null` with the forms of pages that have the policy `no-referrer`, so
/// pages name themselves to their own host, and to no other.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_TYPE, "text/html; charset=utf-8"),
    (header::CACHE_CONTROL, "no-store"),
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "same-origin"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NavItem {
    /// `/portal`.
    Overview,
    /// Sections, products and changes.
    Catalog,
    /// The person's own account.
    Account,
    /// Requests for access.
    Requests,
    /// All accounts.
    Accounts,
    /// The last imports.
    Imports,
    /// Why something is shown or not.
    Look,
    /// Who still uses v1.
    V1Usage,
    /// The state of the server.
    Status,
}

impl NavItem {
    const FOR_EVERYBODY: [Self; 3] = [Self::Overview, Self::Catalog, Self::Account];
    const FOR_ADMINISTRATORS: [Self; 6] =
        [Self::Requests, Self::Accounts, Self::Imports, Self::Look, Self::V1Usage, Self::Status];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Overview => "Overview",
            Self::Catalog => "Catalog",
            Self::Account => "Account",
            Self::Requests => "Requests",
            Self::Accounts => "Accounts",
            Self::Imports => "Imports",
            Self::Look => "Look",
            Self::V1Usage => "v1",
            Self::Status => "Status",
        }
    }

    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::Overview => "/portal",
            Self::Catalog => "/portal/catalog",
            Self::Account => "/portal/account",
            Self::Requests => "/portal/admin/requests",
            Self::Accounts => "/portal/admin/accounts",
            Self::Imports => "/portal/admin/imports",
            Self::Look => "/portal/admin/look",
            Self::V1Usage => "/portal/admin/v1",
            Self::Status => "/portal/admin/status",
        }
    }
}

/// What the frame shows of the person who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct LayoutPerson {
    pub(crate) email: String,
    pub(crate) company: String,
    pub(crate) is_administrator: bool,
    pub(crate) form_token: String,
}

/// The frame of a page. Templates extend `layout.html`, which reads it from their field `layout`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) title: Cow<'static, str>,
    pub(crate) current: Option<NavItem>,
    pub(crate) person: Option<LayoutPerson>,
    pub(crate) has_portal: bool,
}

impl Layout {
    pub(crate) fn public(title: impl Into<Cow<'static, str>>) -> Self {
        Self { title: title.into(), current: None, person: None, has_portal: true }
    }

    /// The frame of a page for `signed_in`, which belongs to `current`.
    pub(crate) fn signed_in(title: impl Into<Cow<'static, str>>, current: NavItem, signed_in: &SignedIn) -> Self {
        let account = &signed_in.account;
        let person = LayoutPerson {
            email: account.email.to_string(),
            company: account.company.to_string(),
            is_administrator: signed_in.viewer().is_administrator(),
            form_token: signed_in.form_token().to_owned(),
        };
        Self { title: title.into(), current: Some(current), person: Some(person), has_portal: true }
    }

    pub(crate) fn navigation(&self) -> Vec<(&'static str, &'static [NavItem])> {
        let Some(person) = &self.person else { return Vec::new() };
        let mut groups = vec![("Main", &NavItem::FOR_EVERYBODY[..])];
        if person.is_administrator {
            groups.push(("Administration", &NavItem::FOR_ADMINISTRATORS[..]));
        }
        groups
    }

    /// Whether `item` is the present one.
    pub(crate) fn is_current(&self, item: &NavItem) -> bool {
        self.current == Some(*item)
    }
}

/// A page, with status 200.
pub(crate) fn page(template: &impl Template) -> HttpResponse {
    page_with(StatusCode::OK, template)
}

pub(crate) fn page_with(status: StatusCode, template: &impl Template) -> HttpResponse {
    match template.render() {
        Ok(text) => html(status, text),
        Err(error) => HttpResponse::from_error(PortalError::internal(error.to_string())),
    }
}

/// A page whose text is written already.
pub(crate) fn html(status: StatusCode, text: impl MessageBody + 'static) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    for header in HEADERS {
        response.insert_header(header);
    }
    response.body(text)
}

/// Sends the browser to another page of the portal: the end of every form that changed something.
pub(crate) fn see_other(path: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, path))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}
