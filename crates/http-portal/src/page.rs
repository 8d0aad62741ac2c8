//! Pages: the frame around them, and their headers.

use crate::portal_error::PortalError;
use crate::reader::Reader;
use crate::session::{SignedIn, Visitor};
use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::cookie::Cookie;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use askama::{Template, Values};
use catalog_domain::accounts::CallerAccount;
use catalog_domain::values::Language;
use localization::{Locale, Message, ToMessage};
use std::any::Any;

/// What a page may do: use the portal's own scripts and styles, send forms to it, and show photos from wherever
/// products have them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Every page's headers. Browsers send `Origin: null` with the forms of pages that have the policy `no-referrer`, so
/// pages name themselves to their own host, and to no other.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_TYPE, "text/html; charset=utf-8"),
    (header::CACHE_CONTROL, "no-store"),
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "same-origin"),
    (header::VARY, "Accept-Language, Cookie"),
];

/// The name of the value that filters write by.
pub(crate) const LOCALE: &str = "locale";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NavItem {
    /// `/portal`.
    Overview,
    /// Sections, products and changes.
    Catalog,
    /// The person's own account.
    Account,
    Requests,
    Accounts,
    /// The last imports.
    Imports,
    /// The visibility of a product or section.
    Look,
    /// The usage by account.
    Readers,
    V1Usage,
    Status,
}

impl NavItem {
    pub(crate) const FOR_EVERYBODY: [Self; 3] = [Self::Overview, Self::Catalog, Self::Account];
    pub(crate) fn for_administrators() -> impl Iterator<Item = Self> {
        let all =
            [Self::Requests, Self::Accounts, Self::Imports, Self::Look, Self::Readers, Self::V1Usage, Self::Status];
        all.into_iter().filter(|item| cfg!(feature = "v1") || *item != Self::V1Usage)
    }

    /// The path, and the key of the label.
    pub(crate) fn link(self) -> (&'static str, &'static str) {
        match self {
            Self::Overview => ("/portal", "navigation-overview"),
            Self::Catalog => ("/portal/catalog", "navigation-catalog"),
            Self::Account => ("/portal/account", "navigation-account"),
            Self::Requests => ("/portal/admin/requests", "navigation-requests"),
            Self::Accounts => ("/portal/admin/accounts", "navigation-accounts"),
            Self::Imports => ("/portal/admin/imports", "navigation-imports"),
            Self::Look => ("/portal/admin/look", "navigation-look"),
            Self::Readers => ("/portal/admin/readers", "navigation-readers"),
            Self::V1Usage => ("/portal/admin/v1", "navigation-v1"),
            Self::Status => ("/portal/admin/status", "navigation-status"),
        }
    }

    pub(crate) fn path(self) -> &'static str {
        self.link().0
    }
}

/// The frame of a page. Templates extend `layout.html`, which reads it from their field `layout`.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) title: Message,
    pub(crate) current: Option<NavItem>,
    /// Who is signed in.
    pub(crate) person: Option<SignedIn>,
    /// What the forms of the page carry.
    pub(crate) form_token: String,
    pub(crate) reader: Reader,
}

impl Layout {
    pub(crate) fn public(title: impl ToMessage, visitor: &Visitor) -> Self {
        Self::new(title, &visitor.form_token, &visitor.reader)
    }

    pub(crate) fn signed_in(title: impl ToMessage, current: NavItem, signed_in: &SignedIn) -> Self {
        let frame = Self::new(title, signed_in.form_token(), &signed_in.reader);
        Self { current: Some(current), person: Some(signed_in.clone()), ..frame }
    }

    pub(crate) fn new(title: impl ToMessage, form_token: &str, reader: &Reader) -> Self {
        let (title, form_token, reader) = (title.to_message(), form_token.to_owned(), reader.clone());
        Self { title, current: None, person: None, form_token, reader }
    }

    /// The languages of the switch: all but the present one.
    pub(crate) fn other_languages(&self) -> impl Iterator<Item = Language> {
        let present = self.reader.locale.language;
        Language::ALL.into_iter().filter(move |language| *language != present)
    }

    /// Whether the page is one for administrators.
    pub(crate) fn is_administration(&self) -> bool {
        self.current.is_some_and(|item| NavItem::for_administrators().any(|of| of == item))
    }

    /// As which account an administrator sees the catalog.
    pub(crate) fn seen_as(&self) -> Option<&CallerAccount> {
        self.person.as_ref()?.seen_as.as_deref()
    }

    /// Whether `item` is the present one.
    pub(crate) fn is_current(&self, item: &NavItem) -> bool {
        self.current == Some(*item)
    }
}

pub(crate) type PageResult = Result<HttpResponse, PortalError>;

pub(crate) fn page_with(status: StatusCode, template: &impl Template, locale: Locale) -> HttpResponse {
    rendered(template, locale).map_or_else(HttpResponse::from_error, |text| html(status, text))
}

pub(crate) fn rendered(template: &impl Template, locale: Locale) -> Result<String, PortalError> {
    template.render_with_values(&PageValues(locale)).map_err(|error| PortalError::internal(error.to_string()))
}

/// What templates are rendered with: their filters write for that person.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageValues(pub(crate) Locale);

impl Values for PageValues {
    fn get_value<'a>(&'a self, key: &str) -> Option<&'a dyn Any> {
        (key == LOCALE).then_some(&self.0 as &dyn Any)
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

/// The same, setting a cookie.
pub(crate) fn see_other_with(path: &str, cookie: &Cookie<'_>) -> PageResult {
    let mut response = see_other(path);
    response.add_cookie(cookie).map_err(|error| PortalError::internal(error.to_string()))?;
    Ok(response)
}
