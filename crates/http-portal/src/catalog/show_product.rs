//! `GET /portal/products/:stockNumber`: a product with all its parts.

use super::api_request::{CatalogRequest, RequestView};
use super::description::Description;
use super::links::{section_page, web_address};
use super::price_text::sale_price;
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use askama::Template;
use catalog_app::catalog::DetailedCatalog;
use catalog_app::runtime::Effort;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::pricing::{ListedStock, OptionPricing, Pricing, ShownPrice, Viewer};
use catalog_domain::products::{
    ConfiguratorOption, ListedFilterValue, ResourceLink, ShownFeatureGroup, public_features,
};
use catalog_domain::sections::NodeIndex;
use catalog_domain::values::SectionId;
use catalog_index::{Catalog, PublicProduct};
use http_common::params::{ParameterReader, Parameters, Strictness};
use localization::Message;

/// The most ways to a product that are shown.
const MOST_WAYS: usize = 4;

/// The page has no parameters of its own; it shows every part.
#[derive(Debug, Hash)]
struct ProductParameters {
    stock_number: String,
}

impl Parameters for ProductParameters {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { stock_number: reader.stock_number() }
    }
}

#[derive(Template)]
#[template(path = "catalog/product.html")]
struct ProductPage<'a> {
    layout: Layout,
    request: RequestView,
    catalog: &'a Catalog,
    public: PublicProduct<'a>,
    detail: &'a ProductDetail,
    /// `None` without one.
    description: Option<Description>,
    pricing: Pricing<'a>,
    viewer: &'a Viewer,
}

pub(super) async fn show_product(CatalogRequest { signed_in, api, request }: CatalogRequest) -> PageResult {
    let viewer = &signed_in.viewer();
    let parameters = ProductParameters::parse(&api.path, request.query_string(), Strictness::Strict);
    let ProductParameters { stock_number } = parameters.map_err(PortalError::BadParameters)?;
    let wanted = PartSelection { configurator: viewer.may_see_configurator(), ..PartSelection::ALL };
    let found = signed_in.app().catalog.product(&stock_number, wanted).await?;
    let DetailedCatalog { catalog, selected, details } =
        found.ok_or(PortalError::NotFound("error-product-not-found"))?;
    let public = catalog.product_at(selected);
    signed_in.looks_at(public.primary_section);
    let none = ProductDetail::default();
    let detail = details.first().unwrap_or(&none);
    let description = match detail.description.clone() {
        text if text.is_empty() => None,
        text => Some(signed_in.work().run(Effort::Long, move || Description::new(&text)).await?),
    };
    Ok(signed_in.page(&ProductPage {
        layout: Layout::signed_in(Message::plain(public.product.name()), NavItem::Catalog, &signed_in),
        request: api.view(),
        pricing: Pricing::for_viewer(&public.product.offer, viewer, catalog.price_levels()),
        catalog: &catalog,
        public,
        detail,
        description,
        viewer,
    }))
}

struct SectionView<'a> {
    name: &'a str,
    page: String,
    is_primary: bool,
}

impl<'a> ProductPage<'a> {
    fn stock_number(&self) -> &str {
        self.public.product.stock_number()
    }

    fn sale(&self) -> ShownPrice {
        sale_price(&self.pricing)
    }

    fn storefront(&self) -> Option<&str> {
        self.public.product.url().and_then(|url| web_address(url.group().full))
    }

    /// The addresses and texts of the photos that a browser may load, the preview first when it is none of them.
    fn photos(&self) -> Vec<(&str, &str)> {
        let listed = &self.detail.photos;
        let preview = self.public.product.preview().filter(|url| listed.iter().all(|photo| *photo.url != **url));
        let preview = preview.map(|url| (url, None));
        let photos = listed.iter().map(|photo| (&*photo.url, photo.alt.as_deref()));
        let all = preview.into_iter().chain(photos);
        let name = self.public.product.name();
        all.filter_map(|(url, alt)| Some((web_address(url)?, alt.unwrap_or(name)))).collect()
    }

    fn features(&self) -> Vec<ShownFeatureGroup<'_>> {
        let product_type = self.catalog.product_type(self.public.product.type_id);
        product_type.map(|known| public_features(known, &self.detail.features)).unwrap_or_default()
    }

    fn stock(&self) -> Vec<ListedStock<'_>> {
        let mut stock: Vec<_> = self.public.product.offer.stock.iter().collect();
        stock.sort_unstable_by_key(|listed| listed.warehouse);
        stock
    }

    fn sections(&self) -> Vec<SectionView<'_>> {
        self.views(&self.public.product.sections)
    }

    /// The ways to the product from the top, that of its primary section first: one for each of its sections that is
    /// not on the way to another of them.
    fn ways(&self) -> Vec<Vec<SectionView<'_>>> {
        let tree = self.catalog.sections();
        let mut ends = tree.among(&self.public.product.sections);
        ends.sort_by_key(|end| tree.node(*end).section.id != self.public.primary_section);
        let mut ways: Vec<Vec<NodeIndex>> = Vec::new();
        for end in ends {
            let path: Vec<NodeIndex> = tree.path_to_root(end).collect();
            let is_on_another = ways.iter().any(|way| way.ends_with(&path));
            if !is_on_another && ways.len() < MOST_WAYS {
                ways.push(path);
            }
        }
        let way = |path: &Vec<NodeIndex>| path.iter().rev().map(|index| self.view(*index)).collect();
        ways.iter().map(way).collect()
    }

    /// The public ones among `sections`.
    fn views(&self, sections: &[SectionId]) -> Vec<SectionView<'_>> {
        self.catalog.sections().among(sections).into_iter().map(|index| self.view(index)).collect()
    }

    fn view(&self, index: NodeIndex) -> SectionView<'_> {
        let section = &*self.catalog.sections().node(index).section;
        let is_primary = section.id == self.public.primary_section;
        SectionView { name: &section.name, page: section_page(section.id), is_primary }
    }

    /// Each with the public sections where it applies.
    fn filter_values(&self) -> Vec<(ListedFilterValue<'_>, Vec<SectionView<'_>>)> {
        let values = self.public.product.filter_values.iter().map(|value| (value, self.views(value.sections)));
        values.filter(|(_, sections)| !sections.is_empty()).collect()
    }

    /// Those that there are, each with the key of its title.
    fn link_lists(&self) -> impl Iterator<Item = (&'static str, &[ResourceLink])> {
        let lists = [("documentation", &*self.detail.documentation), ("software", &*self.detail.software)];
        lists.into_iter().filter(|(_, links)| !links.is_empty())
    }

    fn option_prices(&self, option: &'a ConfiguratorOption) -> OptionPricing<'a> {
        let is_hidden = self.public.product.offer.hide_prices;
        OptionPricing::for_viewer(option.retail, &option.levels, is_hidden, self.viewer, self.catalog.price_levels())
    }
}
