//! `/portal/catalog/sections/:id/price-list` and `/portal/search/price-list`: the list of a page as a file, and links
//! by which programs download it.

use super::api_request::{ApiRequest, RequestView, SEARCH};
use super::chips::{Chip, chips, text_chip};
use super::json_page::{ApiResponder, ApiTarget};
use super::links::without_parameters;
use super::list_columns::{columns_of, fields_of, with_columns_in_one};
use crate::account::{key_fields, key_refusal_text, read_key_days};
use crate::field::Field;
use crate::filters;
use crate::form::PortalForm;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use crate::settings::PortalSettings;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    self, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue, HeaderValue,
};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::text::iso_time;
use catalog_documents::PriceListColumn;
use catalog_domain::accounts::{ApiKeyRequest, ApiKeyRight, DEFAULT_KEY_DAYS, MAXIMUM_LINKED_BYTES, check_key_name};
use catalog_domain::catalog::ProductQuery;
use catalog_domain::values::Language;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::params::{ListSectionProducts, SearchProducts};
use http_common::request::LINKS;
use localization::Message;
use serde::Deserialize;

/// What is about a page, and not about its list.
const PAGE_PARAMETERS: [&str; 3] = ["page", "pageSize", "include"];

const UNKNOWN: PortalError = PortalError::NotFound("error-section-not-found");

const MOST_NAME_CHARACTERS: usize = 80;

/// The formats, which are the ends of the paths of their files. The first one is exact in every program; spreadsheets
/// change what looks like a number in the other.
const FORMATS: [(&str, &str); 2] = [("xlsx", "Excel (XLSX)"), ("csv", "CSV")];

#[derive(Template)]
#[template(path = "catalog/price_list_page.html")]
struct PriceListPage {
    layout: Layout,
    form_token: String,
    /// What the list is of.
    of: String,
    chips: Vec<Chip>,
    /// The path of this page, and the query of its list.
    page: String,
    query: String,
    /// The fields of that query but for the columns.
    other_fields: Vec<(String, String)>,
    /// The chosen columns; empty for all.
    columns: Vec<PriceListColumn>,
    /// The new link, which is shown this once.
    made: Option<String>,
    /// Why no link was made: the key of a text.
    refusal: Option<&'static str>,
    fields: [Field; 2],
    /// What was chosen.
    format: &'static str,
    language: Language,
}

impl PriceListPage {
    fn has(&self, column: &PriceListColumn) -> bool {
        self.columns.is_empty() || self.columns.contains(column)
    }
}

/// A link that somebody wants.
#[derive(Deserialize)]
pub(crate) struct LinkForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    days: String,
    #[serde(default)]
    format: String,
    #[serde(default)]
    language: String,
}

impl RequestView {
    pub(crate) fn price_list(&self, end: &str) -> String {
        let (path, query) = self.json_page.split_once('?').unwrap_or((&self.json_page, ""));
        let (path, query) = (path.strip_suffix("/json").unwrap_or(path), without_parameters(query, &PAGE_PARAMETERS));
        let separator = if query.is_empty() { "" } else { "?" };
        format!("{path}/price-list{end}{separator}{query}")
    }
}

/// The file, as the API gives it to this person.
pub(crate) async fn download_price_list(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let responder = request.app_data::<Data<ApiResponder>>();
    let ApiResponder(respond) = ***responder.ok_or_else(|| PortalError::internal("the app has no API"))?;
    let format =
        FORMATS.iter().find(|(format, _)| request.path().ends_with(format)).map_or(FORMATS[0].0, |(format, _)| format);
    let target = target(&request, format, signed_in.reader.locale.language);
    let mut response = respond(ApiTarget { request: request.clone(), caller: signed_in.caller(), target }).await;
    match response.status() {
        StatusCode::OK => {
            // It is in no cache of the API's clients: it was asked for with a cookie.
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response.headers_mut().remove(header::ETAG);
            if let Some(name) = file_name(&request, &signed_in, &state, format)
                && let Ok(value) = HeaderValue::from_str(&name.to_string())
            {
                response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
            }
            Ok(response)
        }
        StatusCode::NOT_FOUND => Err(UNKNOWN),
        status => Err(PortalError::Refused(status, Message::new("price-list-failed"))),
    }
}

/// The ways to get the list.
pub(crate) async fn show_price_list(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    Ok(signed_in.page(&price_list_page(&request, &signed_in, &state).await?))
}

/// Makes a link and shows it. It is nowhere else, so it is gone when the page is.
pub(crate) async fn make_link(
    request: HttpRequest,
    signed_in: SignedIn,
    form: PortalForm<LinkForm>,
    state: Data<HttpState>,
    settings: Data<PortalSettings>,
) -> Result<HttpResponse, PortalError> {
    let page = price_list_page(&request, &signed_in, &state).await?;
    let LinkForm { name, days, format, language } = form.0;
    let read = read_key_days(&days);
    let [name_field, days_field] = key_fields(&name, &days);
    let fields = [name_field.checked(check_key_name(&name)), days_field.checked(read.clone().map(drop))];
    let format = FORMATS.iter().find(|(known, _)| *known == format).map_or(FORMATS[0].0, |(format, _)| *format);
    let language = Language::from_tag(&language).unwrap_or(page.language);
    let page = PriceListPage { format, language, ..page };
    let address = target(&request, format, language);
    let is_too_long = address.len() > MAXIMUM_LINKED_BYTES;
    let (Ok(days), false, true) = (read, is_too_long, fields.iter().all(|field| field.error.is_none())) else {
        let refusal = is_too_long.then_some("price-list-too-long");
        return Ok(signed_in.page_with(StatusCode::UNPROCESSABLE_ENTITY, &PriceListPage { fields, refusal, ..page }));
    };
    let asked = ApiKeyRequest { name, right: ApiKeyRight::Read, days, address: Some(address.into()) };
    match state.app.accounts.make_key(&signed_in.account, asked).await? {
        Ok((_, text)) => {
            let made = Some(format!("{}{LINKS}{}", settings.address(&request), text.expose()));
            Ok(signed_in.page(&PriceListPage { made, ..page }))
        }
        Err(refusal) => {
            let page = PriceListPage { refusal: Some(key_refusal_text(refusal)), fields, ..page };
            Ok(signed_in.page_with(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}

pub(crate) fn language_text(language: &Language) -> &'static str {
    match language {
        Language::English => "price-list-english",
        Language::Russian => "price-list-russian",
    }
}

fn request_of_list(request: &HttpRequest) -> ApiRequest {
    let is_search = request.path().starts_with(SEARCH);
    let mut api = if is_search { ApiRequest::of_search(request) } else { ApiRequest::of_section(request) };
    api.query = with_columns_in_one(&api.query);
    api
}

/// Path and query of the price list of the API.
fn target(request: &HttpRequest, format: &str, language: Language) -> String {
    let api = request_of_list(request);
    let path = api.path.strip_suffix("/products").unwrap_or(&api.path);
    let query = without_parameters(&api.query, &PAGE_PARAMETERS);
    let separator = if query.is_empty() { "" } else { "&" };
    format!("{path}/price-list.{format}?{query}{separator}locale={}", language.tag())
}

fn query_of_list(request: &HttpRequest, api: &ApiRequest) -> Result<ProductQuery, PortalError> {
    let query = if request.path().starts_with(SEARCH) {
        api.parameters::<SearchProducts>()?.query
    } else {
        api.parameters::<ListSectionProducts>()?.query
    };
    query.ok_or(UNKNOWN)
}

/// The name of the section, or what was searched for everywhere; `None` when the section is not public.
fn name_of_list(query: &ProductQuery, catalog: &Catalog) -> Option<String> {
    let text = || query.text.as_ref().map(|text| text.as_str().to_owned()).unwrap_or_default();
    let Some(section) = query.section else { return Some(text()) };
    Some(catalog.sections().node(catalog.sections().find(section)?).section.name.to_string())
}

/// The name of a person's file: what it is of, at which prices and of which day.
fn file_name(
    request: &HttpRequest,
    signed_in: &SignedIn,
    state: &HttpState,
    format: &str,
) -> Option<ContentDisposition> {
    let mut api = request_of_list(request);
    api.query = without_parameters(&api.query, &["columns"]);
    let query = query_of_list(request, &api).ok()?;
    let of = name_of_list(&query, &state.app.catalog.current())?;
    let seconds = i64::from(signed_in.reader.locale.minutes_ahead) * 60;
    let day = iso_time(state.app.now().plus_seconds(seconds));
    let name = format!("{of} {} {}.{format}", signed_in.viewer().price_level.name(), &day[..10]);
    // Signs of paths, and what file systems refuse.
    let refused = |sign: char| sign.is_control() || "/\\:*?\"<>|".contains(sign);
    let name = name.replace(refused, " ").trim_start_matches(['.', ' ']).to_owned();
    let value = name.into_bytes();
    let extended = ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value };
    let parameters = vec![DispositionParam::FilenameExt(extended)];
    Some(ContentDisposition { disposition: DispositionType::Attachment, parameters })
}

async fn price_list_page(
    request: &HttpRequest,
    signed_in: &SignedIn,
    state: &HttpState,
) -> Result<PriceListPage, PortalError> {
    let mut api = request_of_list(request);
    let listed = without_parameters(&api.query, &PAGE_PARAMETERS);
    let columns = columns_of(&listed)?;
    api.query = without_parameters(&api.query, &["columns"]);
    let query = query_of_list(request, &api)?;
    let catalog = state.app.catalog.current();
    let filters = match query.section {
        Some(section) => &*catalog.sections().node(catalog.sections().find(section).ok_or(UNKNOWN)?).section.filters,
        None => &[],
    };
    let facets = match query.is_filtered() {
        true => state.app.catalog.list_with_facets(&signed_in.caller(), &catalog, &query).await?,
        false => None,
    };
    let mut chips = chips(&query, &api.query, facets.as_ref().map(|(_, facets)| facets), filters);
    chips.splice(0..0, text_chip(&query, &api.query));
    let of = name_of_list(&query, &catalog).ok_or(UNKNOWN)?;
    let name: String = of.chars().take(MOST_NAME_CHARACTERS).collect();
    Ok(PriceListPage {
        layout: Layout::signed_in("price-list-title", NavItem::Catalog, signed_in),
        form_token: signed_in.form_token().to_owned(),
        of,
        chips,
        page: request.uri().path().to_owned(),
        other_fields: fields_of(&without_parameters(&listed, &["columns"])),
        query: listed,
        columns,
        made: None,
        refusal: None,
        fields: key_fields(&name, &DEFAULT_KEY_DAYS.to_string()),
        format: FORMATS[0].0,
        language: signed_in.reader.locale.language,
    })
}
