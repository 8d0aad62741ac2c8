//! Filter values by section: which public products of a section's subtree have which value there (part 2.4).
//!
//! A value counts in a section for each distinct public product of the section's public subtree that has it with that
//! section among its own `sections`. Values are told apart by filter uid and key, so that every count equals the total
//! of the list filtered by that key.

mod dictionary;
mod grouping;
mod update;

use super::section_links::SectionLinks;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use dictionary::Dictionary;
use grouping::Grouping;
use roaring::RoaringBitmap;
use std::collections::BTreeMap;
use std::ops::Range;
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
    /// Where the runs of each section begin; one more than there are sections.
    starts: Vec<u32>,
    /// By section, then facet.
    runs: Vec<Run>,
    /// The ordinals of all runs, ascending within each. A single column: thousands of small ones would take more room.
    ordinals: Vec<u32>,
}

/// The products that have one value in one section.
#[derive(Debug, Clone, Copy)]
struct Run {
    facet: u32,
    /// One past its last place among all ordinals.
    end: u32,
}

impl FacetIndex {
    /// Indexes `products`, which are in the order of their ordinals; those without links are left out.
    pub(super) fn build(products: &[Arc<Product>], links: &SectionLinks, sections: &SectionTree) -> Self {
        Grouping::new(products, links, sections).into_index()
    }

    /// The values of the filter `uid` in a section: by value, then key. A value that nothing has there is left out.
    pub(super) fn values(&self, section: NodeIndex, uid: &str) -> Vec<FilterValueCount<'_>> {
        let runs = self.runs_of(section, self.dictionary.positions_of(uid));
        runs.map(|(facet, ordinals)| self.count(facet, ordinals.len() as u64)).collect()
    }

    /// The same over several sections: a product that has a value in several of them is counted once.
    pub(super) fn values_over(&self, sections: &[NodeIndex], uid: &str) -> Vec<FilterValueCount<'_>> {
        let mut having: BTreeMap<u32, RoaringBitmap> = BTreeMap::new();
        for section in sections {
            for (facet, ordinals) in self.runs_of(*section, self.dictionary.positions_of(uid)) {
                having.entry(facet).or_default().extend(ordinals.iter().copied());
            }
        }
        having.into_iter().map(|(facet, ordinals)| self.count(facet, ordinals.len())).collect()
    }

    /// The ordinals of the products that have one of `keys` for the filter `uid` in a section.
    pub(super) fn having_any(&self, section: NodeIndex, uid: &str, keys: &[String]) -> RoaringBitmap {
        let mut having = RoaringBitmap::new();
        for (facet, ordinals) in self.runs_of(section, self.dictionary.positions_of(uid)) {
            if keys.iter().any(|key| **key == *self.dictionary.get(facet).key) {
                having.extend(ordinals.iter().copied());
            }
        }
        having
    }

    fn count(&self, facet: u32, count: u64) -> FilterValueCount<'_> {
        let facet = self.dictionary.get(facet);
        FilterValueCount { value: facet.value(), key: &facet.key, count }
    }

    /// The runs of a section for the facets at those positions: each facet with the ordinals of its products.
    fn runs_of(&self, section: NodeIndex, positions: Range<u32>) -> impl Iterator<Item = (u32, &[u32])> {
        let (start, end) = (self.starts[section.as_usize()] as usize, self.starts[section.as_usize() + 1] as usize);
        let own = &self.runs[start..end];
        let first = start + own.partition_point(|run| run.facet < positions.start);
        let last = start + own.partition_point(|run| run.facet < positions.end);
        (first..last).map(|at| {
            let from = at.checked_sub(1).map_or(0, |before| self.runs[before].end);
            (self.runs[at].facet, &self.ordinals[from as usize..self.runs[at].end as usize])
        })
    }
}
