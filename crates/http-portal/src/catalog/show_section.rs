//! `GET /portal/catalog/sections/:id`: a section with a page of its products.

use super::api_request::{ApiRequest, RequestView};
use super::chips::{Chip, chips, text_chip};
use super::facets::ShownFacets;
use super::fragment::expensive_page;
use super::links::{section_page, web_address, without_parameters};
use super::product_table::ProductTable;
use super::section_form::SectionForm;
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_domain::catalog::{FlagFacet, Scope, SectionCounters};
use catalog_domain::search::SearchText;
use catalog_domain::sections::{NodeIndex, SectionNode};
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::HttpState;
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
    form: SectionForm,
}

const UNKNOWN: PortalError = PortalError::NotFound("error-section-not-found");

pub(crate) async fn show_section(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let api = ApiRequest::of_section(&request);
    let ListSectionProducts { query, .. } = api.parameters()?;
    let (query, catalog) = (query.ok_or(UNKNOWN)?, state.app.catalog.current());
    let section = query.section.and_then(|section| catalog.sections().find(section)).ok_or(UNKNOWN)?;
    signed_in.looks_at(catalog.sections().id(section), &state);
    let filters = &catalog.sections().node(section).section.filters;
    let (listed, facets, available, mut chips) = if query.is_filtered() {
        let listed = state.app.catalog.list_with_facets(&signed_in.caller(), &catalog, &query).await?;
        let (listed, facets) = listed.ok_or(UNKNOWN)?;
        let language = signed_in.reader.locale.language;
        let shown = ShownFacets::following(section, &query, &api.query, &catalog, &facets, language)?;
        (listed, shown, facets.available, chips(&query, &api.query, Some(&facets), filters))
    } else {
        let listed = state.app.catalog.list(&signed_in.caller(), &catalog, &query).await?.ok_or(UNKNOWN)?;
        let SectionCounters { products, available_products: yes, .. } = catalog.counters(section);
        let facets = ShownFacets::of(section, &query, &state, &signed_in, &catalog).await?;
        let chips = chips(&query, &api.query, None, filters);
        (listed, facets, FlagFacet { yes, no: products - yes }, chips)
    };
    chips.splice(0..0, text_chip(&query, &api.query));
    let section_page = SectionPage {
        facets,
        chips,
        form: SectionForm::new(&query, available),
        layout: layout(&catalog, section, &signed_in),
        request: RequestView::new(&request, &api),
        table: ProductTable {
            path: section_page(catalog.sections().id(section)),
            own_query: api.query,
            viewer: signed_in.viewer(),
            catalog,
            query,
            listed,
        },
        section,
    };
    expensive_page(&state, &signed_in, StatusCode::OK, section_page).await
}

fn layout(catalog: &Catalog, section: NodeIndex, signed_in: &SignedIn) -> Layout {
    Layout::signed_in(Message::plain(&*catalog.sections().node(section).section.name), NavItem::Catalog, signed_in)
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
        format!("/portal/changes/{}", self.id())
    }

    fn storefront(&self) -> Option<&str> {
        self.node().section.url.as_ref().and_then(|url| web_address(url.as_str()))
    }

    /// Whether the list is narrower than that of the section.
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
