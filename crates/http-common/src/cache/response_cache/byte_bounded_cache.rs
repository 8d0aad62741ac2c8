//! A cache bounded in bytes, which evicts the least used entries.

use super::CacheStatus;
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use std::hash::Hash;

/// The overhead of an entry: key, counters, its table slot, the sharing of `Bytes`, and the allocator's part.
const ENTRY_OVERHEAD: u64 = 160;

/// The expected size of an entry, for the initial table.
const TYPICAL_BYTES: u64 = 1_024;

/// Shards, each with its lock and its share of the capacity: few, so that a large body fits in one.
const SHARDS: usize = 4;

pub(super) struct ByteBoundedCache<K, V>(Cache<K, Weighed<V>, ByBytes>);

#[derive(Clone)]
struct Weighed<V> {
    value: V,
    bytes: u64,
}

#[derive(Clone)]
struct ByBytes;

impl<K, V> Weighter<K, Weighed<V>> for ByBytes {
    fn weight(&self, _: &K, entry: &Weighed<V>) -> u64 {
        entry.bytes + ENTRY_OVERHEAD
    }
}

impl<K: Hash + Eq, V: Clone> ByteBoundedCache<K, V> {
    /// Holds up to `bytes`.
    pub(super) fn new(bytes: u64) -> Self {
        let expected = usize::try_from(bytes / (TYPICAL_BYTES + ENTRY_OVERHEAD)).unwrap_or(usize::MAX);
        let options =
            OptionsBuilder::new().shards(SHARDS).estimated_items_capacity(expected).weight_capacity(bytes).build();
        match options {
            Ok(options) => {
                Self(Cache::with_options(options, ByBytes, DefaultHashBuilder::default(), Default::default()))
            }
            Err(_) => Self(Cache::with_weighter(expected, bytes, ByBytes)),
        }
    }

    pub(super) fn get(&self, key: &K) -> Option<V> {
        self.0.get(key).map(|entry| entry.value)
    }

    /// The bytes in use, with the overhead of the entries.
    pub(super) fn bytes(&self) -> u64 {
        self.0.weight()
    }

    pub(super) fn status(&self) -> CacheStatus {
        CacheStatus {
            bytes: self.bytes(),
            limit: self.0.capacity(),
            entries: self.0.len(),
            hits: self.0.hits(),
            misses: self.0.misses(),
        }
    }

    /// Caches `value`, which takes `bytes`, unless it exceeds the whole capacity.
    pub(super) fn insert(&self, key: K, value: V, bytes: usize) {
        self.0.insert(key, Weighed { value, bytes: bytes as u64 });
    }
}
