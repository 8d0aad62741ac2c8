//! Bitmaps over the public products, once per order that lists come in.
//!
//! In each index a product's number is its rank in that order, so a page of a filtered list is a run of consecutive
//! members of an intersection, whatever the order, the filters and the page number.

use super::build::SectionLinks;
use crate::offer::{Offer, positive};
use crate::price_level::PriceLevel;
use crate::product::Product;
use crate::query::{ProductSort, Scope};
use crate::section_tree::{NodeIndex, SectionTree};
use roaring::RoaringBitmap;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// The columns that an index is built from, all in name order.
pub(super) struct IndexedProducts<'a> {
    pub(super) products: &'a [Arc<Product>],
    pub(super) links: &'a SectionLinks,
    pub(super) vendor_of: &'a [u32],
    pub(super) vendor_count: usize,
}

/// One index for every order.
#[derive(Debug)]
pub(super) struct ProductIndexes {
    pub(super) by_name: ProductIndex,
    by_stock_number: ProductIndex,
    by_content_update: ProductIndex,
}

/// The bitmaps of one order.
#[derive(Debug)]
pub(super) struct ProductIndex {
    /// How ranks and ordinals go together. `None` where both are the same.
    permutation: Option<Permutation>,
    direct: Vec<RoaringBitmap>,
    /// `None` for a leaf, whose subtree is itself.
    subtrees: Vec<Option<RoaringBitmap>>,
    vendors: Vec<RoaringBitmap>,
    available: RoaringBitmap,
    sale: RoaringBitmap,
    /// Products that have a price for everybody: not hidden, with a retail or valid sale price.
    priced_for_all: RoaringBitmap,
    /// By level: products that have a price only for users of that level.
    priced_at_level_only: HashMap<PriceLevel, RoaringBitmap>,
}

/// An order other than by name.
#[derive(Debug)]
struct Permutation {
    /// By rank: the ordinal.
    ordinals: Vec<u32>,
    /// By ordinal: the rank.
    ranks: Vec<u32>,
}

impl Permutation {
    fn new(ordinals: Vec<u32>) -> Self {
        let mut ranks = vec![0; ordinals.len()];
        for (rank, ordinal) in (0..).zip(&ordinals) {
            ranks[*ordinal as usize] = rank;
        }
        Self { ordinals, ranks }
    }
}

impl ProductIndexes {
    pub(super) fn build(columns: &IndexedProducts<'_>, sections: &SectionTree) -> Self {
        let ranks: Vec<u32> = (0_u32..).take(columns.products.len()).collect();
        let mut by_stock_number = ranks.clone();
        by_stock_number.sort_unstable_by_key(|at| &*columns.products[*at as usize].stock_number);
        // A stable sort keeps the stock number order among products with one timestamp.
        let mut by_content_update = by_stock_number.clone();
        by_content_update.sort_by_key(|at| Reverse(columns.products[*at as usize].content_updated_at));
        Self {
            by_name: ProductIndex::build(columns, sections, None),
            by_stock_number: ProductIndex::build(columns, sections, Some(by_stock_number)),
            by_content_update: ProductIndex::build(columns, sections, Some(by_content_update)),
        }
    }

    /// The index whose ranks ascend in the given order, or descend in it for [`ProductSort::NameDescending`].
    pub(super) fn for_sort(&self, sort: ProductSort) -> &ProductIndex {
        match sort {
            ProductSort::Name | ProductSort::NameDescending => &self.by_name,
            ProductSort::StockNumber => &self.by_stock_number,
            ProductSort::ContentUpdatedDescending => &self.by_content_update,
        }
    }
}

impl ProductIndex {
    fn build(columns: &IndexedProducts<'_>, sections: &SectionTree, ordinals: Option<Vec<u32>>) -> Self {
        let mut index = Self {
            permutation: ordinals.map(Permutation::new),
            direct: vec![RoaringBitmap::new(); sections.len()],
            subtrees: vec![None; sections.len()],
            vendors: vec![RoaringBitmap::new(); columns.vendor_count],
            available: RoaringBitmap::new(),
            sale: RoaringBitmap::new(),
            priced_for_all: RoaringBitmap::new(),
            priced_at_level_only: HashMap::new(),
        };
        for rank in (0_u32..).take(columns.products.len()) {
            let ordinal = index.ordinal(rank);
            for node in columns.links.of(ordinal) {
                index.direct[node.as_usize()].insert(rank);
            }
            index.vendors[columns.vendor_of[ordinal] as usize].insert(rank);
            index.add_offer(rank, &columns.products[ordinal].offer);
        }
        index.unite_subtrees(sections);
        index
    }

    fn add_offer(&mut self, rank: u32, offer: &Offer) {
        if offer.is_available() {
            self.available.insert(rank);
        }
        if offer.sale {
            self.sale.insert(rank);
        }
        if offer.hide_prices {
            return;
        }
        // The two parts of `pricing::has_price`: what everybody gets, and what only a level gives.
        if crate::pricing::has_price(offer, &PriceLevel::retail()) {
            self.priced_for_all.insert(rank);
        } else {
            for entry in offer.levels.iter().filter(|entry| positive(entry.price).is_some()) {
                self.priced_at_level_only.entry(entry.level.clone()).or_default().insert(rank);
            }
        }
    }

    /// Children stand after their parents, so going backwards every child's subtree is ready.
    fn unite_subtrees(&mut self, sections: &SectionTree) {
        for index in sections.indexes().rev() {
            let children = &sections.node(index).children;
            if !children.is_empty() {
                let mut united = self.direct[index.as_usize()].clone();
                for child in children {
                    united |= self.subtree(*child);
                }
                self.subtrees[index.as_usize()] = Some(united);
            }
        }
    }

    /// The ordinal of the product at `rank`.
    pub(super) fn ordinal(&self, rank: u32) -> usize {
        self.permutation.as_ref().map_or(rank, |permutation| permutation.ordinals[rank as usize]) as usize
    }

    /// The ranks of the products with those ordinals.
    pub(super) fn ranks_of<'a>(&self, ordinals: &'a RoaringBitmap) -> Cow<'a, RoaringBitmap> {
        let Some(permutation) = &self.permutation else { return Cow::Borrowed(ordinals) };
        let mut ranks: Vec<u32> = ordinals.iter().map(|ordinal| permutation.ranks[ordinal as usize]).collect();
        ranks.sort_unstable();
        Cow::Owned(ranks.into_iter().collect())
    }

    /// The products that a list with that scope is about.
    pub(super) fn in_scope(&self, section: NodeIndex, scope: Scope) -> &RoaringBitmap {
        match scope {
            Scope::Subtree => self.subtree(section),
            Scope::Direct => self.direct(section),
        }
    }

    pub(super) fn direct(&self, index: NodeIndex) -> &RoaringBitmap {
        &self.direct[index.as_usize()]
    }

    pub(super) fn subtree(&self, index: NodeIndex) -> &RoaringBitmap {
        self.subtrees[index.as_usize()].as_ref().unwrap_or(&self.direct[index.as_usize()])
    }

    pub(super) fn vendor(&self, vendor: u32) -> &RoaringBitmap {
        &self.vendors[vendor as usize]
    }

    pub(super) fn available(&self) -> &RoaringBitmap {
        &self.available
    }

    pub(super) fn sale(&self) -> &RoaringBitmap {
        &self.sale
    }

    /// The disjoint sets whose union has a price for users of `level`.
    pub(super) fn priced_for(&self, level: &PriceLevel) -> Vec<&RoaringBitmap> {
        std::iter::once(&self.priced_for_all).chain(self.priced_at_level_only.get(level)).collect()
    }
}
