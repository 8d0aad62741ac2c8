//! Updates the filter values: only the posting lists of sections are written in which a product changed.

use super::section_rewriter::{Edits, Membership, SectionRewriter};
use super::tree_change::TreeChange;
use crate::catalog::facets::dictionary::Dictionary;
use crate::catalog::facets::redundant_sections::RedundantSections;
use crate::catalog::facets::{FacetIndex, LinkedProducts};
use crate::products::filter::FilterText;
use crate::sections::tree::{NodeIndex, SectionTree};
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// A list of products before and after a change, with its links to one tree.
#[derive(Clone, Copy)]
pub(super) struct ChangedView<'a> {
    /// The ordinals at which products changed, came, went or moved, or are in other subtrees than before.
    pub(super) ordinals: &'a [u32],
    pub(super) old: (LinkedProducts<'a>, &'a SectionTree),
    pub(super) new: (LinkedProducts<'a>, &'a SectionTree),
    pub(super) tree_change: &'a TreeChange,
}

impl FacetIndex {
    /// The index of the changed view; this one when nothing changes.
    pub(super) fn updated(self: &Arc<Self>, view: ChangedView<'_>) -> Arc<Self> {
        let uses = view.uses();
        let is_same_dictionary = uses.is_empty();
        let (dictionary, moved) = if is_same_dictionary {
            (Arc::clone(&self.dictionary), None)
        } else {
            let (dictionary, moved) = self.dictionary.updated(uses.into_iter());
            let moved = (!self.dictionary.has_same_facets(&dictionary)).then_some(moved);
            (Arc::new(dictionary), moved)
        };
        let (removed, added) = view.memberships(&dictionary);
        let edits = Edits { removed: &removed, added: &added };
        if is_same_dictionary && edits.is_empty() && view.tree_change.is_none() {
            return Arc::clone(self);
        }
        let mut writer = SectionRewriter::new(view, self, &dictionary, moved);
        let nodes = view.new.1.indexes();
        let posting_lists =
            nodes.map(|node| writer.section(node, edits.of(|membership| membership.node, node))).collect();
        drop(writer);
        Arc::new(Self {
            dictionary,
            posting_lists,
            redundant_sections: view.redundant_sections(&self.redundant_sections),
        })
    }
}

impl<'a> ChangedView<'a> {
    /// By text: how many uses more or fewer it has.
    fn uses(self) -> HashMap<&'a FilterText, i64> {
        let mut uses: HashMap<&FilterText, i64> = HashMap::new();
        for ((linked, _), change) in [(self.old, -1), (self.new, 1)] {
            for ordinal in self.ordinals.iter().filter(|ordinal| linked.links.has_any(**ordinal)) {
                for value in linked.list.get(*ordinal).filter_values.iter() {
                    *uses.entry(value.text).or_default() += change;
                }
            }
        }
        uses.retain(|_, change| *change != 0);
        uses
    }

    /// The memberships that end and begin, by section of the new tree. Those that stay are in neither.
    fn memberships(self, dictionary: &Dictionary) -> (Vec<Membership>, Vec<Membership>) {
        let positions = dictionary.positions();
        let sorted = |(linked, sections): (LinkedProducts<'_>, &SectionTree),
                      now: &dyn Fn(NodeIndex) -> Option<NodeIndex>| {
            let mut memberships = Vec::new();
            for ordinal in self.ordinals {
                let links = linked.links.of(*ordinal);
                for value in linked.list.get(*ordinal).filter_values.iter().filter(|_| !links.is_empty()) {
                    // The lists of a value that is not used any more go with it.
                    let Some(facet) = positions.get(&(&*value.text.uid, &*value.text.key)) else { continue };
                    let is_in = |node: &NodeIndex| {
                        let subtree = sections.subtree(*node);
                        links.iter().any(|link| subtree.contains(&link.as_usize()))
                    };
                    let nodes = value.sections.iter().filter_map(|id| sections.find(*id)).filter(is_in).filter_map(now);
                    memberships.extend(nodes.map(|node| Membership { node, facet: *facet, ordinal: *ordinal }));
                }
            }
            memberships.sort_unstable();
            memberships.dedup();
            memberships
        };
        let mut removed = sorted(self.old, &|node| self.tree_change.moved(node));
        let mut added = sorted(self.new, &Some);
        let before = removed.clone();
        // Another product may decide on other texts.
        let stock_number = |linked: LinkedProducts<'a>, ordinal| linked.list.get(ordinal).stock_number();
        let is_other = |at: u32| stock_number(self.old.0, at) != stock_number(self.new.0, at);
        removed.retain(|each| is_other(each.ordinal) || added.binary_search(each).is_err());
        added.retain(|each| is_other(each.ordinal) || before.binary_search(each).is_err());
        (removed, added)
    }

    /// That of the sections after the change.
    fn redundant_sections(self, before: &RedundantSections) -> RedundantSections {
        let (linked, sections) = self.new;
        let mut redundant_sections = before.moved(self.old.1, sections, self.tree_change);
        let mut seen = HashSet::new();
        for value in self.ordinals.iter().flat_map(|ordinal| linked.list.get(*ordinal).filter_values.iter()) {
            // Products share their lists.
            if seen.insert(Arc::as_ptr(value.sections)) {
                redundant_sections.add(value.sections, sections);
            }
        }
        redundant_sections
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
