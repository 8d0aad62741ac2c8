//! The request of the API that a page shows the response to: pages have the parameters of the API, so the one follows
//! from the other.

use super::links::{CatalogPage, address, and_pair, without_pairs, without_parameters};
use crate::portal_error::PortalError;
use crate::session::{SignedIn, signed_in};
use crate::settings::PortalSettings;
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use catalog_app::App;
use catalog_app::text::iso_time;
use catalog_domain::pricing::Viewer;
use http_common::params::{Parameters, ProductPart, Strictness};
use http_common::request::query_pairs;
use localization::Message;
use std::pin::Pin;

/// How far back the changes of a section go unless the person says otherwise, in days.
const DEFAULT_CHANGES_DAYS: u32 = 7;

const SECONDS_OF_DAY: i64 = 24 * 60 * 60;

/// The fields of forms that are sent empty when nothing was chosen. They are then as good as absent.
const OPTIONAL_FIELDS: [&str; 11] =
    ["q", "scope", "available", "sale", "hasPrice", "sort", "page", "pageSize", "depth", "since", "limit"];

/// What is about a page, and not about its list.
pub(super) const PAGE_PARAMETERS: [&str; 3] = ["page", "pageSize", "include"];

/// What a page of the catalog is made from.
pub(crate) struct CatalogRequest {
    pub(super) signed_in: SignedIn,
    pub(super) api: ApiRequest,
    /// As it was sent to the portal.
    pub(super) request: HttpRequest,
}

#[derive(Debug)]
pub(super) struct ApiRequest {
    pub(super) page: CatalogPage,
    /// That of the API.
    pub(super) path: String,
    pub(super) query: String,
    /// The address of this server, without a path.
    pub(super) origin: String,
}

impl FromRequest for CatalogRequest {
    type Error = PortalError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PortalError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let signed_in = signed_in(&request).await?;
            if signed_in.seen_as.as_ref().is_some_and(|account| !account.is_active()) {
                return Err(PortalError::Refused(StatusCode::FORBIDDEN, Message::new("error-sees-nothing")));
            }
            let api = ApiRequest::of(&request, &signed_in)?;
            Ok(Self { signed_in, api, request })
        })
    }
}

impl ApiRequest {
    fn of(request: &HttpRequest, signed_in: &SignedIn) -> Result<Self, PortalError> {
        let page = CatalogPage::at(request.uri().path()).ok_or(PortalError::NotFound("error-page-not-found"))?;
        let query = match page {
            CatalogPage::Product(_) => everything_for(&signed_in.viewer()),
            CatalogPage::Changes(_) => of_last_days(&given_parameters(request.query_string()), signed_in.app()),
            _ => given_parameters(request.query_string()),
        };
        let settings = request.app_data::<Data<PortalSettings>>();
        let origin = settings.map(|settings| settings.address(request)).unwrap_or_default();
        Ok(Self { path: page.api_path(), page, query, origin })
    }

    pub(super) fn parameters<P: Parameters>(&self) -> Result<P, PortalError> {
        P::parse(&self.path, &self.query, Strictness::Strict).map_err(PortalError::BadParameters)
    }

    pub(super) fn target(&self) -> String {
        address(&self.path, &self.query)
    }

    /// What the page says about it.
    pub(super) fn view(&self) -> RequestView {
        let url = format!("{}{}", self.origin, self.target());
        // A quote would end the shell's text.
        let quoted = url.replace('\'', "%27");
        let curl = format!("curl --compressed -H 'Authorization: Bearer YOUR_KEY' '{quoted}'");
        // The page of a product has no parameters.
        let query = if matches!(self.page, CatalogPage::Product(_)) { "" } else { &self.query };
        let (page, query) = (self.page.path(), query.to_owned());
        RequestView { url, curl, json_page: address(&format!("{page}/json"), &query), page, query }
    }
}

#[derive(Debug)]
pub(super) struct RequestView {
    pub(super) url: String,
    /// A command that sends it; the key is a placeholder.
    pub(super) curl: String,
    pub(super) json_page: String,
    page: String,
    query: String,
}

impl RequestView {
    /// Where the list of the page is as a file with that ending, or without one how to get it.
    pub(super) fn price_list(&self, end: &str) -> String {
        address(&format!("{}/price-list{end}", self.page), &without_parameters(&self.query, &PAGE_PARAMETERS))
    }
}

/// The query for a product with everything that `viewer` may see of it.
fn everything_for(viewer: &Viewer) -> String {
    let is_visible = |part| match part {
        ProductPart::Configurator => viewer.may_see_configurator(),
        // For programs that compare their copy; people see times.
        ProductPart::Version => false,
        _ => true,
    };
    let names = ProductPart::ALL.into_iter().filter(|part| is_visible(*part)).map(ProductPart::name);
    format!("include={}", names.collect::<Vec<_>>().join(","))
}

/// The query for changes: those of the last days unless the page names a beginning.
fn of_last_days(given: &str, app: &App) -> String {
    // A page does not wait for changes.
    let query = without_parameters(given, &["wait"]);
    let has = |name| query.split('&').any(|pair| pair.split('=').next() == Some(name));
    if has("since") || has("cursor") {
        return query;
    }
    // The midnight before is up to a day older.
    let days = DEFAULT_CHANGES_DAYS.min(app.feed.retention_days().saturating_sub(1));
    let since = iso_time(app.now().plus_seconds(-i64::from(days) * SECONDS_OF_DAY));
    let since = format!("since={}", since.get(..10).unwrap_or(&since));
    if query.is_empty() { since } else { and_pair(&since, &query) }
}

/// The page's query without the fields that a form sent empty.
fn given_parameters(query: &str) -> String {
    // Too many are refused when they are read.
    match query_pairs(query) {
        Ok(pairs) if pairs.iter().any(|(_, value)| value.is_empty()) => {
            without_pairs(query, |name, value| value.is_empty() && OPTIONAL_FIELDS.contains(&name))
        }
        _ => query.to_owned(),
    }
}
