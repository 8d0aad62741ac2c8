//! The lists of products: filtered, sorted and cut into pages (`docs/contract.md#product-list`).

use super::NaiveCatalog;
use super::vendors::vendor_id;
use crate::catalog::{AmountRank, ProductQuery, ProductSort, Scope};
use crate::pricing::{HasPrice, Viewer};
use crate::products::Product;
use crate::values::{NameOrder, SectionId};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NaivePage<'a> {
    /// The products of the page, in order; none beyond the last page.
    pub products: Vec<&'a Product>,
    /// How many products the whole list has.
    pub total: u64,
}

impl<'a> NaiveCatalog<'a> {
    /// The page that `query` asks for, as `viewer` sees it; `None` when the section is not public.
    pub fn section_products(&self, query: &ProductQuery, viewer: &Viewer) -> Option<NaivePage<'a>> {
        let products = self.list(query, viewer)?;
        let (before, size) = (usize::try_from(query.page.offset()).unwrap_or(usize::MAX), query.page.size as usize);
        let total = products.len() as u64;
        Some(NaivePage { products: products.into_iter().skip(before).take(size).collect(), total })
    }

    /// All products of the list, whatever the page.
    pub fn list(&self, query: &ProductQuery, viewer: &Viewer) -> Option<Vec<&'a Product>> {
        if let Some(section) = query.section {
            self.sections.find(section)?;
        }
        let values = self.requested_values(&query.filters);
        let is_listed = |product: &&Product| self.matches(product, query, &values, viewer);
        let mut products: Vec<&Product> = self.products().filter(is_listed).collect();
        if let Some(text) = &query.text {
            products = self.found(products, text);
        }
        if query.sort != ProductSort::Relevance {
            sort(&mut products, query.sort, viewer);
        }
        Some(products)
    }

    /// Whether the product satisfies every parameter: different ones combine with AND.
    fn matches(
        &self,
        product: &Product,
        query: &ProductQuery,
        values: &BTreeMap<String, Vec<String>>,
        viewer: &Viewer,
    ) -> bool {
        let in_scope = match (query.section, query.scope) {
            (None, _) => true,
            (Some(section), Scope::Subtree) => self.sections.subtree_has(section, product),
            (Some(section), Scope::Direct) => product.sections.contains(&section),
        };
        let is_wanted = |wanted: Option<bool>, actual: bool| wanted.is_none_or(|wanted| wanted == actual);
        // Keys of one uid combine with OR. A value counts only where the section is among its sections; without a
        // section, where one of them is public.
        let applies = |sections: &[SectionId]| match query.section {
            Some(section) => sections.contains(&section),
            None => sections.iter().any(|section| self.sections.has(*section)),
        };
        let has_one_of = |(uid, keys): (&String, &Vec<String>)| {
            product.filter_values.iter().any(|value| {
                let is_requested = *value.text.uid == **uid && keys.iter().any(|key| **key == *value.text.key);
                is_requested && applies(value.sections)
            })
        };
        in_scope
            && query.vendors.as_ref().is_none_or(|ids| ids.iter().any(|id| id == vendor_id(product)))
            && is_wanted(query.available, product.offer.is_available())
            && is_wanted(query.sale, product.offer.sale)
            && is_wanted(query.has_price, HasPrice::of(&product.offer, &viewer.price_level).is_priced())
            && values.iter().all(has_one_of)
    }
}

fn sort(products: &mut [&Product], order: ProductSort, viewer: &Viewer) {
    match order {
        ProductSort::Name | ProductSort::Relevance => sort_by_name(products),
        ProductSort::NameDescending => {
            sort_by_name(products);
            products.reverse();
        }
        ProductSort::StockNumber => products.sort_by_key(|product| product.stock_number()),
        ProductSort::ContentUpdatedDescending => {
            products.sort_by_key(|product| (Reverse(product.content_updated_at), product.stock_number()));
        }
        ProductSort::Price | ProductSort::PriceDescending | ProductSort::InStockDescending => {
            products.sort_by_key(|product| {
                (AmountRank::of(&product.offer, &viewer.price_level, order), product.stock_number())
            });
        }
    }
}

/// Sorts by name, ties by stock number (`docs/contract.md#name-order`).
pub(super) fn sort_by_name(products: &mut [&Product]) {
    products.sort_by_cached_key(|product| NameOrder::new(product.name(), product.stock_number()));
}
