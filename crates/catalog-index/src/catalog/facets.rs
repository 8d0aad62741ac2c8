//! Filter values by section: which public products of a section's subtree have which value there
//! (`docs/contract.md#filter-counts`).
//!
//! A value counts in a section for each distinct public product of the section's public subtree that has it with that
//! section among its own `sections`. Values are identified by filter uid and key, so that every count equals the total
//! of the list filtered by that key.
//!
//! Products may give one key different texts. A section shows the text of its product with the smallest stock number,
//! so the deciding product of a posting list is stored with it, for the few facets that have several texts.

pub(super) mod dictionary;
mod grouping;
mod merged;
pub(super) mod posting_lists;
pub(super) mod redundant_sections;

use super::column::Column;
use super::parallelism::Parallelism;
use super::product_list::ProductList;
use super::section_links::SectionLinks;
use catalog_domain::catalog::FilterValueCount;
use catalog_domain::sections::{NodeIndex, SectionTree};
use catalog_domain::values::SectionId;
use dictionary::{Dictionary, Facet};
use grouping::Grouping;
use posting_lists::{PostingList, PostingLists, Postings};
use redundant_sections::RedundantSections;
use roaring::RoaringBitmap;
use std::borrow::Cow;
use std::sync::Arc;

pub use merged::MergedFilterValues;

/// The products of one list, with the other inputs of the index of their filter values.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinkedProducts<'a> {
    pub(super) list: &'a ProductList,
    /// Their links to one tree; a product without any is left out.
    pub(super) links: &'a SectionLinks,
    /// By ordinal: the rank in the order of stock numbers.
    pub(super) stock_ranks: &'a Column<u32>,
}

impl<'a> LinkedProducts<'a> {
    /// The one of `ordinals` with the smallest stock number; `None` when there are none.
    pub(super) fn first_by_stock_number(self, ordinals: impl Iterator<Item = u32>) -> Option<u32> {
        ordinals.min_by_key(|ordinal| self.stock_ranks[*ordinal])
    }

    /// The text that the product has for a facet in one of `sections`: the first one in source order.
    fn text_of(self, ordinal: u32, facet: &Facet, sections: &[SectionId]) -> Option<&'a str> {
        let values = self.list.get(ordinal).filter_values.iter();
        let mut having = values.filter(|value| facet.is_of(value.text));
        let named = having.find(|value| sections.iter().any(|section| value.sections.contains(section)));
        named.map(|value| &*value.text.value)
    }
}

/// The filter values of every section.
#[derive(Debug)]
pub(super) struct FacetIndex {
    pub(super) dictionary: Arc<Dictionary>,
    pub(super) posting_lists: PostingLists,
    pub(super) redundant_sections: RedundantSections,
}

impl FacetIndex {
    /// Indexes products. `subtree` gives the ordinals of the products of a section's subtree.
    pub(super) fn build<'a>(
        linked: LinkedProducts<'_>,
        sections: &SectionTree,
        subtree: impl Fn(NodeIndex) -> Cow<'a, RoaringBitmap> + Sync,
        parallelism: Parallelism,
    ) -> Self {
        Grouping::new(linked, sections).into_index(subtree, parallelism)
    }

    /// The values of the filter `uid` in a section: by value, then key. A value without products there is left out.
    /// `linked` and `sections` are those that the index was built from.
    pub(super) fn values<'a>(
        &'a self,
        linked: LinkedProducts<'a>,
        sections: &SectionTree,
        section: NodeIndex,
        uid: &str,
    ) -> Vec<FilterValueCount<'a>> {
        let count = |postings: Postings<'_>| postings.count();
        self.values_counted(linked, sections, section, uid, count)
    }

    /// The same with another count of the products that have each value, which may be 0.
    pub(super) fn values_counted<'a>(
        &'a self,
        linked: LinkedProducts<'a>,
        sections: &SectionTree,
        section: NodeIndex,
        uid: &str,
        count: impl Fn(Postings<'_>) -> u64,
    ) -> Vec<FilterValueCount<'a>> {
        let id = [sections.id(section)];
        let posting_lists = self.posting_lists[section.as_usize()].of(self.dictionary.positions_of(uid));
        in_order(posting_lists.map(|list| {
            let facet = self.dictionary.get(list.facet);
            let decided = list.deciding.and_then(|ordinal| linked.text_of(ordinal, facet, &id));
            (facet, decided, count(list.postings))
        }))
    }

    /// The same over several sections: a product that has a value in several of them is counted once.
    pub(super) fn merged<'a>(
        &'a self,
        linked: LinkedProducts<'a>,
        tree: &SectionTree,
        sections: &[NodeIndex],
    ) -> MergedFilterValues<'a> {
        MergedFilterValues::new(self, linked, tree, sections)
    }

    pub(super) fn having_any(&self, section: NodeIndex, uid: &str, keys: &[String]) -> RoaringBitmap {
        let posting_lists = self.posting_lists[section.as_usize()].of(self.dictionary.positions_of(uid));
        let is_wanted = |list: &PostingList<'_>| keys.iter().any(|key| **key == *self.dictionary.get(list.facet).key);
        let mut wanted = posting_lists.filter(is_wanted).map(|list| list.postings);
        let mut having = wanted.next().map(Postings::into_set).unwrap_or_default();
        wanted.for_each(|postings| postings.add_to(&mut having));
        having
    }
}

/// The product that decides on the text of a facet over several sections.
#[derive(Debug, Default)]
struct Deciding {
    /// Its rank by stock number, and its ordinal.
    product: Option<(u32, u32)>,
    sections: Vec<SectionId>,
}

impl Deciding {
    /// Takes into account the product that decides in `section`.
    fn add(&mut self, rank: u32, ordinal: u32, section: SectionId) {
        if self.product.is_some_and(|(first, _)| first < rank) {
            return;
        }
        if self.product.is_none_or(|(first, _)| first > rank) {
            self.product = Some((rank, ordinal));
            self.sections.clear();
        }
        self.sections.push(section);
    }
}

/// The values of facets given in the order of the dictionary, each with the text that was decided on, if it has
/// several, and its count: by value, then key.
fn in_order<'a>(counted: impl Iterator<Item = (&'a Facet, Option<&'a str>, u64)>) -> Vec<FilterValueCount<'a>> {
    let mut is_in_order = true;
    let values = counted.map(|(facet, decided, count)| {
        is_in_order &= decided.is_none();
        FilterValueCount { value: decided.unwrap_or(facet.first_text()), key: &facet.key, count }
    });
    let mut values: Vec<FilterValueCount<'a>> = values.collect();
    if !is_in_order {
        values.sort_unstable_by_key(|value| (value.value, value.key));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::layout::Layout;
    use crate::catalog::orders::Orders;
    use crate::catalog::product_list::vacant;
    use catalog_domain::products::{FilterValue, LinkedSections, NamedTexts, Product, ProductTexts, SharedFilterValue};
    use catalog_domain::sections::SectionTrees;
    use catalog_domain::values::FieldId;
    use catalog_testkit::builders::storefront;
    use catalog_testkit::random_catalog::section_of;
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    /// In a deep tree the subtrees of all sections together are as large as the square of its depth.
    #[test]
    fn an_index_of_filter_values_looks_into_no_subtree_that_no_value_names() {
        let sections = (1..=4).map(|id| Arc::new(section_of(id, (id > 1).then_some(id - 1))));
        let tree = SectionTrees::build(&sections.collect::<Vec<_>>(), &storefront()).public;
        let texts = NamedTexts { stock_number: "SN-1", name: "pump", full_name: "", url: None, preview: None };
        let (uid, value, key) = ("power".into(), "5 kW".into(), "5".into());
        let sections = [SectionId(4), SectionId(2)].into();
        let value = SharedFilterValue::from(FilterValue { field_id: FieldId(1), uid, value, key, sections });
        let product = Product {
            texts: ProductTexts::from(texts),
            sections: LinkedSections::new([SectionId(4)], None),
            filter_values: [value].into_iter().collect(),
            ..Product::clone(&vacant())
        };
        let (list, orders) = Orders::sort(vec![Arc::new(product)], Layout::default(), Parallelism::Single);
        let links = &SectionLinks::new(&list, &tree);
        let linked = LinkedProducts { list: &list, links, stock_ranks: &orders.by_stock_number.ranks };
        let visited = Mutex::new(BTreeSet::new());
        let subtree = |node: NodeIndex| {
            visited.lock().unwrap().insert(tree.id(node));
            Cow::Owned(RoaringBitmap::from([0]))
        };
        FacetIndex::build(linked, &tree, subtree, Parallelism::Dual);
        assert_eq!(visited.into_inner().unwrap(), BTreeSet::from([SectionId(2), SectionId(4)]));
    }
}
