//! The public section trees before and after a run.

use catalog_domain::change::TreeChange;
use catalog_domain::sections::{NodeIndex, Section, SectionTree, SectionTrees};
use catalog_domain::values::{SectionId, StorefrontHost};
use std::collections::HashSet;
use std::sync::Arc;

/// The public trees before and after a run.
pub(crate) struct PublicTrees {
    before: SectionTree,
    after: SectionTree,
    /// Whether any product's public sections or their ancestors can differ.
    pub(crate) differ: bool,
}

pub(crate) type Storefronted<'a> = (&'a [Arc<Section>], &'a StorefrontHost);

impl PublicTrees {
    pub(crate) fn build(before: Storefronted<'_>, after: Storefronted<'_>) -> Self {
        let before = SectionTrees::build(before.0, before.1).public;
        let after = SectionTrees::build(after.0, after.1).public;
        let differ = before.len() != after.len()
            || before.indexes().any(|index| {
                let found = after.find(before.id(index));
                found.is_none_or(|found| parent_id(&after, found) != parent_id(&before, index))
            });
        Self { before, after, differ }
    }

    /// The sections that became public or stopped being so.
    pub(crate) fn toggled(&self) -> HashSet<SectionId> {
        let ids = |tree: &SectionTree| tree.indexes().map(|index| tree.id(index)).collect::<HashSet<_>>();
        ids(&self.before).symmetric_difference(&ids(&self.after)).copied().collect()
    }

    pub(crate) fn change(&self) -> TreeChange<'_> {
        TreeChange { before: &self.before, after: &self.after }
    }
}

fn parent_id(tree: &SectionTree, index: NodeIndex) -> Option<SectionId> {
    tree.node(index).parent.map(|parent| tree.id(parent))
}
