//! What a refresh changes, as the filter values see it.

use super::tree_change::TreeChange;
use crate::catalog::facets::LinkedProducts;
use catalog_domain::sections::SectionTree;

/// A list of products before and after a change, with its links to one tree.
#[derive(Clone, Copy)]
pub(super) struct ChangedView<'a> {
    /// The ordinals at which products changed, came, went or moved, or are in other subtrees than before.
    pub(super) ordinals: &'a [u32],
    /// Those of them at which there is another product, or one that has other values.
    pub(super) with_other_values: &'a [u32],
    pub(super) old: (LinkedProducts<'a>, &'a SectionTree),
    pub(super) new: (LinkedProducts<'a>, &'a SectionTree),
    pub(super) tree_change: &'a TreeChange,
}
