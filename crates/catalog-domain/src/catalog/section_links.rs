//! Which sections of one tree each product is linked to directly.

use super::column::CHUNK;
use super::product_list::ProductList;
use crate::products::product::Product;
use crate::sections::tree::{NodeIndex, SectionTree};
use roaring::RoaringBitmap;
use std::sync::Arc;

/// By ordinal: the sections of a tree that the product is linked to, in source order. In chunks, as [columns] are.
///
/// [columns]: super::column
#[derive(Debug, Clone)]
pub(super) struct SectionLinks {
    chunks: Vec<Arc<Links>>,
}

/// The links of as many products as a chunk of a column has.
#[derive(Debug)]
struct Links {
    starts: [u32; CHUNK + 1],
    nodes: Box<[NodeIndex]>,
}

impl SectionLinks {
    pub(super) fn new(list: &ProductList, sections: &SectionTree) -> Self {
        let links = |at, nodes: &mut Vec<NodeIndex>| push_links(list.get(at), sections, nodes);
        let chunk = |start| {
            list.prefetch(start..start + length(CHUNK), |product| product.sections.len());
            Arc::new(Links::new(start, links))
        };
        Self { chunks: (0..list.len()).step_by(CHUNK).map(chunk).collect() }
    }

    /// The links of `list`, which results from the list of these by changes at the ordinals `changed` (ascending), to
    /// `sections`. The others' links are `moved`; `None`: they are as they were.
    pub(super) fn updated(
        &self,
        list: &ProductList,
        changed: &[u32],
        sections: &SectionTree,
        moved: Option<&dyn Fn(NodeIndex) -> Option<NodeIndex>>,
    ) -> Self {
        let links = |at: u32, nodes: &mut Vec<NodeIndex>| match (changed.binary_search(&at), moved) {
            (Ok(_), _) => push_links(list.get(at), sections, nodes),
            (Err(_), Some(moved)) => nodes.extend(self.of(at).iter().filter_map(|node| moved(*node))),
            (Err(_), None) => nodes.extend(self.of(at)),
        };
        let mut changes = changed.iter().map(|at| *at as usize / CHUNK).peekable();
        let chunks = (0..list.len()).step_by(CHUNK).enumerate().map(|(at, start)| {
            let mut is_changed = false;
            while changes.next_if(|changed| *changed <= at).is_some() {
                is_changed = true;
            }
            match self.chunks.get(at).filter(|_| !is_changed && moved.is_none()) {
                Some(chunk) => Arc::clone(chunk),
                None => Arc::new(Links::new(start, links)),
            }
        });
        Self { chunks: chunks.collect() }
    }

    /// The number of ordinals.
    pub(super) fn len(&self) -> u32 {
        length(self.chunks.len() * CHUNK)
    }

    /// The sections of the product with that ordinal; empty when it is not in the tree.
    pub(super) fn of(&self, ordinal: u32) -> &[NodeIndex] {
        let (chunk, at) = (ordinal as usize / CHUNK, ordinal as usize % CHUNK);
        self.chunks
            .get(chunk)
            .map_or(&[], |links| &links.nodes[links.starts[at] as usize..links.starts[at + 1] as usize])
    }

    /// Whether the product with that ordinal is in the tree.
    pub(super) fn has_any(&self, ordinal: u32) -> bool {
        !self.of(ordinal).is_empty()
    }

    /// The ordinals of the products that are in the tree.
    pub(super) fn linked(&self) -> RoaringBitmap {
        (0..self.len()).filter(|ordinal| self.has_any(*ordinal)).collect()
    }
}

/// Appends the sections that the product is linked to.
fn push_links(product: &Product, sections: &SectionTree, nodes: &mut Vec<NodeIndex>) {
    nodes.extend(product.sections.iter().filter_map(|id| sections.find(*id)));
}

impl Links {
    /// Those of the products from the ordinal `start` on; `links` appends each one's.
    fn new(start: u32, links: impl Fn(u32, &mut Vec<NodeIndex>)) -> Self {
        let mut nodes = Vec::new();
        let mut starts = [0; CHUNK + 1];
        for (ordinal, end) in (start..).zip(&mut starts[1..]) {
            links(ordinal, &mut nodes);
            *end = length(nodes.len());
        }
        Self { starts, nodes: nodes.into() }
    }
}

/// Fewer than 2^32 links exist.
fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
