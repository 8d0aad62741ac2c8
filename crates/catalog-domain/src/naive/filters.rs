//! The values of section filters with their counts (`docs/contract.md#filters`).

use super::{NaiveCatalog, NaiveTree};
use crate::catalog::{FilterChoice, FilterValueCount};
use crate::products::{FilterDefinition, FilterText, Product};
use crate::values::SectionId;
use std::collections::BTreeMap;

/// The values of the filter `uid` over some sections of a tree: by value, then key.
///
/// A value counts once for each distinct product of a section's subtree that has the value with that section among its
/// sections (`docs/contract.md#filter-counts`). Where products give one key different texts, the one with the smallest
/// stock number decides (`docs/contract.md#filter-keys`).
pub(super) fn filter_values<'a>(
    tree: &NaiveTree<'a>,
    products: impl Iterator<Item = &'a Product>,
    sections: &[SectionId],
    uid: &str,
) -> Vec<FilterValueCount<'a>> {
    let mut by_stock_number: Vec<&Product> = products.collect();
    by_stock_number.sort_by_key(|product| product.stock_number());
    let mut by_key: BTreeMap<&str, FilterValueCount<'a>> = BTreeMap::new();
    for product in by_stock_number {
        let counting: Vec<&SectionId> =
            sections.iter().filter(|section| tree.subtree_has(**section, product)).collect();
        let mut counted: Vec<&str> = Vec::new();
        for value in product.filter_values.iter().filter(|value| *value.text.uid == *uid) {
            let applies = counting.iter().any(|section| value.sections.contains(section));
            let (value, key) = (&*value.text.value, &*value.text.key);
            if applies && !counted.contains(&key) {
                counted.push(key);
                by_key.entry(key).or_insert(FilterValueCount { value, key, count: 0 }).count += 1;
            }
        }
    }
    let mut values: Vec<FilterValueCount<'a>> = by_key.into_values().collect();
    values.sort_by_key(|value| (value.value, value.key));
    values
}

impl<'a> NaiveCatalog<'a> {
    /// The filters of a public section in stored order, each with its values; empty for any other section.
    pub fn section_filters(&self, section: SectionId) -> Vec<(&'a FilterDefinition, Vec<FilterValueCount<'a>>)> {
        let filters = self.sections.find(section).map_or(&[][..], |section| &section.filters);
        let values =
            |filter: &FilterDefinition| filter_values(&self.sections, self.products(), &[section], &filter.uid);
        filters.iter().map(|filter| (filter, values(filter))).collect()
    }

    /// The requested values, by the filter's uid. Both may contain colons: the uid ends at the first colon that makes a
    /// value of the catalog, or else a uid (`docs/contract.md#filter-parameter`). Where none does, it is as requested.
    pub(super) fn requested_values(&self, choices: &[FilterChoice]) -> BTreeMap<String, Vec<String>> {
        let mut requested: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for choice in choices {
            for key in &choice.keys {
                let text = format!("{}:{key}", choice.uid);
                let splits = || text.match_indices(':').map(|(at, colon)| (&text[..at], &text[at + colon.len()..]));
                let value = splits().find(|(uid, key)| self.has_value(uid, |text| *text.key == **key));
                let split = value.or_else(|| splits().find(|(uid, _)| self.has_value(uid, |_| true)));
                let (uid, key) = split.unwrap_or((&choice.uid, key));
                requested.entry(uid.into()).or_default().push(key.into());
            }
        }
        requested
    }

    fn has_value(&self, uid: &str, is_requested: impl Fn(&FilterText) -> bool) -> bool {
        let mut values = self.products().flat_map(|product| product.filter_values.iter());
        values.any(|value| *value.text.uid == *uid && is_requested(value.text))
    }
}
