//! The orders of products by amounts, each made when a list first needs it: viewers of one price level share theirs.

use super::Catalog;
use super::rank_bitmaps::ascending;
use catalog_domain::catalog::{AmountRank, ProductSort};
use catalog_domain::pricing::{PriceLevel, Viewer};
use parking_lot::Mutex;
use roaring::RoaringBitmap;
use std::sync::{Arc, OnceLock};

/// The most orders of one catalog that are stored, each with four bytes for each of its products. The one that was used
/// longest ago makes room.
const MOST: usize = 16;

/// The stored orders, the last used one last.
#[derive(Debug, Default)]
pub(super) struct AmountOrders(Mutex<Vec<StoredOrder>>);

#[derive(Debug)]
struct StoredOrder {
    sort: ProductSort,
    level: PriceLevel,
    /// Empty until it is made, once, while others wait for it.
    order: Arc<OnceLock<AmountOrder>>,
}

/// The ordinals of all public products, in the order of a list.
#[derive(Debug)]
pub(super) struct AmountOrder(Box<[u32]>);

impl AmountOrder {
    /// The ranks of the products with those ordinals.
    pub(super) fn ranks_of(&self, ordinals: &RoaringBitmap) -> RoaringBitmap {
        ascending((0..).zip(&self.0).filter(|(_, ordinal)| ordinals.contains(**ordinal)).map(|(rank, _)| rank))
    }

    /// The ordinal of the product at a rank that this order gave.
    pub(super) fn ordinal(&self, rank: u32) -> u32 {
        self.0[rank as usize]
    }
}

impl AmountOrders {
    /// The place of an order, which is empty at first.
    fn place(&self, sort: ProductSort, level: &PriceLevel) -> Arc<OnceLock<AmountOrder>> {
        let mut stored = self.0.lock();
        let at = stored.iter().position(|each| each.sort == sort && each.level == *level);
        let used = match at {
            Some(at) => stored.remove(at),
            None => {
                if stored.len() == MOST {
                    stored.remove(0);
                }
                StoredOrder { sort, level: level.clone(), order: Arc::default() }
            }
        };
        let order = Arc::clone(&used.order);
        stored.push(used);
        order
    }
}

impl Catalog {
    /// What `read` finds in the order of all products by the amount of `sort`.
    pub(super) fn in_amount_order<R>(
        &self,
        sort: ProductSort,
        viewer: &Viewer,
        read: impl FnOnce(&AmountOrder) -> R,
    ) -> R {
        // Stock is the same at every level.
        let of_all = PriceLevel::retail();
        let level = if sort == ProductSort::InStockDescending { &of_all } else { &viewer.price_level };
        let place = self.amount_orders.place(sort, level);
        read(place.get_or_init(|| AmountOrder(self.by_amount(&self.public, sort, viewer))))
    }

    /// The products with those ordinals, by the amount of `sort`.
    pub(super) fn by_amount(&self, ordinals: &RoaringBitmap, sort: ProductSort, viewer: &Viewer) -> Box<[u32]> {
        let stock_ranks = &self.indexes.orders.by_stock_number.ranks;
        let rank = |ordinal| AmountRank::of(&self.list.get(ordinal).offer, &viewer.price_level, sort);
        let mut keys: Vec<_> = ordinals.iter().map(|at| (rank(at), stock_ranks[at], at)).collect();
        keys.sort_unstable();
        keys.into_iter().map(|(_, _, ordinal)| ordinal).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_that_was_used_longest_ago_makes_room() {
        let orders = AmountOrders::default();
        let level = |number: usize| PriceLevel::new(&number.to_string());
        let place = |number| orders.place(ProductSort::Price, &level(number));
        let first = place(0);
        (1..MOST).for_each(|number| _ = place(number));
        assert!(Arc::ptr_eq(&first, &place(0)), "it is shared, and now the last one used");
        place(MOST);
        assert!(Arc::ptr_eq(&first, &place(0)));
        let stored: Vec<PriceLevel> = orders.0.lock().iter().map(|each| each.level.clone()).collect();
        assert_eq!(stored.len(), MOST);
        assert!(!stored.contains(&level(1)) && stored.contains(&level(2)));
    }
}
