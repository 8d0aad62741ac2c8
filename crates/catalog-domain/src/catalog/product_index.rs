//! Bitmaps over the public products, once per list order.
//!
//! In each index a product's number is its rank in that order among all active products, so a page of a filtered list
//! is a run of consecutive members of an intersection, whatever the order, the filters and the page number.

use super::column;
use super::columns::{OfferFlags, ProductColumns};
use super::product_list::{Orders, ProductList};
use super::rank_bitmaps::{ascending, group_ranks};
use crate::catalog::query::{ProductSort, Scope};
use crate::pricing::offer::positive;
use crate::pricing::price_level::PriceLevel;
use crate::sections::tree::{NodeIndex, SectionTree};
use roaring::RoaringBitmap;
use std::collections::HashMap;
use std::sync::Arc;

/// The inputs of an index.
#[derive(Clone, Copy)]
pub(super) struct IndexedProducts<'a> {
    pub(super) list: &'a ProductList,
    pub(super) columns: &'a ProductColumns,
    pub(super) vendor_count: usize,
    pub(super) sections: &'a SectionTree,
}

/// One index per order.
#[derive(Debug)]
pub(super) struct ProductIndexes {
    pub(super) by_name: ProductIndex,
    pub(super) by_stock_number: ProductIndex,
    pub(super) by_content_update: ProductIndex,
}

/// The bitmaps of one order.
#[derive(Debug)]
pub(super) struct ProductIndex {
    static_bitmaps: Arc<StaticBitmaps>,
    offers: OfferBitmaps,
}

/// The bitmaps that do not depend on offers.
#[derive(Debug)]
struct StaticBitmaps {
    /// The mapping between ranks and ordinals. `None` where both are the same.
    permutation: Option<Arc<Permutation>>,
    direct: Vec<RoaringBitmap>,
    /// `None` for a leaf, whose subtree is itself.
    subtrees: Vec<Option<RoaringBitmap>>,
    vendors: Vec<RoaringBitmap>,
}

/// Which products have which kind of offer.
#[derive(Debug)]
struct OfferBitmaps {
    available: RoaringBitmap,
    sale: RoaringBitmap,
    /// Products that have a price for everybody: not hidden, with a retail or valid sale price.
    priced_for_all: RoaringBitmap,
    /// By level: products that have a price only for users of that level.
    priced_at_level_only: HashMap<PriceLevel, RoaringBitmap>,
}

/// An order other than by name.
#[derive(Debug)]
pub(super) struct Permutation {
    /// By rank: the ordinal.
    ordinals: Vec<u32>,
    /// By ordinal: the rank.
    ranks: Vec<u32>,
}

impl Permutation {
    pub(super) fn new(ordinals: Vec<u32>) -> Self {
        let mut ranks = column::filled(ordinals.len(), std::iter::repeat_n(0, ordinals.len()));
        for (rank, ordinal) in (0..).zip(&ordinals) {
            ranks[*ordinal as usize] = rank;
        }
        Self { ordinals, ranks }
    }

    /// By ordinal: the rank.
    pub(super) fn ranks(&self) -> &[u32] {
        &self.ranks
    }
}

impl Orders<Vec<u32>> {
    /// The same orders with the rank of every product in them.
    pub(super) fn ranked(self) -> Orders<Arc<Permutation>> {
        Orders {
            by_stock_number: Arc::new(Permutation::new(self.by_stock_number)),
            by_content_update: Arc::new(Permutation::new(self.by_content_update)),
        }
    }
}

impl ProductIndexes {
    pub(super) fn build(indexed: IndexedProducts<'_>, orders: Orders<Arc<Permutation>>) -> Self {
        Self {
            by_name: ProductIndex::build(indexed, None),
            by_stock_number: ProductIndex::build(indexed, Some(orders.by_stock_number)),
            by_content_update: ProductIndex::build(indexed, Some(orders.by_content_update)),
        }
    }

    /// The orders that it was built with.
    pub(super) fn orders(&self) -> Orders<&[u32]> {
        Orders { by_stock_number: self.by_stock_number.order(), by_content_update: self.by_content_update.order() }
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
    /// The index of one order; `None` is the order by name.
    pub(super) fn build(indexed: IndexedProducts<'_>, order: Option<Arc<Permutation>>) -> Self {
        let static_bitmaps = Arc::new(StaticBitmaps::new(indexed, order));
        Self { offers: OfferBitmaps::new(indexed, &static_bitmaps), static_bitmaps }
    }

    /// The index of the same products in the same order, with other offers.
    pub(super) fn with_offers_of(&self, indexed: IndexedProducts<'_>) -> Self {
        Self {
            offers: OfferBitmaps::new(indexed, &self.static_bitmaps),
            static_bitmaps: Arc::clone(&self.static_bitmaps),
        }
    }

    /// The ordinals by rank; empty for the order by name, where both are the same.
    fn order(&self) -> &[u32] {
        self.static_bitmaps.permutation.as_ref().map_or(&[], |permutation| &permutation.ordinals)
    }

    /// By ordinal: the rank; empty for the order by name, where both are the same.
    pub(super) fn ranks(&self) -> &[u32] {
        self.static_bitmaps.permutation.as_ref().map_or(&[], |permutation| permutation.ranks())
    }

    /// The ordinal of the product at `rank`.
    pub(super) fn ordinal(&self, rank: u32) -> u32 {
        self.static_bitmaps.ordinal(rank)
    }

    /// The ranks of the products with those ordinals; `None` where both are the same.
    pub(super) fn ranks_of(&self, ordinals: &RoaringBitmap) -> Option<RoaringBitmap> {
        let permutation = self.static_bitmaps.permutation.as_ref()?;
        let mut ranks = vec![0; usize::try_from(ordinals.len()).unwrap_or(usize::MAX)];
        // All at once: independent loads let the processor fetch many ranks in parallel.
        for rank in ordinals.iter().next_many(&mut ranks) {
            *rank = permutation.ranks[*rank as usize];
        }
        ranks.sort_unstable();
        Some(ascending(ranks.into_iter()))
    }

    /// The products of a list with that scope.
    pub(super) fn in_scope(&self, section: NodeIndex, scope: Scope) -> &RoaringBitmap {
        match scope {
            Scope::Subtree => self.subtree(section),
            Scope::Direct => self.direct(section),
        }
    }

    pub(super) fn direct(&self, index: NodeIndex) -> &RoaringBitmap {
        &self.static_bitmaps.direct[index.as_usize()]
    }

    pub(super) fn subtree(&self, index: NodeIndex) -> &RoaringBitmap {
        self.static_bitmaps.subtree(index)
    }

    pub(super) fn vendor(&self, vendor: u32) -> &RoaringBitmap {
        &self.static_bitmaps.vendors[vendor as usize]
    }

    pub(super) fn available(&self) -> &RoaringBitmap {
        &self.offers.available
    }

    pub(super) fn sale(&self) -> &RoaringBitmap {
        &self.offers.sale
    }

    /// The disjoint sets whose union has a price for users of `level`.
    pub(super) fn priced_for(&self, level: &PriceLevel) -> Vec<&RoaringBitmap> {
        std::iter::once(&self.offers.priced_for_all).chain(self.offers.priced_at_level_only.get(level)).collect()
    }
}

impl StaticBitmaps {
    fn new(indexed: IndexedProducts<'_>, permutation: Option<Arc<Permutation>>) -> Self {
        let IndexedProducts { columns, vendor_count, sections, .. } = indexed;
        let ordinal = |rank: u32| permutation.as_ref().map_or(rank, |order| order.ordinals[rank as usize]);
        let length = columns.links.len();
        let links = |rank| columns.links.of(ordinal(rank));
        let vendor = |rank| (!links(rank).is_empty()).then(|| columns.vendor_of[ordinal(rank) as usize] as usize);
        let direct = group_ranks(sections.len(), length, |rank| links(rank).iter().map(|node| node.as_usize()));
        let vendors = group_ranks(vendor_count, length, vendor);
        let mut static_bitmaps = Self { direct, subtrees: vec![None; sections.len()], vendors, permutation };
        static_bitmaps.unite_subtrees(sections);
        static_bitmaps
    }

    /// Children follow their parents, so in reverse order every child's subtree is ready.
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

    fn subtree(&self, index: NodeIndex) -> &RoaringBitmap {
        self.subtrees[index.as_usize()].as_ref().unwrap_or(&self.direct[index.as_usize()])
    }

    fn ordinal(&self, rank: u32) -> u32 {
        self.permutation.as_ref().map_or(rank, |permutation| permutation.ordinals[rank as usize])
    }
}

impl OfferBitmaps {
    fn new(indexed: IndexedProducts<'_>, static_bitmaps: &StaticBitmaps) -> Self {
        let IndexedProducts { list, columns, .. } = indexed;
        let flags = |rank| columns.flags[static_bitmaps.ordinal(rank) as usize];
        let having =
            |flag: fn(OfferFlags) -> bool| ascending((0..columns.links.len()).filter(|rank| flag(flags(*rank))));
        let mut priced_at_level_only: HashMap<PriceLevel, RoaringBitmap> = HashMap::new();
        for rank in having(OfferFlags::is_priced_by_level) {
            let levels = &list.get(static_bitmaps.ordinal(rank)).offer.levels;
            for entry in levels.iter().filter(|entry| positive(entry.price).is_some()) {
                priced_at_level_only.entry(entry.level.clone()).or_default().insert(rank);
            }
        }
        Self {
            available: having(OfferFlags::is_available),
            sale: having(OfferFlags::is_on_sale),
            priced_for_all: having(OfferFlags::is_priced_for_all),
            priced_at_level_only,
        }
    }
}
