//! Which sections of one tree each product is linked to directly.

use super::column;
use crate::products::product::Product;
use crate::sections::tree::{NodeIndex, SectionTree};
use roaring::RoaringBitmap;
use std::sync::Arc;

/// By ordinal: the sections of a tree that the product is linked to, in source order. One flat column.
#[derive(Debug)]
pub(super) struct SectionLinks {
    starts: Vec<u32>,
    pub(super) nodes: Vec<NodeIndex>,
}

impl SectionLinks {
    pub(super) fn new(products: &[Arc<Product>], sections: &SectionTree) -> Self {
        let mut links = Self::with_capacity(products.len(), products.len());
        for product in products {
            links.push(product.sections.iter().filter_map(|id| sections.find(*id)));
        }
        links.complete()
    }

    pub(super) fn with_capacity(products: usize, nodes: usize) -> Self {
        let mut starts = column::with_capacity(products + 1);
        starts.push(0);
        Self { starts, nodes: column::with_capacity(nodes) }
    }

    pub(super) fn complete(mut self) -> Self {
        self.starts.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self
    }

    pub(super) fn push(&mut self, nodes: impl Iterator<Item = NodeIndex>) {
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
