//! `/portal/catalog/sections/:id/price-list` and `/portal/search/price-list`: the list of a page as a file, and links
//! by which programs download it.

use super::api_request::{CatalogRequest, PAGE_PARAMETERS};
use super::chips::{Chip, chips, chips_of_section};
use super::links::{CatalogPage, address, and_parameter, without_parameters};
use super::list_columns::{columns_of, fields_of, with_columns_in_one};
use super::{UNKNOWN_SECTION, public_section};
use crate::account::{KeyForm, key_refusal_text};
use crate::field::Field;
use crate::filters;
use crate::form::PortalForm;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    self, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue, HeaderValue,
};
use askama::Template;
use catalog_app::text::iso_time;
use catalog_domain::accounts::{ApiKeyRequest, ApiKeyRight, MAXIMUM_LINKED_BYTES};
use catalog_domain::catalog::ProductQuery;
use catalog_domain::values::Language;
use catalog_index::Catalog;
use http_common::params::{ListSectionProducts, PriceListColumn, SearchProducts};
use http_common::request::LINKS;
use localization::Message;
use serde::Deserialize;

const MOST_NAME_CHARACTERS: usize = 80;

/// The formats, which are the ends of the paths of their files. The first one is exact in every program; spreadsheets
/// change what looks like a number in the other.
const FORMATS: [(&str, &str); 2] = [("xlsx", "Excel (XLSX)"), ("csv", "CSV")];

#[derive(Template)]
#[template(path = "catalog/price_list_page.html")]
struct PriceListPage {
    layout: Layout,
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
    format: &'static str,
    language: Language,
}

impl PriceListPage {
    fn has(&self, column: &PriceListColumn) -> bool {
        self.columns.is_empty() || self.columns.contains(column)
    }
}

#[derive(Deserialize)]
pub(super) struct LinkForm {
    #[serde(flatten)]
    key: KeyForm,
    #[serde(default)]
    format: String,
    #[serde(default)]
    language: String,
}

/// The file, as the API gives it to this person.
pub(super) async fn download_price_list(asked: CatalogRequest) -> PageResult {
    let list = PriceList::of(asked);
    let path = list.asked.request.path();
    let format = FORMATS.iter().find(|(format, _)| path.ends_with(format)).map_or(FORMATS[0].0, |(format, _)| format);
    let target = list.target(format, list.asked.signed_in.reader.locale.language);
    let mut response = list.asked.signed_in.have_api_respond(&list.asked.request, target).await?;
    match response.status() {
        StatusCode::OK => {
            // It is in no cache of the API's clients: it was asked for with a cookie.
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response.headers_mut().remove(header::ETAG);
            if let Some(name) = list.file_name(format)
                && let Ok(value) = HeaderValue::from_str(&name.to_string())
            {
                response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
            }
            Ok(response)
        }
        StatusCode::NOT_FOUND => Err(UNKNOWN_SECTION),
        status => Err(PortalError::Refused(status, Message::new("price-list-failed"))),
    }
}

pub(super) async fn show_price_list(asked: CatalogRequest) -> PageResult {
    let list = PriceList::of(asked);
    Ok(list.asked.signed_in.page(&list.page().await?))
}

/// Makes a link and shows it. It is nowhere else, so it is gone when the page is. While seeing the catalog as another
/// account there is none: it would give one's own prices.
pub(super) async fn make_link(asked: CatalogRequest, PortalForm(form): PortalForm<LinkForm>) -> PageResult {
    if asked.signed_in.seen_as.is_some() {
        return Err(PortalError::Refused(StatusCode::FORBIDDEN, Message::new("price-list-not-while-seeing")));
    }
    let list = PriceList::of(asked);
    let (signed_in, page) = (&list.asked.signed_in, list.page().await?);
    let format = FORMATS.iter().find(|(known, _)| *known == form.format).map_or(FORMATS[0].0, |(format, _)| *format);
    let language = Language::from_tag(&form.language).unwrap_or(page.language);
    let (fields, days) = form.key.checked();
    let page = PriceListPage { format, language, ..page };
    let address = list.target(format, language);
    let is_too_long = address.len() > MAXIMUM_LINKED_BYTES;
    let (Some(days), false) = (days, is_too_long) else {
        let refusal = is_too_long.then_some("price-list-too-long");
        return Ok(signed_in.form_again(&PriceListPage { fields, refusal, ..page }));
    };
    let asked = ApiKeyRequest { name: form.key.name, right: ApiKeyRight::Read, days, address: Some(address.into()) };
    match signed_in.app().accounts.make_key(&signed_in.account, asked).await? {
        Ok((_, text)) => {
            let made = Some(format!("{}{LINKS}{}", list.asked.api.origin, text.expose()));
            Ok(signed_in.page(&PriceListPage { made, ..page }))
        }
        Err(refusal) => {
            let page = PriceListPage { refusal: Some(key_refusal_text(refusal)), fields, ..page };
            Ok(signed_in.form_again(&page))
        }
    }
}

pub(super) fn language_text(language: &Language) -> &'static str {
    match language {
        Language::English => "price-list-english",
        Language::Russian => "price-list-russian",
    }
}

/// The list of a page of the catalog. Its request has no columns.
struct PriceList {
    asked: CatalogRequest,
    /// The query of the list: that of the page without what is about a page, with the columns in one.
    query: String,
}

impl PriceList {
    fn of(mut asked: CatalogRequest) -> Self {
        let query = without_parameters(&with_columns_in_one(&asked.api.query), &PAGE_PARAMETERS);
        asked.api.query = without_parameters(&asked.api.query, &["columns"]);
        Self { asked, query }
    }

    /// Path and query of the price list of the API.
    fn target(&self, format: &str, language: Language) -> String {
        address(&self.asked.api.page.api_price_list(format), &and_parameter(&self.query, "locale", language.tag()))
    }

    fn products(&self) -> Result<ProductQuery, PortalError> {
        let api = &self.asked.api;
        let query = match api.page {
            CatalogPage::Search => api.parameters::<SearchProducts>()?.query,
            _ => api.parameters::<ListSectionProducts>()?.query,
        };
        query.ok_or(UNKNOWN_SECTION)
    }

    /// The name of a person's file: what it is of, at which prices and of which day.
    fn file_name(&self, format: &str) -> Option<ContentDisposition> {
        let signed_in = &self.asked.signed_in;
        let of = name_of_list(&self.products().ok()?, &signed_in.app().catalog.current())?;
        let seconds = i64::from(signed_in.reader.locale.minutes_ahead) * 60;
        let day = iso_time(signed_in.app().now().plus_seconds(seconds));
        let name = format!("{of} {} {}.{format}", signed_in.viewer().price_level.name(), &day[..10]);
        // Signs of paths, and what file systems refuse.
        let refused = |sign: char| sign.is_control() || "/\\:*?\"<>|".contains(sign);
        let value = name.replace(refused, " ").trim_start_matches(['.', ' ']).as_bytes().to_vec();
        let extended = ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value };
        let parameters = vec![DispositionParam::FilenameExt(extended)];
        Some(ContentDisposition { disposition: DispositionType::Attachment, parameters })
    }

    async fn page(&self) -> Result<PriceListPage, PortalError> {
        let CatalogRequest { signed_in, api, request } = &self.asked;
        let (columns, query) = (columns_of(&self.query)?, self.products()?);
        let catalog = signed_in.app().catalog.current();
        let filters = match query.section {
            Some(section) => &*public_section(&catalog, section).ok_or(UNKNOWN_SECTION)?.filters,
            None => &[],
        };
        let facets = match query.is_filtered() {
            true => signed_in.app().catalog.list_with_facets(&signed_in.caller(), &catalog, &query).await?,
            false => None,
        };
        let facets = facets.as_ref().map(|(_, facets)| facets);
        let chips = match api.page {
            CatalogPage::Search => chips(&query, &api.query, facets, filters),
            _ => chips_of_section(&query, &api.query, facets, filters),
        };
        let of = name_of_list(&query, &catalog).ok_or(UNKNOWN_SECTION)?;
        let name: String = of.chars().take(MOST_NAME_CHARACTERS).collect();
        Ok(PriceListPage {
            layout: Layout::signed_in("price-list-title", NavItem::Catalog, signed_in),
            of,
            chips,
            page: request.uri().path().to_owned(),
            other_fields: fields_of(&without_parameters(&self.query, &["columns"])),
            query: self.query.clone(),
            columns,
            made: None,
            refusal: None,
            fields: KeyForm::new(name).fields(),
            format: FORMATS[0].0,
            language: signed_in.reader.locale.language,
        })
    }
}

/// The name of the section, or what was searched for everywhere; `None` when the section is not public.
fn name_of_list(query: &ProductQuery, catalog: &Catalog) -> Option<String> {
    match query.section {
        Some(section) => Some(public_section(catalog, section)?.name.to_string()),
        None => Some(query.text.as_ref().map(|text| text.as_str().to_owned()).unwrap_or_default()),
    }
}
