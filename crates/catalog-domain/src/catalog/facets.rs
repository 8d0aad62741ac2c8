//! Filter values by section: which public products of a section's subtree have which value there (part 2.4).
//!
//! A value counts in a section for each distinct public product of the section's public subtree that has it with that
//! section among its own `sections`. Values are told apart by filter uid and key, so that every count equals the total
//! of the list filtered by that key.

mod dictionary;
mod grouping;
mod packed_sets;
mod runs;
mod update;

use super::in_parallel::Work;
use super::section_links::SectionLinks;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use dictionary::Dictionary;
use grouping::Grouping;
use roaring::RoaringBitmap;
use runs::{Members, Runs};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) use update::ChangedProducts;

/// A value of a section's filter with its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilterValueCount<'a> {
    /// The value as shown.
    pub value: &'a str,
    /// The key used in filtering requests.
    pub key: &'a str,
    /// Distinct public products of the section's subtree that have it here.
    pub count: u64,
}

/// The filter values of every section.
#[derive(Debug)]
pub(super) struct FacetIndex {
    dictionary: Dictionary,
    runs: Runs,
}

impl FacetIndex {
    /// Indexes `products`, which are in the order of their ordinals; those without links are left out. `subtree` gives the
    /// ordinals of the products of a section's subtree.
    pub(super) fn build<'a>(
        products: &[Arc<Product>],
        links: &SectionLinks,
        sections: &SectionTree,
        subtree: impl Fn(NodeIndex) -> Cow<'a, RoaringBitmap> + Sync,
        work: Work,
    ) -> Self {
        Grouping::new(products, links, sections).into_index(subtree, work)
    }

    /// The values of the filter `uid` in a section: by value, then key. A value that nothing has there is left out.
    pub(super) fn values(&self, section: NodeIndex, uid: &str) -> Vec<FilterValueCount<'_>> {
        let runs = self.runs.of(section, self.dictionary.positions_of(uid));
        runs.map(|(facet, members)| self.count(facet, members.count())).collect()
    }

    /// The same over several sections: a product that has a value in several of them is counted once.
    pub(super) fn values_over(&self, sections: &[NodeIndex], uid: &str) -> Vec<FilterValueCount<'_>> {
        let mut having: BTreeMap<u32, RoaringBitmap> = BTreeMap::new();
        for section in sections {
            for (facet, members) in self.runs.of(*section, self.dictionary.positions_of(uid)) {
                members.add_to(having.entry(facet).or_default());
            }
        }
        having.into_iter().map(|(facet, ordinals)| self.count(facet, ordinals.len())).collect()
    }

    /// The ordinals of the products that have one of `keys` for the filter `uid` in a section.
    pub(super) fn having_any(&self, section: NodeIndex, uid: &str, keys: &[String]) -> RoaringBitmap {
        let runs = self.runs.of(section, self.dictionary.positions_of(uid));
        let is_wanted = |facet: u32| keys.iter().any(|key| **key == *self.dictionary.get(facet).key);
        let mut wanted = runs.filter(|(facet, _)| is_wanted(*facet)).map(|(_, members)| members);
        let mut having = wanted.next().map(Members::into_set).unwrap_or_default();
        wanted.for_each(|members| members.add_to(&mut having));
        having
    }

    fn count(&self, facet: u32, count: u64) -> FilterValueCount<'_> {
        let facet = self.dictionary.get(facet);
        FilterValueCount { value: facet.value(), key: &facet.key, count }
    }
}
