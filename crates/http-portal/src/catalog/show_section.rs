//! `GET /portal/catalog/sections/:id`: a section with a page of its products.

use super::UNKNOWN_SECTION;
use super::api_request::{CatalogRequest, RequestView};
use super::chips::{Chip, chips_of_section};
use super::facets::ShownFacets;
use super::fragment::expensive_page;
use super::links::{changes_page, section_page, web_address, without_parameters};
use super::product_table::ProductTable;
use super::section_form::{Choices, section_form};
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use askama::Template;
use catalog_domain::catalog::{FlagFacet, Scope, SectionCounters};
use catalog_domain::search::SearchText;
use catalog_domain::sections::{NodeIndex, SectionNode};
use catalog_domain::values::SectionId;
use http_common::params::ListSectionProducts;
use localization::Message;

#[derive(Template)]
#[template(path = "catalog/section.html")]
struct SectionPage {
    layout: Layout,
    section: NodeIndex,
    table: ProductTable,
    /// The vendors and filters, with what was asked for checked.
    facets: ShownFacets,
    chips: Vec<Chip>,
    request: RequestView,
    form: [Choices; 6],
}

pub(super) async fn show_section(CatalogRequest { signed_in, api, .. }: CatalogRequest) -> PageResult {
    let ListSectionProducts { query, .. } = api.parameters()?;
    let (query, catalog) = (query.ok_or(UNKNOWN_SECTION)?, signed_in.app().catalog.current());
    let index = query.section.and_then(|section| catalog.sections().find(section)).ok_or(UNKNOWN_SECTION)?;
    let section = &*catalog.sections().node(index).section;
    signed_in.looks_at(section.id);
    let (reads, caller) = (&signed_in.app().catalog, signed_in.caller());
    let (listed, facets, available, chips) = if query.is_filtered() {
        let listed = reads.list_with_facets(&caller, &catalog, &query).await?;
        let (listed, facets) = listed.ok_or(UNKNOWN_SECTION)?;
        let language = signed_in.reader.locale.language;
        let shown = ShownFacets::following(&query, &api.query, &section.filters, &facets, language)?;
        let chips = chips_of_section(&query, &api.query, Some(&facets), &section.filters);
        (listed, shown, facets.available, chips)
    } else {
        let listed = reads.list(&caller, &catalog, &query).await?.ok_or(UNKNOWN_SECTION)?;
        let SectionCounters { products, available_products: yes, .. } = catalog.counters(index);
        let facets = ShownFacets::of(index, &query, &signed_in, &catalog).await?;
        let chips = chips_of_section(&query, &api.query, None, &section.filters);
        (listed, facets, FlagFacet { yes, no: products - yes }, chips)
    };
    let page = SectionPage {
        facets,
        chips,
        form: section_form(&query, available),
        layout: Layout::signed_in(Message::plain(&*section.name), NavItem::Catalog, &signed_in),
        request: api.view(),
        section: index,
        table: ProductTable {
            path: section_page(section.id),
            own_query: api.query,
            viewer: signed_in.viewer(),
            query,
            listed,
            catalog: catalog.clone(),
        },
    };
    expensive_page(&signed_in, page).await
}

struct Link<'a> {
    name: &'a str,
    page: String,
    counters: SectionCounters,
}

impl SectionPage {
    fn node(&self) -> &SectionNode {
        self.table.catalog.sections().node(self.section)
    }

    fn link(&self, index: NodeIndex) -> Link<'_> {
        let section = &*self.table.catalog.sections().node(index).section;
        Link { name: &section.name, page: section_page(section.id), counters: self.table.catalog.counters(index) }
    }

    fn ancestors(&self) -> Vec<Link<'_>> {
        let mut path: Vec<_> = self.table.catalog.sections().path_to_root(self.section).skip(1).collect();
        path.reverse();
        path.into_iter().map(|index| self.link(index)).collect()
    }

    fn children(&self) -> impl Iterator<Item = Link<'_>> {
        self.node().children.iter().map(|child| self.link(*child))
    }

    fn counts(&self) -> Message {
        let SectionCounters { products, available_products, direct_products } =
            self.table.catalog.counters(self.section);
        Message::new("section-counts")
            .with("id", self.id().to_string())
            .with("products", Message::new("products").with("count", products))
            .with("available", available_products)
            .with("direct", direct_products)
    }

    fn id(&self) -> SectionId {
        self.node().section.id
    }

    fn path(&self) -> String {
        section_page(self.id())
    }

    fn changes_path(&self) -> String {
        changes_page(self.id())
    }

    fn storefront(&self) -> Option<&str> {
        self.node().section.url.as_ref().and_then(|url| web_address(url.as_str()))
    }

    fn is_filtered(&self) -> bool {
        self.table.query.is_filtered() || self.table.query.scope != Scope::default()
    }

    /// What is searched for in the section.
    fn text(&self) -> &str {
        self.table.query.text.as_ref().map(SearchText::as_str).unwrap_or_default()
    }

    fn everything(&self) -> String {
        let names = ["q", "vendor", "filter", "available", "sale", "hasPrice", "scope", "page"];
        format!("{}?{}", self.path(), without_parameters(&self.table.own_query, &names))
    }
}
