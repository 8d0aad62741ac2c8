//! The table of a list of products with the person's own prices: of a section, and of what a text finds.

use super::links::{product_page, with_parameter, without_parameters};
use super::marked::{Piece, marked};
use super::price_text::sale_price;
use catalog_domain::catalog::{ProductQuery, ProductSort};
use catalog_domain::pricing::{Pricing, ShownLevelPrice, ShownPrice, Viewer};
use catalog_domain::products::UNKNOWN_VENDOR;
use catalog_domain::search::SearchText;
use catalog_index::{Catalog, OrdinalPage, PublicProduct};
use localization::Message;
use std::sync::Arc;

/// The most price levels that a row lists; the product's page has all.
const MOST_LEVELS: usize = 6;

/// What the template `catalog/product_table.html` shows as `table`.
pub(super) struct ProductTable {
    pub(super) catalog: Arc<Catalog>,
    pub(super) viewer: Viewer,
    pub(super) query: ProductQuery,
    pub(super) listed: OrdinalPage,
    /// Where the list is, and the query of this page of it.
    pub(super) path: String,
    pub(super) own_query: String,
}

/// The link in the head of a column, by which the list is sorted.
pub(super) struct SortLink {
    pub(super) page: String,
    /// How the column is sorted, as browsers tell it.
    pub(super) state: &'static str,
}

pub(super) struct Row<'a> {
    pub(super) public: PublicProduct<'a>,
    pub(super) pricing: Pricing<'a>,
    text: Option<&'a SearchText>,
}

impl ProductTable {
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let products = self.catalog.products_at(&self.listed.ordinals);
        products.map(|public| Row {
            public,
            pricing: Pricing::for_viewer(&public.product.offer, &self.viewer, self.catalog.price_levels()),
            text: self.query.text.as_ref(),
        })
    }

    pub(super) fn own_level(&self) -> Option<&str> {
        let level = &self.viewer.price_level;
        (!level.is_retail()).then(|| level.name())
    }

    pub(super) fn shows_levels(&self) -> bool {
        self.viewer.is_administrator()
    }

    pub(super) fn first(&self) -> u64 {
        self.query.page.offset() + 1
    }

    pub(super) fn last(&self) -> u64 {
        self.query.page.offset() + self.listed.ordinals.len() as u64
    }

    pub(super) fn page_count(&self) -> u64 {
        self.query.page.page_count(self.listed.total)
    }

    pub(super) fn page_link(&self, number: u64) -> String {
        format!("{}?{}", self.path, with_parameter(&self.own_query, "page", number))
    }

    /// The numbers of the pages near this one, and of the first and the last.
    pub(super) fn pages(&self) -> Vec<u64> {
        let (count, present) = (self.page_count(), self.query.page.page);
        let near = present.saturating_sub(2)..=present.saturating_add(2);
        let mut pages: Vec<u64> = std::iter::once(1).chain(near).chain(std::iter::once(count)).collect();
        pages.retain(|page| (1..=count).contains(page));
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    pub(super) fn by_name(&self) -> SortLink {
        self.sort_link(&[(ProductSort::Name, "ascending"), (ProductSort::NameDescending, "descending")])
    }

    pub(super) fn by_stock_number(&self) -> SortLink {
        self.sort_link(&[(ProductSort::StockNumber, "ascending")])
    }

    pub(super) fn by_price(&self) -> SortLink {
        self.sort_link(&[(ProductSort::Price, "ascending"), (ProductSort::PriceDescending, "descending")])
    }

    pub(super) fn by_stock(&self) -> SortLink {
        self.sort_link(&[(ProductSort::InStockDescending, "descending")])
    }

    /// Leads from one of a column's `orders` to the next, and from any other to the first.
    fn sort_link(&self, orders: &[(ProductSort, &'static str)]) -> SortLink {
        let present = orders.iter().position(|(sort, _)| *sort == self.query.sort);
        let next = present.map_or(0, |at| (at + 1) % orders.len());
        let query = with_parameter(&without_parameters(&self.own_query, &["page"]), "sort", orders[next].0.name());
        SortLink { page: format!("{}?{query}", self.path), state: present.map_or("none", |at| orders[at].1) }
    }
}

impl Row<'_> {
    pub(super) fn page(&self) -> String {
        product_page(self.public.product.stock_number())
    }

    /// The name; of what a text finds the full one, which is searched, too.
    pub(super) fn name(&self) -> Vec<Piece<'_>> {
        let product = self.public.product;
        match self.text {
            Some(text) if !product.full_name().is_empty() => {
                marked(product.full_name(), text.places_in_name(product.full_name()))
            }
            Some(text) => marked(product.name(), text.places_in_name(product.name())),
            None => marked(product.name(), Vec::new()),
        }
    }

    pub(super) fn vendor(&self) -> Message {
        let vendor = self.public.vendor;
        if vendor.id == UNKNOWN_VENDOR { Message::new("vendor-unknown") } else { Message::plain(vendor.name) }
    }

    pub(super) fn stock_number(&self) -> Vec<Piece<'_>> {
        let stock_number = self.public.product.stock_number();
        let places = self.text.map(|text| text.places_in_stock_number(stock_number));
        marked(stock_number, places.unwrap_or_default())
    }

    pub(super) fn sale(&self) -> ShownPrice {
        sale_price(&self.pricing)
    }

    pub(super) fn levels(&self) -> impl Iterator<Item = &ShownLevelPrice<'_>> {
        self.pricing.levels.iter().flatten().take(MOST_LEVELS)
    }

    pub(super) fn other_levels(&self) -> usize {
        self.pricing.levels.as_ref().map_or(0, |levels| levels.len().saturating_sub(MOST_LEVELS))
    }
}
