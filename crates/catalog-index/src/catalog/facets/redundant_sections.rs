//! Sections that contain nothing beyond their parents.

use catalog_domain::sections::{NodeIndex, SectionTree};
use catalog_domain::values::SectionId;
use hashbrown::HashSet;

/// The sections of a tree that add nothing to their parents: every list of sections that names one names its parent,
/// too, so any value in the section is also in the parent. Most sources name all sections from the root down.
#[derive(Debug, Clone)]
pub(in crate::catalog) struct RedundantSections {
    /// By section. One that adds nothing may be missing: products that named it alone may have gone.
    pub(in crate::catalog) is_redundant: Vec<bool>,
}

impl RedundantSections {
    /// For the sections of `tree` when no list names any.
    pub(in crate::catalog) fn of_no_lists(tree: &SectionTree) -> Self {
        Self { is_redundant: tree.nodes().iter().map(|node| node.parent.is_some()).collect() }
    }

    pub(in crate::catalog) fn add(&mut self, list: &[SectionId], tree: &SectionTree) {
        // Sorted: a list may name every section of a deep tree.
        let mut named = tree.among(list);
        named.sort_unstable();
        for node in &named {
            let names = |parent| named.binary_search(&parent).is_ok();
            let is_redundant = &mut self.is_redundant[node.as_usize()];
            *is_redundant = *is_redundant && tree.node(*node).parent.is_some_and(names);
        }
    }

    /// The distinct `sections` without those that add nothing to others among them, in tree order.
    pub(in crate::catalog) fn without_redundant(&self, sections: &[NodeIndex], tree: &SectionTree) -> Vec<NodeIndex> {
        let selected: HashSet<NodeIndex> = sections.iter().copied().collect();
        let adds_nothing = |section: &NodeIndex| {
            let parent = tree.node(*section).parent.filter(|_| self.is_redundant[section.as_usize()]);
            parent.is_some_and(|parent| selected.contains(&parent))
        };
        let mut rest: Vec<NodeIndex> = selected.iter().copied().filter(|section| !adds_nothing(section)).collect();
        rest.sort_unstable();
        rest
    }
}
