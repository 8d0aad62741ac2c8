//! An order of products other than by name.

use super::column::Column;
use super::layout::ColumnLayout;
use super::product_list::ProductList;
use catalog_domain::products::Product;

/// At a vacant rank: the ordinal of no product, at which every column is vacant.
const VACANT: u32 = u32::MAX;

/// The mapping between ranks and ordinals. As in the list of products, some ranks are vacant.
#[derive(Debug)]
pub(super) struct Permutation {
    pub(super) ordinals: Column<u32>,
    pub(super) ranks: Column<u32>,
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
        old: &'a ProductList,
        new: &'a ProductList,
        changed: &[u32],
        key: impl Fn(&'a Product) -> K,
    ) -> Option<Self> {
        let mut ordinals = self.ordinals.clone();
        // A product whose key is the same keeps its rank.
        let same = |at: u32, list: &'a ProductList, other: &'a ProductList| {
            let product = list.get(at);
            let is_here = other.get(at).stock_number() == product.stock_number();
            let at = if is_here { at } else { other.find_stock_number(product.stock_number())? };
            (key(other.get(at)) == key(product)).then_some(at)
        };
        for at in changed.iter().copied().filter(|at| !old.is_vacant(*at)) {
            ordinals.set(self.ranks[at], same(at, old, new).unwrap_or(VACANT));
        }
        let joining = changed.iter().copied().filter(|at| !new.is_vacant(*at) && same(*at, new, old).is_none());
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
