//! Finds products by one of their keys: a hash table of ordinals without a second copy of the keys.

use crate::products::product::Product;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// Ordinals of a list of products by one key, which is unique among them.
#[derive(Debug)]
pub(super) struct ProductLookup<K: ?Sized> {
    pub(super) table: HashTable<u32>,
    pub(super) hasher: DefaultHashBuilder,
    pub(super) key: fn(&Product) -> &K,
}

impl<K: Hash + Eq + ?Sized> ProductLookup<K> {
    pub(super) fn new(products: &[Arc<Product>], key: fn(&Product) -> &K) -> Self {
        let empty = HashTable::with_capacity(products.len());
        let mut lookup = Self { table: empty, hasher: DefaultHashBuilder::default(), key };
        lookup.insert((0_u32..).take(products.len()), products);
        lookup
    }

    pub(super) fn insert(&mut self, ordinals: impl Iterator<Item = u32>, products: &[Arc<Product>]) {
        let hash = |ordinal: &u32| self.hasher.hash_one((self.key)(&products[*ordinal as usize]));
        for ordinal in ordinals {
            self.table.insert_unique(hash(&ordinal), ordinal, hash);
        }
    }

    /// The ordinal of the product with that key among `products`, which must be the list that the table was made from.
    pub(super) fn find(&self, wanted: &K, products: &[Arc<Product>]) -> Option<u32> {
        let matches = |ordinal: &u32| (self.key)(&products[*ordinal as usize]) == wanted;
        self.table.find(self.hasher.hash_one(wanted), matches).copied()
    }
}
