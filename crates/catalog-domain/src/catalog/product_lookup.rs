//! Finds products by a key of theirs: a hash table of ordinals that keeps no second copy of the keys.

use crate::product::Product;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Arc;

/// Ordinals of a list of products by one key, which is unique among them.
#[derive(Debug)]
pub(super) struct ProductLookup<K: ?Sized> {
    table: HashTable<u32>,
    hasher: RandomState,
    key: fn(&Product) -> &K,
}

impl<K: Hash + Eq + ?Sized> ProductLookup<K> {
    pub(super) fn new(products: &[Arc<Product>], key: fn(&Product) -> &K) -> Self {
        let hasher = RandomState::new();
        let hash = |ordinal: &u32| hasher.hash_one(key(&products[*ordinal as usize]));
        let mut table = HashTable::with_capacity(products.len());
        for ordinal in (0_u32..).take(products.len()) {
            table.insert_unique(hash(&ordinal), ordinal, hash);
        }
        Self { table, hasher, key }
    }

    /// The ordinal of the product with that key among `products`, which must be the list that the table was made from.
    pub(super) fn find(&self, wanted: &K, products: &[Arc<Product>]) -> Option<usize> {
        let matches = |ordinal: &u32| (self.key)(&products[*ordinal as usize]) == wanted;
        self.table.find(self.hasher.hash_one(wanted), matches).map(|ordinal| *ordinal as usize)
    }
}
