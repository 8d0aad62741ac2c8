//! Finds products by one of their keys: a hash table of ordinals without a second copy of the keys.

use super::column::Column;
use crate::products::product::Product;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// Ordinals of a list of products by one key, which is unique among them.
#[derive(Debug)]
pub(super) struct ProductLookup<K: ?Sized> {
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    key: fn(&Product) -> &K,
}

impl<K: Hash + Eq + ?Sized> ProductLookup<K> {
    /// The lookup of the products at `ordinals`, best in the order in which these are in memory.
    pub(super) fn new(products: &Column<Arc<Product>>, ordinals: &[u32], key: fn(&Product) -> &K) -> Self {
        let table = HashTable::with_capacity(ordinals.len());
        let mut lookup = Self { table, hasher: DefaultHashBuilder::default(), key };
        lookup.insert(ordinals.iter().copied(), products);
        lookup
    }

    /// The lookup of `new`, which results from `old` by changes at the ordinals `changed`.
    pub(super) fn updated(
        self: &Arc<Self>,
        (old, new): (&Column<Arc<Product>>, &Column<Arc<Product>>),
        changed: &[u32],
    ) -> Arc<Self> {
        let live = |products: &Column<Arc<Product>>, at: u32| !products.is_vacant(at);
        let has_other_key = |at: u32| live(old, at) != live(new, at) || (self.key)(&old[at]) != (self.key)(&new[at]);
        let changed: Vec<u32> = changed.iter().copied().filter(|at| has_other_key(*at)).collect();
        if changed.is_empty() {
            return Arc::clone(self);
        }
        let mut lookup = Self { table: self.table.clone(), hasher: self.hasher.clone(), key: self.key };
        for at in changed.iter().filter(|at| live(old, **at)) {
            if let Ok(entry) = lookup.table.find_entry(self.hasher.hash_one((self.key)(&old[*at])), |each| each == at) {
                entry.remove();
            }
        }
        lookup.insert(changed.into_iter().filter(|at| live(new, *at)), new);
        Arc::new(lookup)
    }

    fn insert(&mut self, ordinals: impl Iterator<Item = u32>, products: &Column<Arc<Product>>) {
        let hash = |ordinal: &u32| self.hasher.hash_one((self.key)(&products[*ordinal]));
        for ordinal in ordinals {
            self.table.insert_unique(hash(&ordinal), ordinal, hash);
        }
    }

    /// The number of products.
    pub(super) fn count(&self) -> usize {
        self.table.len()
    }

    /// The ordinal of the product with that key among `products`, which must be the list that the table was made from.
    pub(super) fn find(&self, wanted: &K, products: &Column<Arc<Product>>) -> Option<u32> {
        let matches = |ordinal: &u32| (self.key)(&products[*ordinal]) == wanted;
        self.table.find(self.hasher.hash_one(wanted), matches).copied()
    }
}
