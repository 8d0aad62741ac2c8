//! Which sections of one tree each product is linked to directly.

use super::column;
use super::ordinal_map::OrdinalMap;
use super::tree_change::TreeChange;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use roaring::RoaringBitmap;
use std::sync::Arc;

/// By ordinal: the sections of a tree that the product is linked to, in source order. One flat column.
#[derive(Debug)]
pub(super) struct SectionLinks {
    starts: Vec<u32>,
    nodes: Vec<NodeIndex>,
}

impl SectionLinks {
    pub(super) fn new(products: &[Arc<Product>], sections: &SectionTree) -> Self {
        let mut links = Self::with_capacity(products.len(), products.len());
        for product in products {
            links.push(product.sections.iter().filter_map(|id| sections.find(*id)));
        }
        links.complete()
    }

    /// The links of `products`, which result from those of this one by renumbering, to the tree that `change` leads to.
    pub(super) fn renumbered(
        &self,
        ordinal_map: &OrdinalMap,
        products: &[Arc<Product>],
        (sections, change): (&SectionTree, &TreeChange),
    ) -> Self {
        let mut links = Self::with_capacity(products.len(), self.nodes.len());
        for (product, origin) in products.iter().zip(ordinal_map.origins()) {
            match origin {
                Some(old) => links.push(self.of(old).iter().filter_map(|node| change.moved(*node))),
                None => links.push(product.sections.iter().filter_map(|id| sections.find(*id))),
            }
        }
        links.complete()
    }

    fn with_capacity(products: usize, nodes: usize) -> Self {
        let mut starts = column::with_capacity(products + 1);
        starts.push(0);
        Self { starts, nodes: column::with_capacity(nodes) }
    }

    fn complete(mut self) -> Self {
        self.starts.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self
    }

    fn push(&mut self, nodes: impl Iterator<Item = NodeIndex>) {
        self.nodes.extend(nodes);
        self.starts.push(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
    }

    /// The number of products, in the tree or not.
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.starts.len() - 1).unwrap_or(u32::MAX)
    }

    /// The sections of the product with that ordinal; empty when it is not in the tree.
    pub(super) fn of(&self, ordinal: u32) -> &[NodeIndex] {
        let at = ordinal as usize;
        &self.nodes[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Whether the product with that ordinal is in the tree.
    pub(super) fn has_any(&self, ordinal: u32) -> bool {
        self.starts[ordinal as usize] < self.starts[ordinal as usize + 1]
    }

    /// The ordinals of the products that are in the tree.
    pub(super) fn linked(&self) -> RoaringBitmap {
        (0..self.len()).filter(|ordinal| self.has_any(*ordinal)).collect()
    }
}
