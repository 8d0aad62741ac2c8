//! Finds products by one of their keys: a hash table of ordinals without a second copy of the keys.

use super::column::Column;
use crate::prefetch::{fetch, fetch_behind, fetch_own};
use catalog_domain::products::Product;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// How many products are looked up at a time: few enough that they fit in the processor's caches together.
const TOGETHER: usize = 64;

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
        old: &Column<Arc<Product>>,
        new: &Column<Arc<Product>>,
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

    pub(super) fn count(&self) -> usize {
        self.table.len()
    }

    /// The ordinal of the product with that key among `products`, which must be the list that the table was made from.
    pub(super) fn find(&self, wanted: &K, products: &Column<Arc<Product>>) -> Option<u32> {
        let matches = |ordinal: &u32| (self.key)(&products[*ordinal]) == wanted;
        self.table.find(self.hasher.hash_one(wanted), matches).copied()
    }

    /// The ordinals of the products with the keys `wanted` among `products`, in the order of the keys.
    pub(super) fn find_all<Q: Borrow<K>>(&self, wanted: &[Q], products: &Column<Arc<Product>>) -> Vec<Option<u32>> {
        let mut found = Vec::with_capacity(wanted.len());
        for some in wanted.chunks(TOGETHER) {
            self.fetch_probable(some, products);
            found.extend(some.iter().map(|key| self.find(key.borrow(), products)));
        }
        found
    }

    /// Begins to fetch the products that probably have the keys `wanted`. To compare a key takes several reads of
    /// memory, each of which depends on the one before; those of different products take place in parallel.
    fn fetch_probable<Q: Borrow<K>>(&self, wanted: &[Q], products: &Column<Arc<Product>>) {
        // The table holds a part of each hash. The first product with an equal part is nearly always the right one.
        let probable = |key: &Q| self.table.find(self.hasher.hash_one(key.borrow()), |_| true).copied();
        let probable: Vec<u32> = wanted.iter().filter_map(probable).collect();
        probable.iter().for_each(|ordinal| fetch(&products[*ordinal]));
        probable.iter().for_each(|ordinal| fetch_own(&products[*ordinal]));
        probable.iter().for_each(|ordinal| fetch_behind(&products[*ordinal]));
    }
}
