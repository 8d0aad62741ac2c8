//! `GET /portal/search`: the products that a text finds.

use super::api_request::{CatalogRequest, RequestView};
use super::chips::{Chip, chips};
use super::fragment::expensive_page;
use super::links::{and_parameter, section_page, without_parameters};
use super::product_table::ProductTable;
use super::{UNKNOWN_SECTION, public_section};
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use askama::Template;
use catalog_domain::catalog::Facets;
use catalog_domain::products::Vendor;
use catalog_domain::search::{SearchText, Suggestion};
use catalog_domain::values::SectionId;
use http_common::params::SearchProducts;
use localization::Message;

const MOST_VENDORS: usize = 20;

#[derive(Template)]
#[template(path = "catalog/found.html")]
struct FoundPage {
    layout: Layout,
    /// `None` when nothing was searched for.
    found: Option<Found>,
}

impl FoundPage {
    fn typed(&self) -> &str {
        self.found.as_ref().map_or("", |found| found.text.as_str())
    }
}

struct Found {
    table: ProductTable,
    text: SearchText,
    facets: Facets,
    /// Only where nothing was found.
    suggestion: Option<Suggestion>,
    /// On the first page: the sections whose name has the text.
    sections: Vec<(SectionId, u64)>,
    chips: Vec<Chip>,
    request: RequestView,
}

/// Shows what a text finds; without a text, how to search.
pub(super) async fn show_search(CatalogRequest { signed_in, api, .. }: CatalogRequest) -> PageResult {
    let layout = Layout::signed_in("search-title", NavItem::Catalog, &signed_in);
    if !api.query.split('&').any(|pair| pair.starts_with("q=") && pair != "q=") {
        return Ok(signed_in.page(&FoundPage { layout, found: None }));
    }
    let SearchProducts { query, .. } = api.parameters()?;
    let (query, catalog) = (query.ok_or(UNKNOWN_SECTION)?, signed_in.app().catalog.current());
    let text = query.text.clone().ok_or(UNKNOWN_SECTION)?;
    let (reads, caller) = (&signed_in.app().catalog, signed_in.caller());
    let (listed, facets) = reads.list_with_facets(&caller, &catalog, &query).await?.ok_or(UNKNOWN_SECTION)?;
    let suggestion = match listed.total {
        0 => reads.suggestion(&caller, &catalog, &query).await?,
        _ => None,
    };
    let sections = match query.page.page {
        1 => reads.matching_sections(&caller, &catalog, &query).await?,
        _ => Vec::new(),
    };
    let filters = query.section.and_then(|section| public_section(&catalog, section));
    let filters = filters.map_or(&[][..], |section| &section.filters);
    let chips = chips(&query, &api.query, Some(&facets), filters);
    let (request, path, viewer) = (api.view(), api.page.path(), signed_in.viewer());
    let table = ProductTable { path, catalog, viewer, query, listed, own_query: api.query };
    let found = Found { chips, table, text, facets, suggestion, sections, request };
    expensive_page(&signed_in, FoundPage { layout, found: Some(found) }).await
}

struct Choice {
    name: Message,
    page: String,
    count: u64,
    is_chosen: bool,
}

impl Found {
    /// The sections whose name has the text: the page, the name and the number of products of each.
    fn sections(&self) -> impl Iterator<Item = (String, &str, u64)> {
        let shown = |(id, products): &(SectionId, u64)| {
            Some((section_page(*id), &*public_section(&self.table.catalog, *id)?.name, *products))
        };
        self.sections.iter().filter_map(shown)
    }

    /// The same search with the suggested text.
    fn suggested(&self, suggestion: &Suggestion) -> String {
        self.link("q", Some(suggestion.text.as_str()))
    }

    /// The same search with `name` as `value`, or without it.
    fn link(&self, name: &'static str, value: Option<&str>) -> String {
        let query = without_parameters(&self.table.own_query, &["page", name]);
        let query = value.map(|value| and_parameter(&query, name, value)).unwrap_or(query);
        format!("{}?{query}", self.table.path)
    }

    /// The choices of each facet, by the key of its name: a chosen one leads back to all.
    fn facets(&self) -> Vec<(&'static str, Vec<Choice>)> {
        let flag = |name: &'static str, value: &'static str, label, count, present: Option<bool>| {
            let is_chosen = present.is_some_and(|present| present == (value == "true"));
            let page = self.link(name, (!is_chosen).then_some(value));
            Choice { name: Message::new(label), page, count, is_chosen }
        };
        let (facets, query) = (&self.facets, &self.table.query);
        let listed = facets.vendors.values.iter().filter(|vendor| Vendor::can_be_listed(&vendor.key));
        let vendors = listed.enumerate().filter(|(at, vendor)| *at < MOST_VENDORS || vendor.is_selected);
        let vendors = vendors.map(|(_, vendor)| Choice {
            name: Message::plain(&*vendor.text),
            page: self.link("vendor", (!vendor.is_selected).then_some(&vendor.key)),
            count: vendor.count,
            is_chosen: vendor.is_selected,
        });
        vec![
            (
                "stock",
                vec![
                    flag("available", "true", "choice-in-stock", facets.available.yes, query.available),
                    flag("available", "false", "choice-not-in-stock", facets.available.no, query.available),
                ],
            ),
            ("field-sale", vec![flag("sale", "true", "choice-on-sale", facets.sale.yes, query.sale)]),
            ("price", vec![flag("hasPrice", "true", "choice-priced", facets.has_price.yes, query.has_price)]),
            ("vendor", vendors.collect()),
        ]
    }
}
