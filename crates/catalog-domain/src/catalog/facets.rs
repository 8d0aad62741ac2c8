//! Filter values by section: which public products of a section's subtree have which value there (part 2.4).
//!
//! A value counts in a section for each distinct public product of the section's public subtree that has it with that
//! section among its own `sections`. Values are told apart by filter uid and key, so that every count equals the total
//! of the list filtered by that key.

use super::build::SectionLinks;
use crate::filter::FilterText;
use crate::identifiers::SectionId;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// One value of one filter, over the whole catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Facet {
    uid: Arc<str>,
    /// Of several texts for one key, the smallest by code points.
    value: Arc<str>,
    key: Arc<str>,
}

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

/// The values that occur in one section, and the ordinals of the products that have them, in two flat columns.
#[derive(Debug, Default)]
struct SectionFacets {
    /// Ascending facet positions, each with the end of its run in `ordinals`.
    runs: Box<[(u32, u32)]>,
    /// Ascending within each run.
    ordinals: Box<[u32]>,
}

/// A product that has a value in a section, in the order in which they are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Membership {
    node: NodeIndex,
    facet: u32,
    ordinal: u32,
}

/// The filter values of every section.
#[derive(Debug)]
pub(super) struct FacetIndex {
    /// By uid, then value, then key: a uid's values stand together, in the order they are shown.
    facets: Vec<Facet>,
    sections: Vec<SectionFacets>,
}

impl FacetIndex {
    /// Indexes `products`, which are in the order of their ordinals.
    pub(super) fn build(products: &[Arc<Product>], links: &SectionLinks, sections: &SectionTree) -> Self {
        let (facets, facet_of) = resolve(products);
        // Products share the lists of sections too, so each list is looked up in the tree only once.
        let mut nodes_of: HashMap<*const Box<[SectionId]>, Box<[NodeIndex]>> = HashMap::new();
        // One flat list that is given back whole: thousands of growing lists would leave the heap in pieces.
        let mut memberships: Vec<Membership> = Vec::new();
        for (ordinal, product) in (0_u32..).zip(products) {
            let linked = links.of(ordinal as usize);
            for value in &product.filter_values {
                let Some(facet) = facet_of.get(&Arc::as_ptr(&value.text)) else { continue };
                let nodes = nodes_of
                    .entry(Arc::as_ptr(&value.sections))
                    .or_insert_with(|| value.sections.iter().filter_map(|id| sections.find(*id)).collect());
                for node in nodes {
                    let subtree = sections.subtree(*node);
                    if linked.iter().any(|link| subtree.contains(&link.as_usize())) {
                        memberships.push(Membership { node: *node, facet: *facet, ordinal });
                    }
                }
            }
        }
        memberships.sort_unstable();
        memberships.dedup();
        let mut rest = memberships.as_slice();
        let of_section = |node| {
            let (own, others) = rest.split_at(rest.partition_point(|membership| membership.node <= node));
            rest = others;
            SectionFacets::from_memberships(own)
        };
        let sections = sections.indexes().map(of_section).collect();
        Self { facets, sections }
    }

    /// The values of the filter `uid` in a section: by value, then key. A value that nothing has there is left out.
    pub(super) fn values(&self, section: NodeIndex, uid: &str) -> Vec<FilterValueCount<'_>> {
        let runs = self.sections[section.as_usize()].runs_of(self.positions_of(uid));
        runs.map(|(facet, ordinals)| self.count(facet, ordinals.len() as u64)).collect()
    }

    /// The same over several sections: a product that has a value in several of them is counted once.
    pub(super) fn values_over(&self, sections: &[NodeIndex], uid: &str) -> Vec<FilterValueCount<'_>> {
        let mut having: BTreeMap<usize, RoaringBitmap> = BTreeMap::new();
        for section in sections {
            for (facet, ordinals) in self.sections[section.as_usize()].runs_of(self.positions_of(uid)) {
                having.entry(facet).or_default().extend(ordinals.iter().copied());
            }
        }
        having.into_iter().map(|(facet, ordinals)| self.count(facet, ordinals.len())).collect()
    }

    /// The ordinals of the products that have one of `keys` for the filter `uid` in a section.
    pub(super) fn having_any(&self, section: NodeIndex, uid: &str, keys: &[String]) -> RoaringBitmap {
        let mut having = RoaringBitmap::new();
        for (facet, ordinals) in self.sections[section.as_usize()].runs_of(self.positions_of(uid)) {
            if keys.iter().any(|key| **key == *self.facets[facet].key) {
                having.extend(ordinals.iter().copied());
            }
        }
        having
    }

    /// Where the facets of the filter `uid` stand.
    fn positions_of(&self, uid: &str) -> Range<usize> {
        let start = self.facets.partition_point(|facet| *facet.uid < *uid);
        start..self.facets.partition_point(|facet| *facet.uid <= *uid)
    }

    fn count(&self, facet: usize, count: u64) -> FilterValueCount<'_> {
        let facet = &self.facets[facet];
        FilterValueCount { value: &facet.value, key: &facet.key, count }
    }
}

/// All facets in order, and the position of every value's. Values are found by the address of their text: products share
/// texts, so there are far fewer of them than uses, and no text has to be hashed per product.
fn resolve(products: &[Arc<Product>]) -> (Vec<Facet>, HashMap<*const FilterText, u32>) {
    let values = products.iter().flat_map(|product| &product.filter_values);
    let texts: HashMap<*const FilterText, &FilterText> =
        values.map(|value| (Arc::as_ptr(&value.text), &*value.text)).collect();
    let (facets, position_of) = dictionary(texts.values().copied());
    let position = |text: &FilterText| position_of.get(&(&*text.uid, &*text.key)).copied();
    let facet_of = texts.iter().filter_map(|(address, text)| Some((*address, position(text)?))).collect();
    (facets, facet_of)
}

/// All facets in order, and the position of each by uid and key.
fn dictionary<'a>(values: impl Iterator<Item = &'a FilterText>) -> (Vec<Facet>, HashMap<(&'a str, &'a str), u32>) {
    let mut smallest: HashMap<(&str, &str), Facet> = HashMap::new();
    for value in values {
        let facet = smallest.entry((&value.uid, &value.key)).or_insert_with(|| Facet {
            uid: Arc::clone(&value.uid),
            value: Arc::clone(&value.value),
            key: Arc::clone(&value.key),
        });
        if value.value < facet.value {
            facet.value = Arc::clone(&value.value);
        }
    }
    let mut entries: Vec<((&str, &str), Facet)> = smallest.into_iter().collect();
    entries.sort_unstable_by(|(_, a), (_, b)| (&a.uid, &a.value, &a.key).cmp(&(&b.uid, &b.value, &b.key)));
    let position_of = entries.iter().zip(0..).map(|((identity, _), position)| (*identity, position)).collect();
    (entries.into_iter().map(|(_, facet)| facet).collect(), position_of)
}

impl SectionFacets {
    /// Makes the columns from the distinct memberships of one section, in order.
    fn from_memberships(memberships: &[Membership]) -> Self {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for (membership, end) in memberships.iter().zip(1..) {
            match runs.last_mut() {
                Some(run) if run.0 == membership.facet => run.1 = end,
                _ => runs.push((membership.facet, end)),
            }
        }
        Self { runs: runs.into(), ordinals: memberships.iter().map(|membership| membership.ordinal).collect() }
    }

    /// The runs of the facets at those positions.
    fn runs_of(&self, positions: Range<usize>) -> impl Iterator<Item = (usize, &[u32])> {
        let first = self.runs.partition_point(|(facet, _)| (*facet as usize) < positions.start);
        let last = self.runs.partition_point(|(facet, _)| (*facet as usize) < positions.end);
        (first..last).map(|at| {
            let from = at.checked_sub(1).map_or(0, |before| self.runs[before].1);
            (self.runs[at].0 as usize, &self.ordinals[from as usize..self.runs[at].1 as usize])
        })
    }
}
