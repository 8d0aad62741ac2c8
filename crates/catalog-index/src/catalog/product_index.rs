//! Bitmaps over the public products, once per list order.
//!
//! In each index a product's number is its rank in that order among all active products, so a page of a filtered list
//! is a run of consecutive members of an intersection, whatever the order, the filters and the page number.

use super::columns::{OfferFlags, ProductColumns, Row};
use super::orders::Orders;
use super::permutation::Permutation;
use super::positions::{piece, position};
use super::product_list::ProductList;
use super::rank_bitmaps::{ascending, group_ranks};
use catalog_domain::catalog::{ProductSort, Scope};
use catalog_domain::pricing::{Offer, PriceLevel, positive};
use catalog_domain::sections::{NodeIndex, SectionTree};
use roaring::RoaringBitmap;
use std::collections::HashMap;
use std::sync::Arc;

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
    pub(super) orders: Orders,
    pub(super) by_name: ProductIndex,
    pub(super) by_stock_number: ProductIndex,
    pub(super) by_content_update: ProductIndex,
}

/// The bitmaps of one order. Those that do not change are shared with the next catalog.
#[derive(Debug)]
pub(super) struct ProductIndex {
    /// The mapping between ranks and ordinals. `None` where both are the same.
    pub(super) permutation: Option<Arc<Permutation>>,
    pub(super) direct: Vec<Arc<RoaringBitmap>>,
    pub(super) subtrees: Vec<Arc<RoaringBitmap>>,
    pub(super) vendors: Vec<Arc<RoaringBitmap>>,
    pub(super) offers: OfferBitmaps,
}

#[derive(Debug, Clone)]
pub(super) struct OfferBitmaps {
    available: RoaringBitmap,
    sale: RoaringBitmap,
    /// Products that have a price for everybody: not hidden, with a retail or valid sale price.
    priced_for_all: RoaringBitmap,
    /// By level: products that have a price only for users of that level.
    priced_at_level_only: HashMap<PriceLevel, RoaringBitmap>,
}

impl ProductIndexes {
    /// The index whose ranks ascend in the given order, or descend in it where it [ends with the first]. Orders by
    /// amounts have none: what they list is found in name order.
    ///
    /// [ends with the first]: ends_with_the_first
    pub(super) fn for_sort(&self, sort: ProductSort) -> &ProductIndex {
        match sort {
            ProductSort::Name
            | ProductSort::NameDescending
            | ProductSort::Relevance
            | ProductSort::Price
            | ProductSort::PriceDescending
            | ProductSort::InStockDescending => &self.by_name,
            ProductSort::StockNumber => &self.by_stock_number,
            ProductSort::ContentUpdatedDescending => &self.by_content_update,
        }
    }
}

impl ProductIndex {
    /// The index of one order; `None` is the order by name.
    pub(super) fn build(indexed: IndexedProducts<'_>, permutation: Option<Arc<Permutation>>) -> Self {
        let IndexedProducts { vendor_count, sections, list, .. } = indexed;
        let length = permutation.as_ref().map_or(list.len(), |order| order.ordinals.len());
        let ordinal = |rank| ordinal(permutation.as_deref(), rank);
        let ranked = RankedColumns::new(indexed.columns, (0..length).map(ordinal));
        let links = |rank| ranked.links(rank);
        let vendor = |rank| (!links(rank).is_empty()).then(|| ranked.rows[rank as usize].vendor as usize);
        let direct = group_ranks(sections.len(), length, |rank| links(rank).iter().map(|node| node.as_usize()));
        let vendors = group_ranks(vendor_count, length, vendor);
        let offers = OfferBitmaps::new(&ranked.rows, |rank| &list.get(ordinal(rank)).offer);
        let subtrees = unite_subtrees(&direct, sections);
        Self { permutation, direct, subtrees, vendors, offers }
    }

    /// The ordinal of the product at `rank`; at a vacant rank one that no product has.
    pub(super) fn ordinal(&self, rank: u32) -> u32 {
        ordinal(self.permutation.as_deref(), rank)
    }

    /// The ranks of the products with those ordinals; `None` where both are the same.
    pub(super) fn ranks_of(&self, ordinals: &RoaringBitmap) -> Option<RoaringBitmap> {
        let permutation = self.permutation.as_ref()?;
        let mut ranks = vec![0; usize::try_from(ordinals.len()).unwrap_or(usize::MAX)];
        // All at once: independent loads let the processor fetch many ranks in parallel.
        for rank in ordinals.iter().next_many(&mut ranks) {
            *rank = permutation.ranks[*rank];
        }
        ranks.sort_unstable();
        Some(ascending(ranks.into_iter()))
    }

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
        &self.subtrees[index.as_usize()]
    }

    pub(super) fn vendor(&self, vendor: u32) -> &RoaringBitmap {
        &self.vendors[vendor as usize]
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

/// Whether the index of this order has it in reverse, so that a list is read from the end.
pub(super) fn ends_with_the_first(sort: ProductSort) -> bool {
    matches!(sort, ProductSort::NameDescending | ProductSort::ContentUpdatedDescending)
}

/// The ordinal of the product at `rank` of an order; `None` is the order by name.
pub(super) fn ordinal(permutation: Option<&Permutation>, rank: u32) -> u32 {
    permutation.map_or(rank, |permutation| permutation.ordinals[rank])
}

/// Children follow their parents, so in reverse order every child's subtree is ready.
fn unite_subtrees(direct: &[Arc<RoaringBitmap>], sections: &SectionTree) -> Vec<Arc<RoaringBitmap>> {
    let mut subtrees = direct.to_vec();
    for index in sections.indexes().rev() {
        let children = &sections.node(index).children;
        if !children.is_empty() {
            let mut united = RoaringBitmap::clone(&direct[index.as_usize()]);
            for child in children {
                united |= &*subtrees[child.as_usize()];
            }
            subtrees[index.as_usize()] = Arc::new(united);
        }
    }
    subtrees
}

/// The columns in another order: each is read several times, and at random only once.
struct RankedColumns {
    rows: Vec<Row>,
    /// By rank: where the links end.
    ends: Vec<u32>,
    links: Vec<NodeIndex>,
}

impl RankedColumns {
    fn new(columns: &ProductColumns, ordinals: impl ExactSizeIterator<Item = u32>) -> Self {
        let count = ordinals.len();
        let (rows, ends, links) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        let mut ranked = Self { rows, ends, links };
        for ordinal in ordinals {
            ranked.rows.push(columns.rows[ordinal]);
            ranked.links.extend(columns.links.of(ordinal));
            ranked.ends.push(position(ranked.links.len()));
        }
        ranked
    }

    fn links(&self, rank: u32) -> &[NodeIndex] {
        &self.links[piece(&self.ends, rank as usize)]
    }
}

impl OfferBitmaps {
    /// Those of the products with `rows`, by rank.
    fn new<'a>(rows: &[Row], offer: impl Fn(u32) -> &'a Offer) -> Self {
        let having = |flag: fn(OfferFlags) -> bool| {
            ascending((0..).zip(rows).filter(|(_, row)| flag(row.flags)).map(|(rank, _)| rank))
        };
        let mut offers = Self {
            available: having(OfferFlags::is_available),
            sale: having(OfferFlags::is_on_sale),
            priced_for_all: having(OfferFlags::is_priced_for_all),
            priced_at_level_only: HashMap::new(),
        };
        for rank in having(OfferFlags::is_priced_by_level) {
            offers.add_levels(rank, offer(rank));
        }
        offers
    }

    /// Adds the product with that offer, which has a price for some levels only.
    fn add_levels(&mut self, rank: u32, offer: &Offer) {
        for entry in offer.levels.iter().filter(|entry| positive(entry.price).is_some()) {
            self.priced_at_level_only.entry(entry.level.clone()).or_default().insert(rank);
        }
    }

    /// Replaces the product at `rank` by one with these flags and that offer; one without flags is vacant.
    pub(super) fn replace(&mut self, rank: u32, flags: OfferFlags, offer: &Offer) {
        for (has, set) in [
            (flags.is_available(), &mut self.available),
            (flags.is_on_sale(), &mut self.sale),
            (flags.is_priced_for_all(), &mut self.priced_for_all),
        ] {
            if has {
                set.insert(rank)
            } else {
                set.remove(rank)
            };
        }
        self.priced_at_level_only.values_mut().for_each(|set| _ = set.remove(rank));
        if flags.is_priced_by_level() {
            self.add_levels(rank, offer);
        }
    }
}
