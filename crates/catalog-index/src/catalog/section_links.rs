//! Which sections of one tree each product is linked to directly.

use super::layout::ColumnLayout;
use super::positions::position;
use super::product_list::ProductList;
use super::rank_bitmaps::ascending;
use catalog_domain::products::Product;
use catalog_domain::sections::{NodeIndex, SectionTree};
use roaring::RoaringBitmap;
use std::sync::Arc;

/// By ordinal: the sections of a tree that the product is linked to, in source order. In chunks, as [columns] are.
///
/// [columns]: super::column
#[derive(Debug, Clone)]
pub(super) struct SectionLinks {
    chunks: Vec<Links>,
    layout: ColumnLayout,
    /// The ordinals of the products that are linked to a section outside the tree, too.
    linked_outside: Arc<RoaringBitmap>,
}

/// The links of as many products as a chunk of a column has. Cloning them shares both.
#[derive(Debug, Clone)]
struct Links {
    /// By place in the chunk: where the links start, and where the last ones end.
    starts: Arc<[u32]>,
    nodes: Arc<[NodeIndex]>,
}

impl SectionLinks {
    pub(super) fn new(list: &ProductList, sections: &SectionTree) -> Self {
        let mut linked_outside = Vec::new();
        let mut links = |at, nodes: &mut Vec<NodeIndex>| {
            if push_links(list.get(at), sections, nodes) {
                linked_outside.push(at);
            }
        };
        let layout = list.layout.column;
        let chunk = |start| {
            list.prefetch(start..start + position(layout.chunk()), |product| product.sections.len());
            Links::new(start, layout, &mut links)
        };
        let chunks = (0..list.len()).step_by(layout.chunk()).map(chunk).collect();
        Self { chunks, layout, linked_outside: Arc::new(ascending(linked_outside.iter().copied())) }
    }

    /// The links of `list`, which results from the list of these by changes at the ordinals `changed` (ascending), to
    /// `sections`. `moved` gives the positions of the others' sections, which are all there; `None`: they stay.
    pub(super) fn updated(
        &self,
        list: &ProductList,
        changed: &[u32],
        sections: &SectionTree,
        moved: Option<&impl Fn(NodeIndex) -> NodeIndex>,
    ) -> Self {
        let mut linked_outside = RoaringBitmap::clone(&self.linked_outside);
        let mut links = |ordinal: u32, nodes: &mut Vec<NodeIndex>| {
            if push_links(list.get(ordinal), sections, nodes) {
                linked_outside.insert(ordinal);
            } else {
                linked_outside.remove(ordinal);
            }
        };
        let (mut rest, layout) = (changed, self.layout);
        let chunks = (0..list.len()).step_by(layout.chunk()).enumerate().map(|(at, start)| {
            let end = start + position(layout.chunk());
            let (changed, others) = rest.split_at(rest.partition_point(|ordinal| *ordinal < end));
            rest = others;
            match (self.chunks.get(at), moved) {
                (Some(chunk), None) if changed.is_empty() => chunk.clone(),
                (Some(chunk), None) => chunk.updated(start, changed, |node| *node, &mut links),
                (Some(chunk), Some(moved)) => chunk.updated(start, changed, |node| moved(*node), &mut links),
                // All its products are new.
                (None, _) => Links::new(start, layout, &mut links),
            }
        });
        Self { chunks: chunks.collect(), layout, linked_outside: Arc::new(linked_outside) }
    }

    /// The ordinals of the products that are linked to a section outside the tree, too.
    pub(super) fn linked_outside(&self) -> &RoaringBitmap {
        &self.linked_outside
    }

    pub(super) fn len(&self) -> u32 {
        position(self.chunks.len() * self.layout.chunk())
    }

    /// The sections of the product with that ordinal; empty when it is not in the tree.
    pub(super) fn of(&self, ordinal: u32) -> &[NodeIndex] {
        let (chunk, at) = self.layout.place(ordinal);
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

/// Appends the sections that the product is linked to; returns whether it is linked to others outside the tree.
fn push_links(product: &Product, sections: &SectionTree, nodes: &mut Vec<NodeIndex>) -> bool {
    let before = nodes.len();
    nodes.extend(product.sections.iter().filter_map(|id| sections.find(*id)));
    nodes.len() - before < product.sections.len()
}

impl Links {
    /// Those of the products from the ordinal `start` on; `links` appends each one's.
    fn new(start: u32, layout: ColumnLayout, mut links: impl FnMut(u32, &mut Vec<NodeIndex>)) -> Self {
        let mut nodes = Vec::with_capacity(2 * layout.chunk());
        let mut starts = vec![0; layout.chunk() + 1];
        for (ordinal, end) in (start..).zip(&mut starts[1..]) {
            links(ordinal, &mut nodes);
            *end = position(nodes.len());
        }
        Self { starts: starts.into(), nodes: nodes.into() }
    }

    /// The same with other `links` at the ordinals `changed`, and all others `moved`.
    fn updated(
        &self,
        start: u32,
        changed: &[u32],
        moved: impl Fn(&NodeIndex) -> NodeIndex,
        mut links: impl FnMut(u32, &mut Vec<NodeIndex>),
    ) -> Self {
        let mut nodes = Vec::with_capacity(self.nodes.len() + changed.len());
        let (mut starts, chunk) = (vec![0; self.starts.len()], self.starts.len() - 1);
        let mut from = 0;
        for to in changed.iter().map(|ordinal| (ordinal - start) as usize).chain([chunk]) {
            let (first, last) = (self.starts[from], self.starts[to]);
            let before = position(nodes.len());
            for (start, old) in starts[from..=to].iter_mut().zip(&self.starts[from..=to]) {
                *start = before + (old - first);
            }
            nodes.extend(self.nodes[first as usize..last as usize].iter().map(&moved));
            if to < chunk {
                links(start + position(to), &mut nodes);
                from = to + 1;
            }
        }
        Self { starts: starts.into(), nodes: nodes.into() }
    }
}
