//! Which sections are active and public, and the trees they form (`docs/contract.md#visibility`).
//!
//! A tree is stored in pre-order, so a subtree is a contiguous range of nodes.

use crate::sections::section::Section;
use crate::values::identifiers::SectionId;
use crate::values::name_order::NameOrder;
use crate::values::url_group::StorefrontHost;
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// The position of a section in the pre-order of its tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(pub u32);

impl NodeIndex {
    /// The position as an index into columns parallel to the tree.
    pub fn as_usize(self) -> usize {
        self.0 as usize
    }
}

/// A section in its tree.
#[derive(Debug, Clone)]
pub struct SectionNode {
    /// The section.
    pub section: Arc<Section>,
    /// The nearest ancestor that is in the same tree.
    pub parent: Option<NodeIndex>,
    /// 1 for a root.
    pub level: u32,
    /// Direct children, in sibling order.
    pub children: Vec<NodeIndex>,
    /// One past the last node of the subtree.
    subtree_end: u32,
}

/// A forest of sections in pre-order; siblings by `sortOrder`, then name, then id.
#[derive(Debug, Clone, Default)]
pub struct SectionTree {
    nodes: Vec<SectionNode>,
    /// By position: every rendered product needs one, and the sections themselves are scattered over memory.
    ids: Vec<SectionId>,
    by_id: HashMap<SectionId, NodeIndex>,
}

/// The two trees that the interfaces show.
#[derive(Debug, Clone, Default)]
pub struct SectionTrees {
    /// Active sections on the storefront's host: what v2 shows.
    pub public: SectionTree,
    /// Active sections of every host: what v1 shows.
    pub active: SectionTree,
}

impl SectionTrees {
    /// Builds both trees from all sections of the store.
    ///
    /// A section is active when its own switch is on, it is not a service section, and so are all its ancestors. A
    /// section whose chain of parents loops or ends in a missing one counts as inactive: it belongs to no tree that
    /// could show it.
    pub fn build(sections: &[Arc<Section>], storefront: &StorefrontHost) -> Self {
        let children = by_parent(sections);
        let is_public = |section: &Section| section.off_storefront(storefront).is_none();
        Self { public: SectionTree::build(&children, is_public), active: SectionTree::build(&children, |_| true) }
    }
}

/// The sections below each section, and the roots under `None`.
fn by_parent(sections: &[Arc<Section>]) -> HashMap<Option<SectionId>, Vec<&Arc<Section>>> {
    let mut children: HashMap<_, Vec<_>> = HashMap::new();
    for section in sections {
        children.entry(section.parent).or_default().push(section);
    }
    children
}

/// The included children of each included section (of the forest itself under `None`).
type IncludedChildren<'a> = HashMap<Option<SectionId>, Vec<&'a Arc<Section>>>;

impl SectionTree {
    /// The tree of the active sections of every host, which [`SectionTrees::build`] builds as well.
    pub fn of_active(sections: &[Arc<Section>]) -> Self {
        Self::build(&by_parent(sections), |_| true)
    }

    /// The tree of the active sections that satisfy `belongs`: others are skipped, their children are not.
    fn build(children: &HashMap<Option<SectionId>, Vec<&Arc<Section>>>, belongs: impl Fn(&Section) -> bool) -> Self {
        let mut included: IncludedChildren<'_> = HashMap::new();
        // Walking down from the roots visits exactly the sections whose ancestors are all active; loops are never
        // reached. A work list instead of recursion: sources may nest arbitrarily deep.
        let mut pending: Vec<(Option<SectionId>, Option<SectionId>)> = vec![(None, None)];
        while let Some((at, nearest_included)) = pending.pop() {
            for section in children.get(&at).into_iter().flatten().filter(|child| child.switched_off().is_none()) {
                let mut nearest_included = nearest_included;
                if belongs(section) {
                    included.entry(nearest_included).or_default().push(section);
                    nearest_included = Some(section.id);
                }
                pending.push((Some(section.id), nearest_included));
            }
        }
        for siblings in included.values_mut() {
            siblings.sort_by_cached_key(|section| (section.sort_order, NameOrder::new(&section.name, section.id)));
        }
        Self::in_pre_order(&included)
    }

    /// Lays out the included sections in pre-order.
    fn in_pre_order(included: &IncludedChildren<'_>) -> Self {
        let mut tree = Self::default();
        let mut pending: Vec<(&Arc<Section>, Option<NodeIndex>)> = Vec::new();
        let push_children = |pending: &mut Vec<_>, of: Option<SectionId>, parent| {
            pending.extend(included.get(&of).into_iter().flatten().rev().map(|child| (*child, parent)));
        };
        push_children(&mut pending, None, None);
        while let Some((section, parent)) = pending.pop() {
            let index = NodeIndex(u32::try_from(tree.nodes.len()).unwrap_or(u32::MAX));
            let level = parent.map_or(1, |parent: NodeIndex| tree.nodes[parent.as_usize()].level + 1);
            if let Some(parent) = parent {
                tree.nodes[parent.as_usize()].children.push(index);
            }
            tree.by_id.insert(section.id, index);
            tree.ids.push(section.id);
            tree.nodes.push(SectionNode {
                section: Arc::clone(section),
                parent,
                level,
                children: Vec::new(),
                subtree_end: index.0 + 1,
            });
            push_children(&mut pending, Some(section.id), Some(index));
        }
        // Children follow their parents, so in reverse order every subtree's end is known before it is needed.
        for at in (0..tree.nodes.len()).rev() {
            if let Some(last_child) = tree.nodes[at].children.last().copied() {
                tree.nodes[at].subtree_end = tree.nodes[last_child.as_usize()].subtree_end;
            }
        }
        tree
    }

    /// All nodes in pre-order: the order of flat lists.
    pub fn nodes(&self) -> &[SectionNode] {
        &self.nodes
    }

    /// The number of sections in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no section.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All positions in pre-order.
    pub fn indexes(&self) -> impl DoubleEndedIterator<Item = NodeIndex> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(NodeIndex)
    }

    /// The roots in sibling order.
    pub fn roots(&self) -> impl Iterator<Item = NodeIndex> {
        self.indexes().filter(|index| self.node(*index).parent.is_none())
    }

    /// The node at `index`, which must come from this tree.
    pub fn node(&self, index: NodeIndex) -> &SectionNode {
        &self.nodes[index.as_usize()]
    }

    /// The id of the section at `index`, which must come from this tree.
    pub fn id(&self, index: NodeIndex) -> SectionId {
        self.ids[index.as_usize()]
    }

    /// The node of the section; `None` when it is not in this tree.
    pub fn find(&self, id: SectionId) -> Option<NodeIndex> {
        self.by_id.get(&id).copied()
    }

    /// The positions of the section and everything below it.
    pub fn subtree(&self, index: NodeIndex) -> Range<usize> {
        index.as_usize()..self.node(index).subtree_end as usize
    }

    /// The section itself, then its ancestors up to the root.
    pub fn path_to_root(&self, index: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        std::iter::successors(Some(index), |at| self.node(*at).parent)
    }

    /// The sections of this tree among `linked`, in that order.
    pub fn among(&self, linked: &[SectionId]) -> Vec<NodeIndex> {
        linked.iter().filter_map(|id| self.find(*id)).collect()
    }

    /// The ids of every section whose subtree holds something linked to `linked`: those sections and all their
    /// ancestors in this tree, each once, ascending.
    pub fn holders(&self, linked: &[SectionId]) -> Vec<SectionId> {
        let mut ids: Vec<SectionId> = self
            .among(linked)
            .into_iter()
            .flat_map(|index| self.path_to_root(index))
            .map(|index| self.id(index))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

#[cfg(test)]
mod tests;
