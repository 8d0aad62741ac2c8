//! What a text finds (`docs/contract.md#search`).

use super::NaiveCatalog;
use super::lists::sort_by_name;
use crate::catalog::{MATCHING_SECTIONS, ProductQuery};
use crate::pricing::Viewer;
use crate::products::{Product, VendorNames};
use crate::search::{SearchText, SearchWord, SearchedTexts, Suggestion};
use crate::values::{NameOrder, SectionId};
use std::cmp::Reverse;

impl<'a> NaiveCatalog<'a> {
    /// Those of `products` that `text` finds: the best first, then by name.
    pub(super) fn found(&self, mut products: Vec<&'a Product>, text: &SearchText) -> Vec<&'a Product> {
        sort_by_name(&mut products);
        let vendors = self.vendor_names();
        let relevance = |product| self.searched(product, &vendors, |texts| texts.relevance(text));
        let found = products.into_iter().filter_map(|product| Some((relevance(product)?, product)));
        let mut found: Vec<_> = found.collect();
        // A stable sort leaves equals in name order.
        found.sort_by_key(|(relevance, _)| *relevance);
        found.into_iter().map(|(_, product)| product).collect()
    }

    /// What to search for instead of the text of `query`, which finds nothing (`docs/contract.md#search-suggestion`).
    pub fn suggestion(&self, query: &ProductQuery, viewer: &Viewer) -> Option<Suggestion> {
        let vendors = self.vendor_names();
        let is_known = |word: &SearchWord| {
            self.products().any(|product| self.searched(product, &vendors, |texts| texts.has_word(word)))
        };
        let total = |text: &SearchText| {
            let query = ProductQuery { text: Some(text.clone()), ..query.clone() };
            self.list(&query, viewer).map_or(0, |found| found.len() as u64)
        };
        query.text.as_ref()?.suggestion(is_known, total)
    }

    /// The public sections whose name has all words, in `within` if it is given, and how many products each has
    /// (`docs/contract.md#matching-sections`).
    pub fn matching_sections(&self, text: &SearchText, within: Option<SectionId>) -> Vec<(SectionId, u64)> {
        let is_within = |section| within.is_none_or(|within| self.sections.is_in_subtree(section, within));
        let named = self.sections.each().map(|section| section.section);
        let mut found: Vec<_> = named
            .filter(|section| is_within(section.id) && text.is_in_name(&section.name))
            .map(|section| (section, self.counters(section.id).products))
            .filter(|(_, products)| *products > 0)
            .collect();
        found.sort_by_cached_key(|(section, products)| (Reverse(*products), NameOrder::new(&section.name, section.id)));
        found.into_iter().map(|(section, products)| (section.id, products)).take(MATCHING_SECTIONS).collect()
    }

    /// What `read` says of the texts that the product is found by.
    fn searched<T>(
        &self,
        product: &Product,
        vendors: &VendorNames<'_>,
        read: impl FnOnce(&SearchedTexts<'_>) -> T,
    ) -> T {
        let vendor = product.vendor.as_ref().and_then(|vendor| vendors.name_of(&vendor.id));
        let values = product.filter_values.iter();
        let public = values.filter(|value| value.sections.iter().any(|section| self.sections.has(*section)));
        let others: Vec<&str> = vendor.into_iter().chain(public.map(|value| &*value.text.value)).collect();
        let (stock_number, names) = (product.stock_number(), [product.name(), product.full_name()]);
        read(&SearchedTexts { stock_number, names, others: &others })
    }
}
