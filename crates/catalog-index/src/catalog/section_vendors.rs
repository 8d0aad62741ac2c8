//! How many products of each vendor every section has: counted for the whole tree at once.
//!
//! A product that is linked to several sections counts once in each of their ancestors. So it adds one to every linked
//! section, and subtracts one at the common ancestor of neighbouring ones, in tree order; then sums over subtrees are
//! counts of distinct products, and every section is the sum of itself and its children.

use super::columns::ProductColumns;
use super::ordinal_set::OrdinalSet;
use super::positions::position;
use super::product_index::ProductIndex;
use catalog_domain::sections::{NodeIndex, SectionTree};
use std::ops::Range;

#[derive(Debug)]
pub(super) struct SectionVendors {
    /// By section: where its counts are.
    ranges: Vec<Range<u32>>,
    /// The counts of one section together, by vendor.
    counts: Vec<Count>,
}

/// The products that one vendor has in the subtree of one section, of which there is at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) vendor: u32,
    pub(super) products: u32,
    /// Those with a positive stock on at least one warehouse.
    pub(super) available: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CommonAncestor {
    node: NodeIndex,
    ordinal: u32,
}

impl SectionVendors {
    /// Counts the products of `columns`, whose numbers in `by_name` are their ordinals.
    pub(super) fn count(
        sections: &SectionTree,
        columns: &ProductColumns,
        by_name: &ProductIndex,
        vendor_count: usize,
    ) -> Self {
        let common_ancestors = common_ancestors(sections, columns);
        let mut common_ancestors = common_ancestors.as_slice();
        let mut vendors = Self { ranges: vec![0..0; sections.len()], counts: Vec::new() };
        let mut sums = Sums::new(vendor_count);
        // Children follow their parents, so in reverse order every child is counted before its parent.
        for node in sections.indexes().rev() {
            for child in &sections.node(node).children {
                for count in vendors.of(*child) {
                    sums.add(count.vendor, count.products.into(), count.available.into());
                }
            }
            let mut add = |ordinal: u32, products: i64| {
                let row = columns.rows[ordinal];
                let available = if row.flags.is_available() { products } else { 0 };
                sums.add(row.vendor, products, available);
            };
            by_name.direct(node).iter().for_each(|ordinal| add(ordinal, 1));
            let (others, met) =
                common_ancestors.split_at(common_ancestors.partition_point(|meeting| meeting.node < node));
            common_ancestors = others;
            met.iter().for_each(|meeting| add(meeting.ordinal, -1));
            let start = position(vendors.counts.len());
            sums.take(&mut vendors.counts);
            vendors.ranges[node.as_usize()] = start..position(vendors.counts.len());
        }
        vendors.counts.shrink_to_fit();
        vendors
    }

    pub(super) fn of(&self, node: NodeIndex) -> &[Count] {
        let Range { start, end } = self.ranges[node.as_usize()];
        &self.counts[start as usize..end as usize]
    }
}

fn common_ancestors(sections: &SectionTree, columns: &ProductColumns) -> Vec<CommonAncestor> {
    let mut common_ancestors = Vec::new();
    let mut linked: Vec<NodeIndex> = Vec::new();
    for ordinal in 0..columns.links.len() {
        let links = columns.links.of(ordinal);
        if links.len() > 1 {
            linked.clear();
            linked.extend(links);
            linked.sort_unstable();
            linked.dedup();
            let pairs = linked.array_windows().filter_map(|[a, b]| common_ancestor(sections, *a, *b));
            common_ancestors.extend(pairs.map(|node| CommonAncestor { node, ordinal }));
        }
    }
    common_ancestors.sort_unstable();
    common_ancestors
}

fn common_ancestor(sections: &SectionTree, a: NodeIndex, b: NodeIndex) -> Option<NodeIndex> {
    sections.path_to_root(a).find(|node| sections.subtree(*node).contains(&b.as_usize()))
}

/// Sums by vendor, for one section after the other.
struct Sums {
    /// By vendor: products, and those that are available. Negative until all of its parts are added.
    of_vendors: Vec<(i64, i64)>,
    /// The vendors that have a sum: a section has few of those of a large catalog.
    used: OrdinalSet,
}

impl Sums {
    fn new(vendors: usize) -> Self {
        Self { of_vendors: vec![(0, 0); vendors], used: OrdinalSet::default() }
    }

    fn add(&mut self, vendor: u32, products: i64, available: i64) {
        let sum = &mut self.of_vendors[vendor as usize];
        sum.0 += products;
        sum.1 += available;
        self.used.insert(vendor);
    }

    /// Moves the sums to `counts`, by vendor, and starts again from zero.
    fn take(&mut self, counts: &mut Vec<Count>) {
        for vendor in std::mem::take(&mut self.used).iter() {
            let (products, available) = std::mem::take(&mut self.of_vendors[vendor as usize]);
            counts.push(Count { vendor, products: count(products), available: count(available) });
        }
    }
}

/// Fewer than 2^32 products exist.
fn count(sum: i64) -> u32 {
    u32::try_from(sum).unwrap_or(u32::MAX)
}
