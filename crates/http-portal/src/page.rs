//! Pages: the frame around them, and their headers.

use crate::portal_error::PortalError;
use crate::reader::Reader;
use crate::session::{SignedIn, Visitor};
use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use askama::{Template, Values};
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

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Overview => "navigation-overview",
            Self::Catalog => "navigation-catalog",
            Self::Account => "navigation-account",
            Self::Requests => "navigation-requests",
            Self::Accounts => "navigation-accounts",
            Self::Imports => "navigation-imports",
            Self::Look => "navigation-look",
            Self::Readers => "navigation-readers",
            Self::V1Usage => "navigation-v1",
            Self::Status => "navigation-status",
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
            Self::Readers => "/portal/admin/readers",
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
}

/// The frame of a page. Templates extend `layout.html`, which reads it from their field `layout`.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    pub(crate) title: Message,
    pub(crate) current: Option<NavItem>,
    pub(crate) person: Option<LayoutPerson>,
    /// How many requests for access wait, if any do; for administrators.
    pub(crate) waiting: Option<u64>,
    /// As which account an administrator sees the catalog: the address and the price level.
    pub(crate) seen_as: Option<(String, String)>,
    pub(crate) form_token: String,
    pub(crate) reader: Reader,
}

impl Layout {
    pub(crate) fn public(title: impl ToMessage, visitor: &Visitor) -> Self {
        Self::new(title, visitor.form_token(), &visitor.reader)
    }

    pub(crate) fn signed_in(title: impl ToMessage, current: NavItem, signed_in: &SignedIn) -> Self {
        let account = &signed_in.account;
        let person = LayoutPerson {
            email: account.email.to_string(),
            company: account.company.to_string(),
            is_administrator: signed_in.is_administrator(),
        };
        let frame = Self::new(title, signed_in.form_token(), &signed_in.reader);
        let seen_as = signed_in.seen_as.as_ref();
        let seen_as = seen_as.map(|account| (account.email.to_string(), account.price_level.name().to_owned()));
        Self { current: Some(current), person: Some(person), waiting: signed_in.waiting, seen_as, ..frame }
    }

    pub(crate) fn new(title: impl ToMessage, form_token: &str, reader: &Reader) -> Self {
        let (form_token, reader) = (form_token.to_owned(), reader.clone());
        Self {
            title: title.to_message(),
            current: None,
            person: None,
            waiting: None,
            seen_as: None,
            form_token,
            reader,
        }
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

    /// Whether `item` is the present one.
    pub(crate) fn is_current(&self, item: &NavItem) -> bool {
        self.current == Some(*item)
    }
}

pub(crate) fn page(template: &impl Template, locale: Locale) -> HttpResponse {
    page_with(StatusCode::OK, template, locale)
}

pub(crate) fn page_with(status: StatusCode, template: &impl Template, locale: Locale) -> HttpResponse {
    match template.render_with_values(&PageValues(locale)) {
        Ok(text) => html(status, text),
        Err(error) => HttpResponse::from_error(PortalError::internal(error.to_string())),
    }
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
