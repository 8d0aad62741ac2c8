//! The bitmaps brought up to date: only those are copied in which a product changed or moved.

use super::tree_change::TreeChange;
use crate::catalog::permutation::Permutation;
use crate::catalog::product_index::{IndexedProducts, ProductIndex, ordinal};
use crate::catalog::rank_bitmaps::BitmapEdits;
use catalog_domain::sections::NodeIndex;
use roaring::RoaringBitmap;
use std::sync::Arc;

/// What changed between two catalogs.
#[derive(Clone, Copy)]
pub(super) struct IndexChange<'a> {
    /// The ordinals at which they differ, other than in offers alone.
    pub(super) ordinals: &'a [u32],
    /// The ordinals at which they differ in offers alone.
    pub(super) offers: &'a [u32],
    pub(super) old: IndexedProducts<'a>,
    pub(super) new: IndexedProducts<'a>,
    pub(super) tree_change: &'a TreeChange,
    /// By old position of a vendor: the new one.
    pub(super) vendors: &'a [Option<u32>],
}

#[derive(Default)]
struct IndexEdits {
    direct: BitmapEdits,
    subtrees: BitmapEdits,
    vendors: BitmapEdits,
}

impl ProductIndex {
    /// The index after `change`, in the order `permutation`; `None` is the order by name.
    pub(super) fn updated(&self, change: IndexChange<'_>, permutation: Option<&Arc<Permutation>>) -> Self {
        let IndexChange { new, tree_change, .. } = change;
        let mut edits = IndexEdits::default();
        let mut offers = self.offers.clone();
        let mut replace = |rank, ordinal| {
            offers.replace(rank, new.columns.rows[ordinal].flags, &new.list.get(ordinal).offer);
        };
        for ordinal in change.offers {
            replace(self.permutation.as_ref().map_or(*ordinal, |order| order.ranks[*ordinal]), *ordinal);
        }
        for rank in self.changed_ranks(change.ordinals, permutation) {
            let ordinal = ordinal(permutation.map(|order| &**order), rank);
            edits.remove(rank, self.ordinal(rank), change);
            edits.add(rank, ordinal, new);
            replace(rank, ordinal);
        }
        let mut direct = tree_change.rearranged(&self.direct);
        edits.direct.apply(&mut direct);
        let mut subtrees = tree_change.rearranged(&self.subtrees);
        edits.subtrees.apply(&mut subtrees);
        for leaf in new.sections.indexes().filter(|node| is_leaf(new, *node)) {
            subtrees[leaf.as_usize()] = Arc::clone(&direct[leaf.as_usize()]);
        }
        let mut vendors = vec![Arc::default(); new.vendor_count];
        for (bitmap, now) in self.vendors.iter().zip(change.vendors) {
            now.iter().for_each(|now| vendors[*now as usize] = Arc::clone(bitmap));
        }
        edits.vendors.apply(&mut vendors);
        Self { permutation: permutation.cloned(), direct, subtrees, vendors, offers }
    }

    /// The ranks at which another product is than before, or one that changed.
    fn changed_ranks(&self, ordinals: &[u32], permutation: Option<&Arc<Permutation>>) -> RoaringBitmap {
        let (Some(old), Some(new)) = (&self.permutation, permutation) else { return ordinals.iter().collect() };
        let moved = new.ordinals.differences(&old.ordinals);
        let changed = ordinals.iter().flat_map(|ordinal| [old.ranks[*ordinal], new.ranks[*ordinal]]);
        moved.chain(changed).collect()
    }
}

impl IndexEdits {
    fn remove(&mut self, rank: u32, ordinal: u32, change: IndexChange<'_>) {
        let IndexChange { old, new, tree_change, vendors, .. } = change;
        let links = old.columns.links.of(ordinal);
        for node in links {
            tree_change.moved(*node).iter().for_each(|node| self.direct.remove(node.0, rank));
            let above = old.sections.path_to_root(*node).filter_map(|node| tree_change.moved(node));
            above.filter(|node| !is_leaf(new, *node)).for_each(|node| self.subtrees.remove(node.0, rank));
        }
        if !links.is_empty() {
            let vendor = vendors[old.columns.rows[ordinal].vendor as usize];
            vendor.iter().for_each(|vendor| self.vendors.remove(*vendor, rank));
        }
    }

    fn add(&mut self, rank: u32, ordinal: u32, new: IndexedProducts<'_>) {
        let links = new.columns.links.of(ordinal);
        for node in links {
            self.direct.add(node.0, rank);
            let above = new.sections.path_to_root(*node).filter(|node| !is_leaf(new, *node));
            above.for_each(|node| self.subtrees.add(node.0, rank));
        }
        if !links.is_empty() {
            self.vendors.add(new.columns.rows[ordinal].vendor, rank);
        }
    }
}

fn is_leaf(products: IndexedProducts<'_>, node: NodeIndex) -> bool {
    products.sections.node(node).children.is_empty()
}

impl TreeChange {
    /// What there is of each section, in the order of the new tree; the default for a section that was not there.
    pub(super) fn rearranged<T: Default + Clone>(&self, old: &[T]) -> Vec<T> {
        self.origins().map(|origin| origin.map(|old_at| old[old_at.as_usize()].clone()).unwrap_or_default()).collect()
    }
}
