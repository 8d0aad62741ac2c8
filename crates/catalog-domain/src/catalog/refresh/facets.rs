//! Updates the filter values: retained products are renumbered in place, only new ones are read.

use super::ordinal_map::OrdinalMap;
use super::tree_change::TreeChange;
use crate::catalog::facets::dictionary::{Dictionary, Uses};
use crate::catalog::facets::posting_lists::{PostingList, PostingLists, Postings};
use crate::catalog::facets::redundant_sections::RedundantSections;
use crate::catalog::facets::{FacetIndex, LinkedProducts};
use crate::catalog::section_links::SectionLinks;
use crate::products::product::Product;
use crate::sections::tree::{NodeIndex, SectionTree};
use hashbrown::HashSet;
use std::sync::Arc;

/// A list of products before and after a change, with its links to one tree. Retained products are in the same subtrees
/// as before.
#[derive(Clone, Copy)]
pub(super) struct ChangedProducts<'a> {
    pub(super) ordinal_map: &'a OrdinalMap,
    pub(super) old: (&'a [Arc<Product>], &'a SectionLinks),
    pub(super) new: LinkedProducts<'a>,
    /// The tree before and after the change, and the change itself.
    pub(super) old_sections: &'a SectionTree,
    pub(super) sections: &'a SectionTree,
    pub(super) tree_change: &'a TreeChange,
}

/// A new product that has a value in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Membership {
    node: NodeIndex,
    facet: u32,
    ordinal: u32,
}

impl FacetIndex {
    /// The index of the changed products.
    pub(super) fn updated<'a>(&'a self, changed: ChangedProducts<'a>) -> Self {
        let (dictionary, moved) = self.dictionary.updated(changed.uses());
        let mut added = Vec::new();
        let positions = dictionary.positions();
        changed.each_new_membership(|node, (uid, key), ordinal| {
            added.extend(positions.get(&(uid, key)).map(|facet| Membership { node, facet: *facet, ordinal }));
        });
        drop(positions);
        added.sort_unstable();
        added.dedup();
        let posting_lists = self.posting_lists.with_capacity_for_more(changed.sections.len(), added.len());
        let mut writer = ListWriter { changed, dictionary: &dictionary, posting_lists, list: Vec::new() };
        let mut rest = added.as_slice();
        for node in changed.sections.indexes() {
            let (new, others) = rest.split_at(rest.partition_point(|membership| membership.node <= node));
            rest = others;
            let stays = |list: PostingList<'a>| Some(PostingList { facet: moved[list.facet as usize]?, ..list });
            let old =
                changed.tree_change.origin(node).into_iter().flat_map(|node| self.posting_lists.of(node, 0..u32::MAX));
            let mut old: Vec<PostingList<'_>> = old.filter_map(stays).collect();
            // Already sorted, unless the text of a value has changed.
            old.sort_by_key(|list| list.facet);
            writer.write_section(&old, new);
        }
        let ListWriter { mut posting_lists, .. } = writer;
        posting_lists.end();
        Self { dictionary, posting_lists, redundant_sections: changed.redundant_sections(&self.redundant_sections) }
    }
}

impl<'a> ChangedProducts<'a> {
    /// The texts that removed and new products use.
    fn uses(self) -> impl Iterator<Item = Uses<'a>> {
        let LinkedProducts { products, links, .. } = self.new;
        let of = |(products, links): (&'a [Arc<Product>], &'a SectionLinks), ordinals: &'a [u32], uses| {
            let linked = ordinals.iter().filter(move |ordinal| links.has_any(**ordinal));
            let values = linked.flat_map(move |ordinal| products[*ordinal as usize].filter_values.iter());
            values.map(move |value| (&**value.text, uses))
        };
        of(self.old, self.ordinal_map.removed(), -1).chain(of((products, links), self.ordinal_map.added(), 1))
    }

    /// That of the sections after the change.
    fn redundant_sections(self, before: &RedundantSections) -> RedundantSections {
        let mut redundant_sections = before.moved(self.old_sections, self.sections, self.tree_change);
        let mut seen = HashSet::new();
        let new = self.ordinal_map.added().iter().map(|ordinal| &self.new.products[*ordinal as usize]);
        for value in new.flat_map(|product| product.filter_values.iter()) {
            // Products share their lists.
            if seen.insert(Arc::as_ptr(value.sections)) {
                redundant_sections.add(value.sections, self.sections);
            }
        }
        redundant_sections
    }

    /// Visits where the new products have which value, by uid and key.
    fn each_new_membership(self, mut visit: impl FnMut(NodeIndex, (&'a str, &'a str), u32)) {
        let LinkedProducts { products, links, .. } = self.new;
        for ordinal in self.ordinal_map.added() {
            let linked = links.of(*ordinal);
            for value in products[*ordinal as usize].filter_values.iter() {
                for node in self.sections.among(value.sections) {
                    let subtree = self.sections.subtree(node);
                    if linked.iter().any(|link| subtree.contains(&link.as_usize())) {
                        visit(node, (&value.text.uid, &value.text.key), *ordinal);
                    }
                }
            }
        }
    }
}

/// Writes the posting lists of an index, section by section.
struct ListWriter<'a> {
    changed: ChangedProducts<'a>,
    dictionary: &'a Dictionary,
    posting_lists: PostingLists,
    /// The list that is being written.
    list: Vec<u32>,
}

impl ListWriter<'_> {
    /// Writes the lists of the next section: `old` ones (facets by new position, products by old ordinal) and the
    /// memberships of `new` products, both by facet.
    fn write_section(&mut self, old: &[PostingList<'_>], new: &[Membership]) {
        let none = |facet| PostingList { facet, postings: Postings::Sorted(&[]), deciding: None };
        self.posting_lists.next_section();
        let mut new = new.chunk_by(|a, b| a.facet == b.facet).peekable();
        for list in old {
            while let Some(added) = new.next_if(|added| added[0].facet < list.facet) {
                self.write_list(none(added[0].facet), added);
            }
            let own = new.next_if(|added| added[0].facet == list.facet).unwrap_or_default();
            self.write_list(*list, own);
        }
        for added in new {
            self.write_list(none(added[0].facet), added);
        }
    }

    /// Writes one list. Renumbered ordinals still ascend, so two ascending lists are merged.
    fn write_list(&mut self, old: PostingList<'_>, added: &[Membership]) {
        self.list.clear();
        let mut new = added.iter().map(|membership| membership.ordinal).peekable();
        old.postings.each(|ordinal| {
            let Some(retained) = self.changed.ordinal_map.retained(ordinal) else { return };
            while let Some(earlier) = new.next_if(|ordinal| *ordinal < retained) {
                self.list.push(earlier);
            }
            self.list.push(retained);
        });
        self.list.extend(new);
        self.posting_lists.push(old.facet, &self.list, self.deciding(old, added));
    }

    /// Which product decides on the text of the list that was just written, if the facet has several. The previous
    /// deciding product, if still there, precedes all others but the `added` ones.
    fn deciding(&self, old: PostingList<'_>, added: &[Membership]) -> Option<u32> {
        if !self.dictionary.get(old.facet).has_several_texts() {
            return None;
        }
        let products = self.changed.new;
        match old.deciding.and_then(|ordinal| self.changed.ordinal_map.retained(ordinal)) {
            Some(before) => {
                let added = added.iter().map(|membership| membership.ordinal);
                products.first_by_stock_number(added.chain([before]))
            }
            None => products.first_by_stock_number(self.list.iter().copied()),
        }
    }
}

impl RedundantSections {
    /// For `tree`, to which `change` leads from the tree of this one. Where a parent changed, all lists would have to
    /// be read again, so such a section counts as one that adds something.
    fn moved(&self, old: &SectionTree, tree: &SectionTree, change: &TreeChange) -> Self {
        let is_redundant = |node: NodeIndex| {
            let (Some(before), Some(parent)) = (change.origin(node), tree.node(node).parent) else { return false };
            self.is_redundant[before.as_usize()] && old.node(before).parent == change.origin(parent)
        };
        Self { is_redundant: tree.indexes().map(is_redundant).collect() }
    }
}
