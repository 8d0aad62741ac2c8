//! The request of the API that a page shows the response to: pages have the parameters of the API, so the one follows
//! from the other.

use super::links::without_parameters;
use crate::portal_error::PortalError;
use crate::settings::PortalSettings;
use actix_web::HttpRequest;
use actix_web::web::Data;
use catalog_app::text::iso_time;
use catalog_domain::pricing::Viewer;
use http_common::HttpState;
use http_common::params::{Parameters, ProductPart, Strictness};
use http_common::request::{decode_query, query_pairs};

/// How far back the changes of a section go unless the person says otherwise, in days.
const DEFAULT_CHANGES_DAYS: u32 = 7;

const SECONDS_OF_DAY: i64 = 24 * 60 * 60;

/// The fields of forms that are sent empty when nothing was chosen. They are then as good as absent.
const OPTIONAL_FIELDS: [&str; 11] =
    ["q", "scope", "available", "sale", "hasPrice", "sort", "page", "pageSize", "depth", "since", "limit"];

/// What the paths of pages begin with, up to the id of a section or a stock number.
const SECTIONS: &str = "/portal/catalog/sections/";
const PRODUCTS: &str = "/portal/products/";
const CHANGES: &str = "/portal/changes/";

pub(crate) const SEARCH: &str = "/portal/search";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiRequest {
    pub(crate) path: String,
    pub(crate) query: String,
    /// The path of the page that belongs to it.
    page: String,
    /// Whether the page has the same query.
    has_same_query: bool,
}

impl ApiRequest {
    pub(crate) fn of_tree(request: &HttpRequest) -> Self {
        Self::new("/api/v2/catalog/tree".into(), given_parameters(request), "/portal/catalog".into())
    }

    /// The request for the products of the section that the page's path names.
    pub(crate) fn of_section(request: &HttpRequest) -> Self {
        let section = segment_after(request, SECTIONS);
        let path = format!("/api/v2/catalog/sections/{section}/products");
        Self::new(path, given_parameters(request), format!("{SECTIONS}{section}"))
    }

    /// The search that the page shows.
    pub(crate) fn of_search(request: &HttpRequest) -> Self {
        Self::new("/api/v2/products/search".into(), given_parameters(request), SEARCH.into())
    }

    /// The request for the product that the page's path names, with everything that `viewer` may see of it.
    pub(crate) fn of_product(request: &HttpRequest, viewer: &Viewer) -> Self {
        let is_visible = |part| match part {
            ProductPart::Configurator => viewer.may_see_configurator(),
            // For programs that compare their copy; people see times.
            ProductPart::Version => false,
            _ => true,
        };
        let names = ProductPart::NAMES.iter().filter(|(part, _)| is_visible(*part)).map(|(_, name)| *name);
        let include = names.collect::<Vec<_>>().join(",");
        let stock_number = segment_after(request, PRODUCTS);
        let (path, page) = (format!("/api/v2/products/{stock_number}"), format!("{PRODUCTS}{stock_number}"));
        Self { has_same_query: false, ..Self::new(path, format!("include={include}"), page) }
    }

    /// The request for the changes of the section that the page's path names; those of the last days unless the page
    /// names a beginning.
    pub(crate) fn of_changes(request: &HttpRequest, state: &HttpState) -> Self {
        let section = segment_after(request, CHANGES);
        // A page does not wait for changes.
        let mut query = without_parameters(&given_parameters(request), &["wait"]);
        let has = |name| query.split('&').any(|pair| pair.split('=').next() == Some(name));
        if !has("since") && !has("cursor") {
            // The midnight before is up to a day older.
            let days = DEFAULT_CHANGES_DAYS.min(state.app.feed.retention_days().saturating_sub(1));
            let since = iso_time(state.app.now().plus_seconds(-i64::from(days) * SECONDS_OF_DAY));
            let separator = if query.is_empty() { "" } else { "&" };
            query = format!("since={}{separator}{query}", since.get(..10).unwrap_or(&since));
        }
        let path = format!("/api/v2/catalog/sections/{section}/product-changes");
        Self::new(path, query, format!("{CHANGES}{section}"))
    }

    fn new(path: String, query: String, page: String) -> Self {
        Self { path, query, page, has_same_query: true }
    }

    pub(crate) fn parameters<P: Parameters>(&self) -> Result<P, PortalError> {
        P::parse(&self.path, &self.query, Strictness::Strict).map_err(PortalError::BadParameters)
    }

    pub(crate) fn target(&self) -> String {
        if self.query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, self.query) }
    }
}

#[derive(Debug)]
pub(crate) struct RequestView {
    pub(crate) url: String,
    /// A command that sends it; the key is a placeholder.
    pub(crate) curl: String,
    pub(crate) json_page: String,
}

impl RequestView {
    /// What the page that `request` asks for says about `api`.
    pub(crate) fn new(request: &HttpRequest, api: &ApiRequest) -> Self {
        let settings = request.app_data::<Data<PortalSettings>>();
        let address = settings.map(|settings| settings.address(request)).unwrap_or_default();
        let url = format!("{address}{}", api.target());
        // A quote would end the shell's text.
        let quoted = url.replace('\'', "%27");
        let curl = format!("curl --compressed -H 'Authorization: Bearer YOUR_KEY' '{quoted}'");
        let query = if api.has_same_query { &api.query } else { "" };
        let separator = if query.is_empty() { "" } else { "?" };
        let json_page = format!("{}/json{separator}{query}", api.page);
        Self { url, curl, json_page }
    }
}

/// The first segment of the path after `prefix`, as it was sent.
fn segment_after<'a>(request: &'a HttpRequest, prefix: &str) -> &'a str {
    let rest = request.uri().path().strip_prefix(prefix).unwrap_or_default();
    rest.split('/').next().unwrap_or_default()
}

/// The page's query without the fields that a form sent empty.
fn given_parameters(request: &HttpRequest) -> String {
    let query = request.query_string();
    // Too many are refused when they are read.
    let Ok(pairs) = query_pairs(query) else { return query.to_owned() };
    if pairs.iter().all(|(_, value)| !value.is_empty()) {
        return query.to_owned();
    }
    let is_left_out = |name: &str, value: &str| {
        value.is_empty() && decode_query(name).is_ok_and(|name| OPTIONAL_FIELDS.contains(&&*name))
    };
    let given = pairs.into_iter().filter(|(name, value)| !is_left_out(name, value));
    given.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}
