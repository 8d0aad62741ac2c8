//! Updates the filter values: only the posting lists of sections are written in which a product changed.

use super::changed_view::ChangedView;
use super::section_rewriter::{Edits, Membership, SectionRewriter};
use super::tree_change::TreeChange;
use crate::catalog::facets::dictionary::Dictionary;
use crate::catalog::facets::redundant_sections::RedundantSections;
use crate::catalog::facets::{FacetIndex, LinkedProducts};
use crate::catalog::rank_bitmaps::missing_in;
use catalog_domain::products::{FilterText, Product};
use catalog_domain::sections::{NodeIndex, SectionTree};
use catalog_domain::values::SectionId;
use hashbrown::{HashMap, HashSet};
use std::ptr;
use std::sync::Arc;

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
    fn has_same_values(self, ordinal: u32) -> bool {
        self.with_other_values.binary_search(&ordinal).is_err()
    }

    fn with_other_values_in_tree(self) -> impl Iterator<Item = u32> + use<'a> {
        let (old, new) = (self.old.0.links, self.new.0.links);
        let is_same = move |at: u32| old.has_any(at) == new.has_any(at) && self.has_same_values(at);
        self.ordinals.iter().copied().filter(move |ordinal| !is_same(*ordinal))
    }

    fn uses(self) -> HashMap<&'a FilterText, i64> {
        // By address first: products share texts, so that few are hashed.
        let mut by_address: HashMap<*const FilterText, (&FilterText, i64)> = HashMap::new();
        for ((linked, _), change) in [(self.old, -1), (self.new, 1)] {
            for ordinal in self.with_other_values_in_tree().filter(|ordinal| linked.links.has_any(*ordinal)) {
                for value in linked.list.get(ordinal).filter_values.iter() {
                    by_address.entry(Arc::as_ptr(value.text)).or_insert((value.text, 0)).1 += change;
                }
            }
        }
        let mut uses: HashMap<&FilterText, i64> = HashMap::new();
        for (text, change) in by_address.into_values().filter(|(_, change)| *change != 0) {
            *uses.entry(text).or_default() += change;
        }
        uses.retain(|_, change| *change != 0);
        uses
    }

    /// The memberships that end and begin, by section of the new tree. Those that stay are in neither.
    fn memberships(self, dictionary: &Dictionary) -> (Vec<Membership>, Vec<Membership>) {
        let mut reader = MembershipReader::new(dictionary);
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        let (mut before, mut now) = (Vec::new(), Vec::new());
        for ordinal in self.ordinals {
            let (old, new) = (self.old.0.list.get(*ordinal), self.new.0.list.get(*ordinal));
            let was_in = |id| node_of(self.old.0, self.old.1, *ordinal, id);
            let is_in = |id| node_of(self.new.0, self.new.1, *ordinal, id);
            // With the same values, nothing changes in a section that has the product before and after.
            let has_same_values = self.has_same_values(*ordinal);
            let stays = |id| has_same_values && was_in(id).is_some() && is_in(id).is_some();
            let ends = |id| was_in(id).filter(|_| !stays(id)).and_then(|node| self.tree_change.moved(node));
            reader.read(*ordinal, old, ends, &mut before);
            reader.read(*ordinal, new, |id| is_in(id).filter(|_| !stays(id)), &mut now);
            if has_same_values || old.stock_number() != new.stock_number() {
                // Another product may decide on other texts.
                removed.append(&mut before);
                added.append(&mut now);
            } else {
                before.sort_unstable();
                now.sort_unstable();
                removed.extend(missing_in(&before, &now));
                added.extend(missing_in(&now, &before));
            }
        }
        for memberships in [&mut removed, &mut added] {
            memberships.sort_unstable();
            memberships.dedup();
        }
        (removed, added)
    }

    /// That of the sections after the change.
    fn redundant_sections(self, before: &RedundantSections) -> RedundantSections {
        let (linked, sections) = self.new;
        let mut redundant_sections = before.moved(self.old.1, sections, self.tree_change);
        let mut seen = HashSet::new();
        let ordinals = self.with_other_values_in_tree();
        for value in ordinals.flat_map(|ordinal| linked.list.get(ordinal).filter_values.iter()) {
            // Products share their lists.
            if seen.insert(Arc::as_ptr(value.sections)) {
                redundant_sections.add(value.sections, sections);
            }
        }
        redundant_sections
    }
}

/// Reads what values products have in which sections. Products share most parts of their values, so each is looked up
/// once, and known by its address then.
struct MembershipReader<'a> {
    positions: HashMap<(&'a str, &'a str), u32>,
    facets: HashMap<*const FilterText, Option<u32>>,
    nodes: Vec<NodeIndex>,
}

impl<'a> MembershipReader<'a> {
    fn new(dictionary: &'a Dictionary) -> Self {
        Self { positions: dictionary.positions(), facets: HashMap::new(), nodes: Vec::new() }
    }

    /// Replaces `memberships` by those of a product, in no particular order; it may have repeated ones. `node` gives
    /// the sections that count.
    fn read(
        &mut self,
        ordinal: u32,
        product: &Product,
        node: impl Fn(SectionId) -> Option<NodeIndex>,
        memberships: &mut Vec<Membership>,
    ) {
        memberships.clear();
        let mut last = ptr::null();
        for value in product.filter_values.iter() {
            if !ptr::eq(last, Arc::as_ptr(value.sections)) {
                last = Arc::as_ptr(value.sections);
                self.nodes.clear();
                self.nodes.extend(value.sections.iter().filter_map(|id| node(*id)));
            }
            if self.nodes.is_empty() {
                continue;
            }
            // The lists of a value that is not used any more go with it.
            let position = || self.positions.get(&(&*value.text.uid, &*value.text.key)).copied();
            if let Some(facet) = *self.facets.entry(Arc::as_ptr(value.text)).or_insert_with(position) {
                memberships.extend(self.nodes.iter().map(|node| Membership { node: *node, facet, ordinal }));
            }
        }
    }
}

fn node_of(linked: LinkedProducts<'_>, sections: &SectionTree, ordinal: u32, id: SectionId) -> Option<NodeIndex> {
    let node = sections.find(id)?;
    let subtree = sections.subtree(node);
    linked.links.of(ordinal).iter().any(|link| subtree.contains(&link.as_usize())).then_some(node)
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
