//! What else to look at: another text where nothing is found, and sections.

use crate::catalog::Catalog;
use catalog_domain::catalog::{MATCHING_SECTIONS, ProductQuery, ProductSort};
use catalog_domain::pricing::Viewer;
use catalog_domain::search::{SearchText, SearchWord, Suggestion};
use catalog_domain::values::{NameOrder, SectionId};
use std::cmp::Reverse;

impl Catalog {
    /// What to search for instead of the text of `query`, which finds nothing (`docs/contract.md#search-suggestion`).
    pub fn suggestion(&self, query: &ProductQuery, viewer: &Viewer) -> Option<Suggestion> {
        let is_known =
            |word: &SearchWord| !self.find_word(word, None).levels.typos.to_bitmap().is_disjoint(&self.public);
        let total = |text: &SearchText| {
            let query = ProductQuery { text: Some(text.clone()), sort: ProductSort::Name, ..query.clone() };
            self.select_products(&query, viewer).map_or(0, |found| found.total())
        };
        query.text.as_ref()?.suggestion(is_known, total)
    }

    /// The public sections whose name has all words, in `within` if it is given, and how many products each has
    /// (`docs/contract.md#matching-sections`).
    pub fn matching_sections(&self, text: &SearchText, within: Option<SectionId>) -> Vec<(SectionId, u64)> {
        let subtree = match within.map(|within| self.sections.find(within)) {
            Some(Some(within)) => self.sections.subtree(within),
            Some(None) => 0..0,
            None => 0..self.sections.len(),
        };
        let nodes = self.sections.indexes().filter(|node| subtree.contains(&node.as_usize()));
        let mut found: Vec<_> = nodes
            .map(|node| (&self.sections.node(node).section, self.counters(node).products))
            .filter(|(section, products)| *products > 0 && text.is_in_name(&section.name))
            .collect();
        found.sort_by_cached_key(|(section, products)| (Reverse(*products), NameOrder::new(&section.name, section.id)));
        found.into_iter().map(|(section, products)| (section.id, products)).take(MATCHING_SECTIONS).collect()
    }
}
