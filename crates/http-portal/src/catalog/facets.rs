//! The vendors and filters of a section with their counts, as a part of its form. They are the same for everybody and
//! for every page of the section; only what is checked differs.

use super::fragment::{Fragment, cached, rendered};
use super::links::{encoded, without_parameters};
use crate::filters;
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::web::{Bytes, Data};
use askama::Template;
use catalog_domain::catalog::{self, ListedValues, ProductQuery};
use catalog_domain::sections::NodeIndex;
use catalog_domain::values::{Language, NaturalOrder};
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::request::decode_query;
use localization::Locale;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most values of one facet that are listed.
const MOST_VALUES: usize = 200;

/// How every checkbox begins, up to the text that says which it is.
const CHECKBOX: &str = r#"<input type="checkbox" "#;

#[derive(Template)]
#[template(path = "catalog/facets.html")]
struct Facets<'a> {
    facets: Vec<Facet<'a>>,
}

struct Facet<'a> {
    name: &'a str,
    values: Vec<FacetValue<'a>>,
    others: usize,
}

struct FacetValue<'a> {
    field: String,
    name: &'a str,
    /// The query of the list of the products that have it.
    query: String,
    count: u64,
}

/// What identifies a checkbox in the text, as templates write it.
#[derive(Template)]
#[template(source = r#"name="{{ name }}" value="{{ value }}""#, ext = "html")]
struct Field<'a> {
    name: &'static str,
    value: &'a str,
}

impl<'a> FacetValue<'a> {
    fn new(parameter: &'static str, value: &str, name: &'a str, count: u64) -> Result<Self, PortalError> {
        let query = format!("{parameter}={}", encoded(value));
        Ok(Self { field: field(parameter, value)?, name, query, count })
    }
}

fn field(name: &'static str, value: &str) -> Result<String, PortalError> {
    Field { name, value }.render().map_err(|error| PortalError::internal(error.to_string()))
}

#[derive(Hash)]
struct SectionFacets(NodeIndex);

impl Fragment for SectionFacets {
    fn write(&self, catalog: &Catalog, language: Language) -> Result<Vec<u8>, PortalError> {
        facets(catalog, self.0, language)
    }
}

/// The facets as a page shows them: as they are cached, or a copy with checked ones.
pub(super) enum ShownFacets {
    Unchecked(Bytes),
    Checked(String),
}

impl ShownFacets {
    /// The facets of `section` of `catalog`, with what `query` asks for checked.
    pub(super) async fn of(
        section: NodeIndex,
        query: &ProductQuery,
        state: &Data<HttpState>,
        signed_in: &SignedIn,
        catalog: &Arc<Catalog>,
    ) -> Result<Self, PortalError> {
        let unchecked = Self::Unchecked(cached(SectionFacets(section), state, signed_in, catalog).await?);
        let has_choice = query.vendors.is_some() || !query.filters.is_empty();
        if has_choice {
            Ok(Self::Checked(checked(unchecked.text(), query, signed_in.reader.locale.language)?))
        } else {
            Ok(unchecked)
        }
    }

    /// The `facets` of a list of `section`, which follow what `query` asks for; `own_query` is that of the page.
    pub(super) fn following(
        section: NodeIndex,
        query: &ProductQuery,
        own_query: &str,
        catalog: &Catalog,
        facets: &catalog::Facets,
        language: Language,
    ) -> Result<Self, PortalError> {
        let filters = &catalog.sections().node(section).section.filters;
        let vendor = Locale::in_utc(language).text("vendor");
        let without_vendors = without_parameters(own_query, &["vendor", "page"]);
        let mut shown =
            vec![facet(&vendor, &facets.vendors, |key| ("vendor", key.to_owned(), without_vendors.clone()))?];
        for (filter, values) in filters.iter().zip(&facets.filters) {
            let others = without_filter(own_query, &filter.uid);
            let mut of_filter =
                facet(&filter.name, values, |key| ("filter", format!("{}:{key}", filter.uid), others.clone()))?;
            of_filter.values.sort_by_cached_key(|value| NaturalOrder::new(value.name));
            shown.push(of_filter);
        }
        shown.retain(|facet| !facet.values.is_empty());
        Ok(Self::Checked(checked(&rendered(&Facets { facets: shown }, language)?, query, language)?))
    }

    pub(super) fn text(&self) -> &str {
        match self {
            // It was written as text.
            Self::Unchecked(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            Self::Checked(text) => text,
        }
    }
}

fn facets(catalog: &Catalog, section: NodeIndex, language: Language) -> Result<Vec<u8>, PortalError> {
    let vendor = Locale::in_utc(language).text("vendor");
    let vendors = catalog.section_vendors(section);
    let values = vendors.clone().take(MOST_VALUES);
    let values = values.map(|each| FacetValue::new("vendor", each.vendor.id, each.vendor.name, each.product_count));
    let mut facets =
        vec![Facet { name: &vendor, values: values.collect::<Result<_, _>>()?, others: others(vendors.len()) }];
    for (filter, counts) in catalog.section_filters(section) {
        let values = counts
            .iter()
            .take(MOST_VALUES)
            .map(|each| FacetValue::new("filter", &format!("{}:{}", filter.uid, each.key), each.value, each.count));
        let mut values = values.collect::<Result<Vec<_>, _>>()?;
        values.sort_by_cached_key(|value| NaturalOrder::new(value.name));
        facets.push(Facet { name: &filter.name, values, others: others(counts.len()) });
    }
    facets.retain(|facet| !facet.values.is_empty());
    Ok(rendered(&Facets { facets }, language)?.into_bytes())
}

/// A facet of a list. `choice` gives the parameter of a key, its value, and the rest of the query.
fn facet<'a>(
    name: &'a str,
    listed: &'a ListedValues,
    choice: impl Fn(&str) -> (&'static str, String, String),
) -> Result<Facet<'a>, PortalError> {
    let values = listed.values.iter().map(|value| {
        let (parameter, chosen, others) = choice(&value.key);
        let shown = FacetValue::new(parameter, &chosen, &value.text, value.count)?;
        let separator = if others.is_empty() { "" } else { "&" };
        Ok(FacetValue { query: format!("{others}{separator}{}", shown.query), ..shown })
    });
    let omitted = usize::try_from(listed.omitted).unwrap_or(usize::MAX);
    Ok(Facet { name, values: values.collect::<Result<_, PortalError>>()?, others: omitted })
}

/// `query` without the page and the choices of the filter `uid`.
fn without_filter(query: &str, uid: &str) -> String {
    let query = without_parameters(query, &["page"]);
    let is_of_filter = |pair: &&str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = decode_query(value).unwrap_or_default();
        decode_query(name).is_ok_and(|name| name == "filter")
            && value.strip_prefix(uid).is_some_and(|rest| rest.starts_with(':'))
    };
    query.split('&').filter(|pair| !pair.is_empty() && !is_of_filter(pair)).collect::<Vec<_>>().join("&")
}

fn others(all: usize) -> usize {
    all.saturating_sub(MOST_VALUES)
}

/// `facets` with what `query` asks for checked. What is not listed gets a checkbox of its own, so that it is sent
/// again.
fn checked(facets: &str, query: &ProductQuery, language: Language) -> Result<String, PortalError> {
    let mut wanted = BTreeMap::new();
    for vendor in query.vendors.iter().flatten() {
        wanted.insert(field("vendor", vendor)?, vendor.clone());
    }
    for filter in &query.filters {
        for key in &filter.keys {
            let value = format!("{}:{key}", filter.uid);
            wanted.insert(field("filter", &value)?, value);
        }
    }
    let mut text = String::with_capacity(facets.len() + 64 * wanted.len());
    let mut pieces = facets.split(CHECKBOX);
    text.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        // Within an attribute this character is escaped.
        let field = piece.split('>').next().unwrap_or_default();
        text.push_str(CHECKBOX);
        if wanted.remove(field).is_some() {
            text.push_str("checked ");
        }
        text.push_str(piece);
    }
    let others: Vec<OtherField> = wanted.into_iter().map(|(field, value)| OtherField { field, value }).collect();
    if !others.is_empty() {
        text.push_str(&rendered(&OtherFields { others }, language)?);
    }
    Ok(text)
}

/// What was asked for and is not listed.
#[derive(Template)]
#[template(path = "catalog/other_fields.html")]
struct OtherFields {
    others: Vec<OtherField>,
}

struct OtherField {
    field: String,
    value: String,
}
