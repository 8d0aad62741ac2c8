//! The vendors and filters of a section with their counts, as a part of its form. They are the same for everybody and
//! for every page of the section; only what is checked differs.

use super::fragment::{Fragment, cached};
use super::links::{and_parameter, without_pairs, without_parameters};
use crate::filters;
use crate::page::rendered;
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::web::Bytes;
use askama::Template;
use catalog_domain::catalog::{self, ListedValues, ProductQuery, ValueFacet};
use catalog_domain::products::{FilterDefinition, Vendor};
use catalog_domain::sections::NodeIndex;
use catalog_domain::values::{Language, NaturalOrder};
use catalog_index::Catalog;
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
    others: u64,
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

impl<'a> Facet<'a> {
    /// The values of `parameter`, each behind `prefix`, beside what `narrowed` says already.
    fn new(
        name: &'a str,
        listed: &'a ListedValues,
        (parameter, prefix): (&'static str, &str),
        narrowed: &str,
    ) -> Result<Self, PortalError> {
        // A link to a vendor that no query can name would lead to others.
        let can_be_chosen = |key: &str| parameter != "vendor" || Vendor::can_be_listed(key);
        let values = listed.values.iter().filter(|value| can_be_chosen(&value.key)).map(|value| {
            let chosen = format!("{prefix}{}", value.key);
            let query = and_parameter(narrowed, parameter, &chosen);
            Ok(FacetValue { field: field(parameter, &chosen)?, name: &value.text, query, count: value.count })
        });
        let values: Vec<_> = values.collect::<Result<_, PortalError>>()?;
        let others = listed.omitted + (listed.values.len() - values.len()) as u64;
        Ok(Self { name, values, others })
    }
}

fn field(name: &'static str, value: &str) -> Result<String, PortalError> {
    Field { name, value }.render().map_err(|error| PortalError::internal(error.to_string()))
}

#[derive(Hash)]
struct SectionFacets(NodeIndex);

impl Fragment for SectionFacets {
    fn write(&self, catalog: &Catalog, language: Language) -> Result<String, PortalError> {
        let vendors = catalog.section_vendors(self.0);
        let vendors =
            first_of(vendors.len(), vendors.map(|each| (each.vendor.id, each.vendor.name, each.product_count)));
        let (filters, values): (Vec<_>, Vec<_>) = catalog
            .section_filters(self.0)
            .map(|(filter, all)| {
                (filter, first_of(all.len(), all.iter().map(|each| (each.key, each.value, each.count))))
            })
            .unzip();
        written(&vendors, filters.into_iter().zip(&values), "", language)
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
        signed_in: &SignedIn,
        catalog: &Arc<Catalog>,
    ) -> Result<Self, PortalError> {
        let unchecked = Self::Unchecked(cached(SectionFacets(section), signed_in, catalog).await?);
        let has_choice = query.vendors.is_some() || !query.filters.is_empty();
        if has_choice {
            Ok(Self::Checked(checked(unchecked.text(), query, signed_in.reader.locale.language)?))
        } else {
            Ok(unchecked)
        }
    }

    /// The `facets` of a list of a section with these `filters`, which follow what `query` asks for; `own_query` is
    /// that of the page.
    pub(super) fn following(
        query: &ProductQuery,
        own_query: &str,
        filters: &[FilterDefinition],
        facets: &catalog::Facets,
        language: Language,
    ) -> Result<Self, PortalError> {
        let shown = written(&facets.vendors, filters.iter().zip(&facets.filters), own_query, language)?;
        Ok(Self::Checked(checked(&shown, query, language)?))
    }

    pub(super) fn text(&self) -> &str {
        match self {
            // It was written as text.
            Self::Unchecked(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            Self::Checked(text) => text,
        }
    }
}

/// The first of so many values, each with its key, its text and its count.
fn first_of<'a>(all: usize, values: impl Iterator<Item = (&'a str, &'a str, u64)>) -> ListedValues {
    let values = values.take(MOST_VALUES).map(|(key, text, count)| {
        let (key, text) = (key.to_owned(), text.to_owned());
        ValueFacet { text, key, count, is_selected: false }
    });
    ListedValues { values: values.collect(), omitted: all.saturating_sub(MOST_VALUES) as u64 }
}

/// The facets of a list that has `own_query`, but for those without values.
fn written<'a>(
    vendors: &ListedValues,
    filters: impl Iterator<Item = (&'a FilterDefinition, &'a ListedValues)>,
    own_query: &str,
    language: Language,
) -> Result<String, PortalError> {
    let label = Locale::in_utc(language).text("vendor");
    let narrowed = without_parameters(own_query, &["vendor", "page"]);
    let mut facets = vec![Facet::new(&label, vendors, ("vendor", ""), &narrowed)?];
    for (filter, values) in filters {
        let narrowed = without_filter(own_query, &filter.uid);
        let mut facet = Facet::new(&filter.name, values, ("filter", &format!("{}:", filter.uid)), &narrowed)?;
        facet.values.sort_by_cached_key(|value| NaturalOrder::new(value.name));
        facets.push(facet);
    }
    facets.retain(|facet| !facet.values.is_empty());
    rendered(&Facets { facets }, Locale::in_utc(language))
}

/// `query` without the page and the choices of the filter `uid`.
fn without_filter(query: &str, uid: &str) -> String {
    let is_of_filter = |value: &str| value.strip_prefix(uid).is_some_and(|rest| rest.starts_with(':'));
    without_pairs(query, |name, value| {
        name == "page" || name == "filter" && decode_query(value).is_ok_and(|value| is_of_filter(&value))
    })
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
    if !wanted.is_empty() {
        text.push_str(&rendered(&OtherFields { others: wanted }, Locale::in_utc(language))?);
    }
    Ok(text)
}

/// What was asked for and is not listed: of each the field, and its value.
#[derive(Template)]
#[template(path = "catalog/other_fields.html")]
struct OtherFields {
    others: BTreeMap<String, String>,
}
