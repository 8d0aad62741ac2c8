//! `GET /portal/catalog/sections/:id`: a section with a page of its products.

use super::api_request::{ApiRequest, RequestView};
use super::chips::{Chip, chips};
use super::facets::ShownFacets;
use super::fragment::expensive_page;
use super::links::{product_page, section_page, web_address, with_parameter, without_parameters};
use super::price_text::{LevelText, PriceText};
use super::section_form::SectionForm;
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_domain::catalog::{FlagFacet, ProductQuery, ProductSort, Scope, SectionCounters};
use catalog_domain::pricing::{Pricing, Viewer};
use catalog_domain::search::SearchText;
use catalog_domain::sections::{NodeIndex, SectionNode};
use catalog_domain::values::SectionId;
use catalog_index::{Catalog, OrdinalPage, PublicProduct};
use http_common::HttpState;
use http_common::params::ListSectionProducts;
use localization::Message;
use std::sync::Arc;

/// The most price levels that a row lists; the product's page has all.
const MOST_LEVELS: usize = 6;

#[derive(Template)]
#[template(path = "catalog/section.html")]
struct SectionPage {
    layout: Layout,
    catalog: Arc<Catalog>,
    section: NodeIndex,
    viewer: Viewer,
    query: ProductQuery,
    listed: OrdinalPage,
    /// The vendors and filters, with what was asked for checked.
    facets: ShownFacets,
    chips: Vec<Chip>,
    request: RequestView,
    own_query: String,
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
    if let Some(text) = &query.text {
        // Without a text nothing is best.
        let sort = if query.sort == ProductSort::Relevance { "sort" } else { "page" };
        let label = Message::new("chip-text").with("text", text.as_str());
        chips.insert(0, Chip { label, without: without_parameters(&api.query, &["q", "page", sort]) });
    }
    let section_page = SectionPage {
        facets,
        chips,
        form: SectionForm::new(&query, available),
        layout: layout(&catalog, section, &signed_in),
        request: RequestView::new(&request, &api),
        own_query: api.query,
        viewer: signed_in.viewer(),
        catalog,
        section,
        query,
        listed,
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

struct Row<'a> {
    public: PublicProduct<'a>,
    pricing: Pricing<'a>,
}

impl SectionPage {
    fn node(&self) -> &SectionNode {
        self.catalog.sections().node(self.section)
    }

    fn link(&self, index: NodeIndex) -> Link<'_> {
        let section = &*self.catalog.sections().node(index).section;
        Link { name: &section.name, page: section_page(section.id), counters: self.catalog.counters(index) }
    }

    fn ancestors(&self) -> Vec<Link<'_>> {
        let mut path: Vec<_> = self.catalog.sections().path_to_root(self.section).skip(1).collect();
        path.reverse();
        path.into_iter().map(|index| self.link(index)).collect()
    }

    fn children(&self) -> impl Iterator<Item = Link<'_>> {
        self.node().children.iter().map(|child| self.link(*child))
    }

    fn counts(&self) -> Message {
        let SectionCounters { products, available_products, direct_products } = self.catalog.counters(self.section);
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

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let products = self.catalog.products_at(&self.listed.ordinals);
        products.map(|public| Row {
            public,
            pricing: Pricing::for_viewer(&public.product.offer, &self.viewer, self.catalog.price_levels()),
        })
    }

    fn own_level(&self) -> Option<&str> {
        let level = &self.viewer.price_level;
        (!level.is_retail()).then(|| level.name())
    }

    fn shows_levels(&self) -> bool {
        self.viewer.is_administrator()
    }

    /// Whether the list is narrower than that of the section.
    fn is_filtered(&self) -> bool {
        self.query.is_filtered() || self.query.scope != Scope::default()
    }

    fn first(&self) -> u64 {
        self.query.page.offset() + 1
    }

    fn last(&self) -> u64 {
        self.query.page.offset() + self.listed.ordinals.len() as u64
    }

    fn page_count(&self) -> u64 {
        self.query.page.page_count(self.listed.total)
    }

    fn page_link(&self, number: u64) -> String {
        format!("{}?{}", self.path(), with_parameter(&self.own_query, "page", number))
    }

    /// The numbers of the pages near this one, and of the first and the last.
    fn pages(&self) -> Vec<u64> {
        let (count, present) = (self.page_count(), self.query.page.page);
        let near = present.saturating_sub(2)..=present.saturating_add(2);
        let mut pages: Vec<u64> = std::iter::once(1).chain(near).chain(std::iter::once(count)).collect();
        pages.retain(|page| (1..=count).contains(page));
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    /// What is searched for in the section.
    fn text(&self) -> &str {
        self.query.text.as_ref().map(SearchText::as_str).unwrap_or_default()
    }

    /// The link of the head of the column of names: the same list by name, or from the end.
    fn sort_link(&self) -> String {
        let sort = if self.query.sort == ProductSort::Name { ProductSort::NameDescending } else { ProductSort::Name };
        let query = with_parameter(&without_parameters(&self.own_query, &["page"]), "sort", sort.name());
        format!("{}?{query}", self.path())
    }

    /// How the column of names is sorted, as browsers tell it.
    fn sorted(&self) -> &'static str {
        match self.query.sort {
            ProductSort::Name => "ascending",
            ProductSort::NameDescending => "descending",
            _ => "none",
        }
    }

    fn everything(&self) -> String {
        let names = ["q", "vendor", "filter", "available", "sale", "hasPrice", "scope", "page"];
        format!("{}?{}", self.path(), without_parameters(&self.own_query, &names))
    }
}

impl Row<'_> {
    fn page(&self) -> String {
        product_page(self.public.product.stock_number())
    }

    fn retail(&self) -> PriceText {
        PriceText(self.pricing.retail)
    }

    fn personal(&self) -> PriceText {
        PriceText(self.pricing.personal.price)
    }

    fn sale(&self) -> PriceText {
        PriceText::of_sale(&self.pricing)
    }

    fn levels(&self) -> impl Iterator<Item = LevelText<'_>> {
        self.pricing.levels.iter().flatten().take(MOST_LEVELS).map(LevelText::from)
    }

    fn other_levels(&self) -> usize {
        self.pricing.levels.as_ref().map_or(0, |levels| levels.len().saturating_sub(MOST_LEVELS))
    }
}
