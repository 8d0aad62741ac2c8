//! An order of products other than by name.

use super::column::Column;
use super::layout::ColumnLayout;
use super::product_list::ProductList;
use super::sorted_products::inverted;
use catalog_domain::products::Product;
use std::cmp::Reverse;
use std::sync::Arc;

/// At a vacant rank: the ordinal of no product, at which every column is vacant.
const VACANT: u32 = u32::MAX;

/// The mapping between ranks and ordinals. As in the list of products, some ranks are vacant.
#[derive(Debug)]
pub(super) struct Permutation {
    pub(super) ordinals: Column<u32>,
    pub(super) ranks: Column<u32>,
}

/// The orders other than by name.
#[derive(Debug, Clone)]
pub(super) struct Orders {
    pub(super) by_stock_number: Arc<Permutation>,
    /// Oldest first, so that most products that change come last; ties by descending stock number.
    pub(super) by_content_update: Arc<Permutation>,
}

impl Permutation {
    /// The order of `ordinals`, which are below `length`.
    pub(super) fn new(layout: ColumnLayout, ordinals: impl IntoIterator<Item = u32>, length: u32) -> Self {
        let ordinals = Column::with_gaps(layout, VACANT, ordinals);
        let mut ranks = vec![VACANT; length as usize];
        for (rank, ordinal) in (0..).zip(ordinals.iter()).filter(|(_, ordinal)| **ordinal != VACANT) {
            ranks[*ordinal as usize] = rank;
        }
        Self { ordinals, ranks: Column::new(layout, VACANT, ranks) }
    }

    /// The same order by `key` of `new`, which results from `old` by changes at the ordinals `changed`; `None` when
    /// too many products would move.
    pub(super) fn updated<'a, K: Ord>(
        &self,
        (old, new): (&'a ProductList, &'a ProductList),
        changed: &[u32],
        key: impl Fn(&'a Product) -> K,
    ) -> Option<Self> {
        let mut ordinals = self.ordinals.clone();
        // A product whose key is the same keeps its rank.
        let same = |at: u32, (list, other): (&'a ProductList, &'a ProductList)| {
            let product = list.get(at);
            let is_here = other.get(at).stock_number() == product.stock_number();
            let at = if is_here { at } else { other.find_stock_number(product.stock_number())? };
            (key(other.get(at)) == key(product)).then_some(at)
        };
        for at in changed.iter().copied().filter(|at| !old.is_vacant(*at)) {
            ordinals.set(self.ranks[at], same(at, (old, new)).unwrap_or(VACANT));
        }
        let joining = changed.iter().copied().filter(|at| !new.is_vacant(*at) && same(*at, (new, old)).is_none());
        let joining = joining.map(|at| (new.get(at), at));
        let mut joining: Vec<(K, u32)> = joining.map(|(product, at)| (key(product), at)).collect();
        joining.sort_unstable();
        let joining: Vec<u32> = joining.into_iter().map(|(_, at)| at).collect();
        let moved = ordinals.insert_all(&joining, |a, b| key(new.get(*a)) < key(new.get(*b)));
        if new.is_worn_out(moved, ordinals.len()) {
            return None;
        }
        let mut ranks = self.ranks.clone();
        for rank in ordinals.differences(&self.ordinals).filter(|rank| ordinals[*rank] != VACANT) {
            ranks.set(ordinals[rank], rank);
        }
        Some(Self { ordinals, ranks })
    }
}

impl Orders {
    /// The orders of a new list of products, which were placed at `ordinals`; `by_stock_number` has their positions
    /// among these.
    pub(super) fn new(products: &Column<Arc<Product>>, ordinals: &[u32], by_stock_number: &[u32]) -> Self {
        let stock_ranks = inverted(by_stock_number);
        let keys = ordinals.iter().zip(stock_ranks).map(|(ordinal, rank)| {
            let updated = products[*ordinal].content_updated_at;
            (updated, Reverse(rank), *ordinal)
        });
        let mut by_content_update: Vec<_> = keys.collect();
        by_content_update.sort_unstable();
        let by_stock_number = by_stock_number.iter().map(|at| ordinals[*at as usize]);
        let by_content_update = by_content_update.into_iter().map(|(_, _, ordinal)| ordinal);
        let (layout, length) = (products.layout(), products.len());
        Self {
            by_stock_number: Arc::new(Permutation::new(layout, by_stock_number, length)),
            by_content_update: Arc::new(Permutation::new(layout, by_content_update, length)),
        }
    }

    /// Those of `new`, which results from `old` by changes at the ordinals `changed`; `None` when too many products
    /// would move.
    pub(super) fn updated(&self, lists: (&ProductList, &ProductList), changed: &[u32]) -> Option<Self> {
        let by_stock_number = self.by_stock_number.updated(lists, changed, Product::stock_number)?;
        let by_content_update = self
            .by_content_update
            .updated(lists, changed, |product| (product.content_updated_at, Reverse(product.stock_number())))?;
        Some(Self { by_stock_number: Arc::new(by_stock_number), by_content_update: Arc::new(by_content_update) })
    }
}
