//! Finds a public product by stock number: a hash table of ordinals that keeps no second copy of the keys.

use crate::product::Product;
use hashbrown::HashTable;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct StockNumbers {
    table: HashTable<u32>,
    hasher: RandomState,
}

impl StockNumbers {
    pub(super) fn new(products: &[Arc<Product>]) -> Self {
        let hasher = RandomState::new();
        let hash = |ordinal: &u32| hasher.hash_one(&*products[*ordinal as usize].stock_number);
        let mut table = HashTable::with_capacity(products.len());
        for ordinal in (0_u32..).take(products.len()) {
            table.insert_unique(hash(&ordinal), ordinal, hash);
        }
        Self { table, hasher }
    }

    /// The ordinal of the product among `products`, which must be the list that the table was made from.
    pub(super) fn find(&self, stock_number: &str, products: &[Arc<Product>]) -> Option<usize> {
        let matches = |ordinal: &u32| &*products[*ordinal as usize].stock_number == stock_number;
        self.table.find(self.hasher.hash_one(stock_number), matches).map(|ordinal| *ordinal as usize)
    }
}
