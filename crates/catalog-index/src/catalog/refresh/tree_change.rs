//! From the sections of one tree to those of the next: where each one moved, and which ones have other ancestors now.

use catalog_domain::sections::{NodeIndex, SectionTree};
use catalog_domain::values::SectionId;

#[derive(Debug)]
pub(in crate::catalog) struct TreeChange {
    /// By old position: the new one; `None` for a section that is gone.
    moved: Vec<Option<NodeIndex>>,
    /// By new position: the old one; `None` for a section that was not there.
    origins: Vec<Option<NodeIndex>>,
    /// The old positions of the sections that are gone, or whose ancestors changed.
    unsettled: Vec<NodeIndex>,
    added: Vec<SectionId>,
}

impl TreeChange {
    pub(super) fn between(old: &SectionTree, new: &SectionTree) -> Self {
        let same = |from: &SectionTree, to: &SectionTree| -> Vec<Option<NodeIndex>> {
            from.nodes().iter().map(|node| to.find(node.section.id)).collect()
        };
        let (moved, origins) = (same(old, new), same(new, old));
        // By new position: whether the section and its ancestors are the same ones as before. Parents precede children.
        let mut is_settled: Vec<bool> = Vec::with_capacity(new.len());
        for (node, origin) in new.nodes().iter().zip(&origins) {
            let settled = origin.is_some_and(|origin| match node.parent {
                None => old.node(origin).parent.is_none(),
                Some(parent) => is_settled[parent.as_usize()] && old.node(origin).parent == origins[parent.as_usize()],
            });
            is_settled.push(settled);
        }
        let stays = |node: &NodeIndex| moved[node.as_usize()].is_some_and(|new| is_settled[new.as_usize()]);
        let is_new = |node: &NodeIndex| origins[node.as_usize()].is_none();
        Self {
            unsettled: old.indexes().filter(|node| !stays(node)).collect(),
            added: new.indexes().filter(is_new).map(|node| new.id(node)).collect(),
            moved,
            origins,
        }
    }

    /// Whether every section is where it was.
    pub(super) fn is_none(&self) -> bool {
        let is_here = |(origin, at): (&Option<NodeIndex>, u32)| *origin == Some(NodeIndex(at));
        self.unsettled.is_empty() && self.moved.len() == self.origins.len() && self.origins.iter().zip(0..).all(is_here)
    }

    /// Where the section at the position `old` is now; `None` when it is gone, or when there was none.
    pub(super) fn moved(&self, old: NodeIndex) -> Option<NodeIndex> {
        self.moved.get(old.as_usize()).copied().flatten()
    }

    /// Where the section at the position `new` was before; `None` when it was not there.
    pub(super) fn origin(&self, new: NodeIndex) -> Option<NodeIndex> {
        self.origins[new.as_usize()]
    }

    /// By new position: where each section was before.
    pub(super) fn origins(&self) -> impl Iterator<Item = Option<NodeIndex>> {
        self.origins.iter().copied()
    }

    /// The old positions of the sections whose products are in other subtrees now: sections that are gone, and sections
    /// whose ancestors changed. Products that are linked to none of them, and to no [added](Self::added) section, are
    /// where they were.
    pub(super) fn unsettled(&self) -> &[NodeIndex] {
        &self.unsettled
    }

    /// The sections that were not there.
    pub(super) fn added(&self) -> &[SectionId] {
        &self.added
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::sections::SectionTrees;
    use catalog_testkit::builders::storefront;
    use catalog_testkit::random_catalog::section_of;
    use std::sync::Arc;

    /// The public tree of sections given as (id, parent).
    fn tree(sections: &[(i64, Option<i64>)]) -> SectionTree {
        let sections: Vec<_> = sections.iter().map(|(id, parent)| Arc::new(section_of(*id, *parent))).collect();
        SectionTrees::build(&sections, &storefront()).public
    }

    #[test]
    fn a_section_is_settled_when_it_and_all_its_ancestors_are_what_they_were() {
        let old = [(1, None), (2, Some(1)), (3, Some(2)), (4, Some(1)), (5, None)];
        for (what, new, unsettled, added) in [
            ("nothing", vec![(1, None), (2, Some(1)), (3, Some(2)), (4, Some(1)), (5, None)], vec![], vec![]),
            ("2 is gone, and 3 with it", vec![(1, None), (4, Some(1)), (5, None)], vec![2, 3], vec![]),
            ("2 is skipped", vec![(1, None), (3, Some(1)), (4, Some(1)), (5, None)], vec![2, 3], vec![]),
            ("2 is below 5", vec![(1, None), (2, Some(5)), (3, Some(2)), (4, Some(1)), (5, None)], vec![2, 3], vec![]),
            ("4 is a root", vec![(1, None), (2, Some(1)), (3, Some(2)), (4, None), (5, None)], vec![4], vec![]),
            ("5 is below 4", vec![(1, None), (2, Some(1)), (3, Some(2)), (4, Some(1)), (5, Some(4))], vec![5], vec![]),
            (
                "6 is between 1 and 2, and 7 below 3",
                vec![(1, None), (6, Some(1)), (2, Some(6)), (3, Some(2)), (4, Some(1)), (5, None), (7, Some(3))],
                vec![2, 3],
                vec![6, 7],
            ),
        ] {
            let (old, new) = (tree(&old), tree(&new));
            let change = TreeChange::between(&old, &new);
            let mut found: Vec<i64> = change.unsettled().iter().map(|at| old.id(*at).0).collect();
            found.sort_unstable();
            let mut found_added: Vec<i64> = change.added().iter().map(|id| id.0).collect();
            found_added.sort_unstable();
            assert_eq!((found, found_added), (unsettled, added), "{what}");
            for at in old.indexes() {
                assert_eq!(change.moved(at), new.find(old.id(at)), "{what}");
            }
            for at in new.indexes() {
                assert_eq!(change.origin(at), old.find(new.id(at)), "{what}");
            }
        }
    }
}
